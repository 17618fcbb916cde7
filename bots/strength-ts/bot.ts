// Plays every variant by one simple figure for its hand, 0 to 1000.
import { run, type Act, type Legal, type Move } from "./arena.js";

const KUHN: Record<string, number> = { J: 0, Q: 500, K: 1000 };
const UNKNOWN = 400; // a game without cards that are known here
const STRONG = 800;
const FAIR = 450;
const CROWD = 60; // what each opponent beyond the first takes off

const rank = (card: string) => "23456789TJQKA".indexOf(card[0]);
const place = (card: string) => 4 * rank(card) + "cdhs".indexOf(card[1]);
const byRank = (cards: string[]) => [...cards].sort((a, b) => place(a) - place(b));

/** The worth of up to five cards: what they make, and of what rank. */
function strength(cards: string[]): number {
  if (cards.length === 1) return KUHN[cards[0]] ?? UNKNOWN;
  if (cards.length < 2 || cards.length > 5) return UNKNOWN;
  const ranks = cards.map(rank).sort((a, b) => b - a);
  const count = (r: number) => ranks.filter((other) => other === r).length;
  const groups = [...new Set(ranks)].sort((a, b) => count(b) - count(a) || b - a);
  const [most, second] = [count(groups[0]), groups.length > 1 ? count(groups[1]) : 0];
  if (most === 4) return 990;
  if (most === 3) return second === 2 ? 980 : 930;
  if (most === 2) return second === 2 ? 880 : 500 + 25 * groups[0];
  const flush = cards.every((card) => card[1] === cards[0][1]);
  const straight = ranks[0] - ranks[ranks.length - 1] === 4;
  if (cards.length === 5 && (flush || straight)) return flush && straight ? 985 : 970;
  return 35 * ranks[0];
}

/** Bets all with a strong hand, stays in with a fair one, else pays only what is cheap. */
function bet(legal: Legal, worth: number, pot: number): Move {
  const [lowest, highest] = legal.raise_to ?? [0, 0];
  if (worth >= STRONG && legal.raise_to) return { kind: "raise", to: highest };
  if (worth >= FAIR && legal.call !== undefined) return { kind: "call" };
  if (worth >= FAIR && legal.raise_to) return { kind: "raise", to: lowest };
  if (legal.check) return { kind: "check" };
  if (legal.call !== undefined && 4 * legal.call <= pot) return { kind: "call" };
  if (legal.fold) return { kind: "fold" };
  return legal.call !== undefined ? { kind: "call" } : { kind: "raise", to: lowest };
}

/** What to give up: nothing of a straight or better, else what is no pair; without a pair the three lowest. */
function unwanted(cards: string[]): string[] {
  const single = cards.filter((card) => cards.filter((other) => other[0] === card[0]).length === 1);
  if (single.length < 5) return single;
  return strength(cards) >= 970 ? [] : byRank(cards).slice(0, 3);
}

/** Five cards of neighbouring ranks each, from weak to strong; and the weakest against the other's strongest. */
function packets(cards: string[]): string[][] {
  const ordered = byRank(cards);
  const cut = [0, 5, 10, 15, 20].map((at) => ordered.slice(at, at + 5)).sort((a, b) => strength(a) - strength(b));
  return [...cut.slice(1), cut[0]];
}

function decide({ legal, view, seat }: Act): Move {
  const { cards = [], hole, up = [], common = [], active = [], pot = 0 } = view;
  if (legal.discard) return { kind: "discard", cards: unwanted(cards).slice(0, legal.discard[1]) };
  if (legal.arrange) return { kind: "arrange", packets: packets(cards) };
  // Stud shows the hole card, everybody's upcards, and in a large game common cards.
  const own = hole === undefined ? cards : [hole, ...up[seat]];
  const others = active.filter(Boolean).length - 1;
  return bet(legal, strength([...own, ...common]) - CROWD * Math.max(0, others - 1), pot);
}

await run("strength-ts", decide);
