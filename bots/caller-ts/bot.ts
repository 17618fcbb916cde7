// Never folds and never raises: checks, calls or makes the lowest bet, stands pat, arranges its cards by rank.
import { run, type Act, type Move } from "./arena.js";

const place = (card: string) => 4 * "23456789TJQKA".indexOf(card[0]) + "cdhs".indexOf(card[1]);

function decide({ legal, view }: Act): Move {
  const cards = view.cards ?? [];
  if (legal.check) return { kind: "check" };
  if (legal.call !== undefined) return { kind: "call" };
  if (legal.raise_to) return { kind: "raise", to: legal.raise_to[0] };
  if (legal.discard) return { kind: "discard", cards: cards.slice(0, legal.discard[0]) };
  if (legal.arrange) {
    const sorted = [...cards].sort((a, b) => place(a) - place(b));
    return { kind: "arrange", packets: [0, 5, 10, 15, 20].map((at) => sorted.slice(at, at + 5)) };
  }
  return { kind: "fold" };
}

await run("caller-ts", decide);
