//! Plays every variant by one simple figure for its hand, 0 to 1000.

mod arena;

use serde_json::{json, Value};

const UNKNOWN: i64 = 400; // a game without cards that are known here
const STRONG: i64 = 800;
const FAIR: i64 = 450;
const CROWD: i64 = 60; // what each opponent beyond the first takes off

fn rank(card: &str) -> usize {
    card.chars()
        .next()
        .and_then(|letter| "23456789TJQKA".find(letter))
        .unwrap_or(0)
}

fn suit(card: &str) -> Option<char> {
    card.chars().nth(1)
}

fn by_rank<'a>(cards: &[&'a str]) -> Vec<&'a str> {
    let mut ordered = cards.to_vec();
    ordered.sort_by_key(|card| (rank(card), suit(card))); // the suits c d h s stand in the order of letters
    ordered
}

/// The worth of up to five cards: what they make, and of what rank.
fn strength(cards: &[&str]) -> i64 {
    match cards {
        ["J"] => return 0,
        ["Q"] => return 500,
        ["K"] => return 1000,
        _ if !(2..=5).contains(&cards.len()) => return UNKNOWN,
        _ => {}
    }
    let mut ranks: Vec<usize> = cards.iter().map(|card| rank(card)).collect();
    ranks.sort_unstable();
    let count = |r: usize| ranks.iter().filter(|&&other| other == r).count();
    let mut groups: Vec<(usize, usize)> = ranks.iter().map(|&r| (count(r), r)).collect();
    groups.sort_unstable();
    groups.dedup();
    groups.reverse();
    let (most, best) = groups[0];
    let second = groups.get(1).map_or(0, |group| group.0);
    let flush = cards.iter().all(|card| suit(card) == suit(cards[0]));
    let straight = ranks[ranks.len() - 1] - ranks[0] == 4;
    match (most, second) {
        (4, _) => 990,
        (3, 2) => 980,
        (3, _) => 930,
        (2, 2) => 880,
        (2, _) => 500 + 25 * best as i64,
        _ if cards.len() == 5 && flush && straight => 985,
        _ if cards.len() == 5 && (flush || straight) => 970,
        _ => 35 * best as i64,
    }
}

/// Bets all with a strong hand, stays in with a fair one, else pays only what is cheap.
fn bet(legal: &Value, worth: i64, pot: i64) -> Value {
    let call = legal.get("call").and_then(Value::as_i64);
    let raise = legal.get("raise_to");
    let raise_to = |bound: usize| json!({"kind": "raise", "to": legal["raise_to"][bound]});
    if worth >= STRONG && raise.is_some() {
        raise_to(1)
    } else if worth >= FAIR && call.is_some() {
        json!({"kind": "call"})
    } else if worth >= FAIR && raise.is_some() {
        raise_to(0)
    } else if legal.get("check").is_some() {
        json!({"kind": "check"})
    } else if call.is_some_and(|cost| 4 * cost <= pot) {
        json!({"kind": "call"})
    } else if legal.get("fold").is_some() {
        json!({"kind": "fold"})
    } else if call.is_some() {
        json!({"kind": "call"})
    } else {
        raise_to(0)
    }
}

/// What to give up: nothing of a straight or better, else what is no pair; without a pair the three lowest.
fn unwanted<'a>(cards: &[&'a str]) -> Vec<&'a str> {
    let equal = |card: &str| {
        cards
            .iter()
            .filter(|other| rank(other) == rank(card))
            .count()
    };
    let single: Vec<&str> = cards
        .iter()
        .copied()
        .filter(|card| equal(card) == 1)
        .collect();
    if single.len() < 5 {
        single
    } else if strength(cards) >= 970 {
        Vec::new()
    } else {
        by_rank(cards)[..3].to_vec()
    }
}

/// Five cards of neighbouring ranks each, from weak to strong; and the weakest against the other's strongest.
fn packets<'a>(cards: &[&'a str]) -> Vec<Vec<&'a str>> {
    let mut cut: Vec<Vec<&str>> = by_rank(cards).chunks(5).map(<[&str]>::to_vec).collect();
    cut.sort_by_key(|packet| strength(packet));
    cut.rotate_left(1);
    cut
}

fn texts(list: &Value) -> impl Iterator<Item = &str> {
    list.as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
}

fn decide(act: &Value) -> Value {
    let (legal, view) = (&act["legal"], &act["view"]);
    let mut cards: Vec<&str> = texts(&view["cards"]).collect();
    if let Some(bounds) = legal.get("discard") {
        let mut given = unwanted(&cards);
        given.truncate(bounds[1].as_u64().unwrap_or(0) as usize);
        return json!({"kind": "discard", "cards": given});
    }
    if legal.get("arrange").is_some() {
        return json!({"kind": "arrange", "packets": packets(&cards)});
    }
    // Stud shows the hole card, everybody's upcards, and in a large game common cards.
    cards.extend(view["hole"].as_str());
    cards.extend(texts(
        &view["up"][act["seat"].as_u64().unwrap_or(0) as usize],
    ));
    cards.extend(texts(&view["common"]));
    let inside = view["active"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|seat| **seat == json!(true))
        .count();
    let worth = strength(&cards) - CROWD * (inside as i64 - 2).max(0);
    bet(legal, worth, view["pot"].as_i64().unwrap_or(0))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    arena::run("strength-rust", decide)
}
