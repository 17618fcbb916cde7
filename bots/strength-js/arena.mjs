// The arena's side of a bot in JavaScript: connects, answers questions with `decide`, ends with the match.
// The strategy is in bot.mjs; this file is the same for every bot.
import { readFileSync } from "node:fs";
import * as zmq from "zeromq";

// The arena may vanish without a word, and a DEALER socket then waits for ever.
const WATCH_MS = 500;
const IDLE_MS = 3_600_000;

/** Plays one match. `decide(act)` gets a question with `legal` and `view` and returns a move. */
export async function run(name, decide) {
  const { endpoint, token } = JSON.parse(readFileSync(process.argv.at(-1), "utf8"));
  const socket = new zmq.Dealer({ linger: 0 }); // linger 0: else unsent messages keep the process alive
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
  const send = (message) => socket.send(JSON.stringify(message));
  await send({ type: "hello", token, protocol: [1, 1], name, capabilities: ["batch", "quiet"] });

  for await (const [frame] of socket) {
    heard = Date.now();
    const message = JSON.parse(frame.toString());
    const answer = (act) => ({ id: act.id, move: decide(act) });
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
