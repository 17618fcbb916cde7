// Never folds and never raises: checks, calls or makes the lowest bet, stands pat, arranges its cards by rank.
import { run } from "./arena.mjs";

const ORDER = "23456789TJQKA";
const rank = (card) => ORDER.indexOf(card[0]);
const suit = (card) => "cdhs".indexOf(card[1]);

function decide({ legal, view }) {
  if (legal.check) return { kind: "check" };
  if (legal.call !== undefined) return { kind: "call" };
  if (legal.raise_to) return { kind: "raise", to: legal.raise_to[0] };
  if (legal.discard) return { kind: "discard", cards: view.cards.slice(0, legal.discard[0]) };
  if (legal.arrange) {
    const cards = [...view.cards].sort((a, b) => rank(a) - rank(b) || suit(a) - suit(b));
    return { kind: "arrange", packets: [0, 5, 10, 15, 20].map((at) => cards.slice(at, at + 5)) };
  }
  return { kind: "fold" };
}

await run("caller-js", decide);
