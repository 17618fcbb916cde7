// The arena's side of a bot in TypeScript: connects, answers questions with `decide`, ends with the match.
// The strategy is in bot.ts; this file is the same for every bot.
import { readFileSync } from "node:fs";
import { Dealer } from "zeromq";

/** What is allowed now: a key for each kind of move. */
export interface Legal {
  fold?: true;
  check?: true;
  call?: number;
  raise_to?: [lowest: number, highest: number];
  discard?: [fewest: number, most: number];
  arrange?: [packets: number, cards: number];
}

/** A public event of the hand; the seat is null where it is nobody's. */
export type Entry = [seat: number | null, kind: string, argument: number | string | null];

/** The hand as the seat sees it; each game has its own of these. Lists are by seat where nothing else is said. */
export interface View {
  phase: string;
  dealer: number;
  carry: number;
  history: Entry[];
  cards?: string[]; // the own ones
  pot?: number;
  stake?: number;
  paid?: number[];
  active?: boolean[];
  stacks?: number[];
  exchanged?: (number | null)[]; // draw; null: not yet
  hole?: string; // stud: the own card that lies face down
  up?: string[][]; // stud: the cards that lie face up
  common?: string[]; // stud: cards that count for everybody
  removed?: string[]; // parallel poker: what nobody plays with
  points?: number[]; // parallel poker: what each show is worth
  [more: string]: unknown; // of games that are not known here
}

/** One question, complete in itself. */
export interface Act {
  id: number;
  table: number;
  deal: number;
  seat: number;
  seed: number; // random bits for this decision
  clock_ms: number | null; // null without a clock
  legal: Legal;
  view: View;
}

export type Move =
  | { kind: "fold" | "check" | "call" }
  | { kind: "raise"; to: number }
  | { kind: "discard"; cards: string[] }
  | { kind: "arrange"; packets: string[][] };

type Message =
  | ({ type: "act" } & Act)
  | { type: "acts"; acts: Act[] }
  | { type: "welcome" }
  | { type: "fault"; fault: string; reason: string }
  | { type: "reject" | "bye"; reason: string };

// The arena may vanish without a word, and a DEALER socket then waits for ever.
const WATCH_MS = 500;
const IDLE_MS = 3_600_000;

/** Plays one match; the connection file is the last argument. */
export async function run(name: string, decide: (act: Act) => Move): Promise<void> {
  const { endpoint, token } = JSON.parse(readFileSync(process.argv.at(-1)!, "utf8"));
  const socket = new Dealer({ linger: 0 }); // linger 0: else unsent messages keep the process alive
  let welcomed = false;
  socket.events.on("disconnect", () => {
    if (welcomed) process.exit(0);
  });
  const parent = process.ppid;
  let heard = Date.now();
  setInterval(() => {
    if (process.ppid !== parent || Date.now() - heard > IDLE_MS) process.exit(0);
  }, WATCH_MS);

  socket.connect(endpoint);
  const send = (message: object) => socket.send(JSON.stringify(message));
  const answer = (act: Act) => ({ id: act.id, move: decide(act) });
  await send({ type: "hello", token, protocol: [1, 1], name, capabilities: ["batch", "quiet"] });

  for await (const [frame] of socket) {
    heard = Date.now();
    const message: Message = JSON.parse(frame.toString());
    switch (message.type) {
      case "act":
        await send({ type: "action", ...answer(message) });
        break;
      case "acts":
        await send({ type: "actions", actions: message.acts.map(answer) });
        break;
      case "welcome":
        welcomed = true;
        break;
      case "fault":
        console.error(`fault ${message.fault}: ${message.reason}`);
        break;
      case "reject":
        console.error(`the arena refused ${name}: ${message.reason}`);
        process.exit(1);
      case "bye":
        process.exit(0);
      // Whatever else comes is of a later version and meant to be ignored.
    }
  }
}
