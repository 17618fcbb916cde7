//! Never folds and never raises: checks, calls or makes the lowest bet, stands pat, arranges its cards by rank.

mod arena;

use serde_json::{json, Value};

fn place(card: &Value) -> (Option<usize>, Option<usize>) {
    let mut letters = card.as_str().unwrap_or("").chars();
    let mut find = |known: &str| letters.next().and_then(|letter| known.find(letter));
    (find("23456789TJQKA"), find("cdhs"))
}

fn decide(act: &Value) -> Value {
    let (legal, cards) = (&act["legal"], &act["view"]["cards"]);
    if legal.get("check").is_some() {
        json!({"kind": "check"})
    } else if legal.get("call").is_some() {
        json!({"kind": "call"})
    } else if let Some(bounds) = legal.get("raise_to") {
        json!({"kind": "raise", "to": bounds[0]})
    } else if let (Some(bounds), Some(cards)) = (legal.get("discard"), cards.as_array()) {
        let fewest = bounds[0].as_u64().unwrap_or(0) as usize;
        json!({"kind": "discard", "cards": cards[..fewest]})
    } else if let (Some(_), Some(cards)) = (legal.get("arrange"), cards.as_array()) {
        let mut sorted = cards.clone();
        sorted.sort_by_key(place);
        json!({"kind": "arrange", "packets": sorted.chunks(5).collect::<Vec<_>>()})
    } else {
        json!({"kind": "fold"})
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    arena::run("caller-rust", decide)
}
