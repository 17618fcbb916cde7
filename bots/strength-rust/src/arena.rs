//! The arena's side of a bot in Rust: connects, answers questions with `decide`, ends with the match.
//! The strategy is in bot.rs; this file is the same for every bot.

use std::error::Error;
use std::os::unix::process::parent_id;
use std::time::{Duration, Instant};

use serde_json::{json, Value};

// The arena may vanish without a word, and a DEALER socket then waits for ever: look around now and then.
const WATCH_MS: i32 = 500;
const IDLE: Duration = Duration::from_secs(3600);

/// Plays one match; the connection file is the last argument. `decide` gets a question with `legal` and `view` and
/// returns a move. An error says why the bot could not go on.
pub fn run(name: &str, decide: fn(&Value) -> Value) -> Result<(), Box<dyn Error>> {
    let path = std::env::args().next_back().ok_or("no connection file")?;
    let connection: Value = serde_json::from_str(&std::fs::read_to_string(path)?)?;
    let context = zmq::Context::new();
    let socket = context.socket(zmq::DEALER)?;
    socket.set_linger(0)?; // else unsent messages keep the process for ever
    socket.set_rcvtimeo(WATCH_MS)?;
    let monitor = context.socket(zmq::PAIR)?;
    monitor.set_linger(0)?;
    monitor.connect("inproc://lost")?;
    socket.connect(text(&connection, "endpoint"))?;

    let send = |message: Value| socket.send(message.to_string().as_bytes(), 0);
    send(json!({
        "type": "hello",
        "token": connection["token"],
        "protocol": [1, 1],
        "name": name,
        "capabilities": ["batch", "quiet"],
    }))?;

    let parent = parent_id();
    let mut heard = Instant::now();
    loop {
        let frame = match socket.recv_bytes(0) {
            Ok(frame) => frame,
            Err(zmq::Error::EAGAIN | zmq::Error::EINTR) => {
                let lost = monitor.poll(zmq::POLLIN, 0)? > 0;
                if lost || parent_id() != parent || heard.elapsed() > IDLE {
                    return Ok(());
                }
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        heard = Instant::now();
        let message: Value = serde_json::from_slice(&frame)?;
        match text(&message, "type") {
            "acts" => {
                let acts = message["acts"].as_array().ok_or("acts is no list")?;
                let actions: Vec<Value> = acts
                    .iter()
                    .map(|act| json!({"id": act["id"], "move": decide(act)}))
                    .collect();
                send(json!({"type": "actions", "actions": actions}))?;
            }
            "act" => {
                send(json!({"type": "action", "id": message["id"], "move": decide(&message)}))?
            }
            // A connection lost before the welcome is made again; from here on it is the end.
            "welcome" => socket.monitor("inproc://lost", zmq::SocketEvent::DISCONNECTED as i32)?,
            "fault" => eprintln!(
                "fault {}: {}",
                text(&message, "fault"),
                text(&message, "reason")
            ),
            "reject" => {
                return Err(
                    format!("the arena refused {name}: {}", text(&message, "reason")).into(),
                )
            }
            "bye" => return Ok(()),
            _ => {} // of a later version, and meant to be ignored
        }
    }
}

fn text<'a>(message: &'a Value, key: &str) -> &'a str {
    message[key].as_str().unwrap_or("")
}
