"""A gate's document for people: the lines in the terminal, and the Markdown summary of a CI job."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Document = Mapping[str, Any]

BIASED = "the mean is taken at the moment of stopping and so is biased; the interval is not"
IDENTICAL = (
    "WARNING: candidate and baseline are the same program (equal fingerprints of their folders; what they import from "
    "the arena is not compared); nothing was played"
)
ANEW = "once it is mended, or with another --out, the gate is played anew"


def gate_text(document: Document) -> str:
    """The gate in a few lines."""
    return "\n".join(_text(document))


def gate_markdown(document: Document) -> str:
    """The gate as Markdown: verdict, figures, faults, and the deals to look at."""
    return "\n".join(_markdown(document)) + "\n"


def headline(document: Document) -> str:
    """The verdict in one sentence."""
    who = f"{document['candidate']} against {document['baseline']}"
    margin = f"{document['margin']:,g} mS/h"
    match document["verdict"]:
        case "pass" if document["identical"]:
            return f"PASS: {who}: the two are the same program"
        case "pass":
            return f"PASS: {who}: not weaker by {margin} or more (wrong in at most {document['beta']:.1%} of gates)"
        case "regress":
            what = f"weaker by more than {margin}" if document["strict"] else "weaker"
            return f"REGRESS: {who}: {what} (wrong in at most {document['alpha']:.1%} of gates)"
        case "undecided":
            return f"UNDECIDED: {who}: the budget is spent; give the same command again to go on with new deals"
        case _:
            return f"BOT FAULT: {who}: no verdict, because a bot broke its fault limit"


def figures_line(figures: Document) -> str:
    """Mean, interval with its level, and n of one variant."""
    mean = "no block yet" if figures["mean"] is None else f"{figures['mean']:+,.1f} mS/h"
    return (
        f"{mean}  [{figures['low']:+,.1f}, {figures['high']:+,.1f}] at level {figures['level']:.1%}"
        f"  n = {figures['blocks']:,} blocks, {figures['hands']:,} hands"
    )


def _text(document: Document) -> Iterator[str]:
    if document["identical"]:
        yield IDENTICAL
    yield headline(document)
    if document["identical"]:
        return
    width = max(map(len, document["variants"]))
    for name, figures in document["variants"].items():
        yield f"{name:{width}}  {figures['verdict']:9}  {figures_line(figures)}"
    yield BIASED
    yield f"faults: {_faults(document)}"
    for offence in document["offences"]:
        yield f"over the fault limit: {offence['bot']} in match {offence['match']}: {_kinds(offence['faults'])}"
        yield f"  what it wrote: {_logs(document, offence)}; {ANEW}"
    if document["costliest"]:
        yield "the deals that cost the candidate most:"
    for deal in document["costliest"]:
        first, *others = deal["commands"]
        yield f"  {deal['value']:+,.0f} mS/h  {deal['variant']}, deal {deal['deal']}: {first}"
        yield from (f"      its replay: {command}" for command in others)
    yield f"kept in {document['folder']}"


def _markdown(document: Document) -> Iterator[str]:
    yield f"### Gate: {headline(document)}"
    yield ""
    if document["identical"]:
        yield f"**{IDENTICAL}.**"
        return
    yield "| variant | verdict | mean (mS/h) | interval | level | blocks | hands |"
    yield "|---|---|---:|---|---:|---:|---:|"
    for name, figures in document["variants"].items():
        mean = "-" if figures["mean"] is None else f"{figures['mean']:+,.1f}"
        yield (
            f"| {name} | {figures['verdict']} | {mean} | [{figures['low']:+,.1f}, {figures['high']:+,.1f}] "
            f"| {figures['level']:.1%} | {figures['blocks']:,} | {figures['hands']:,} |"
        )
    yield ""
    yield f"{BIASED[0].upper()}{BIASED[1:]}. Margin {document['margin']:g} mS/h, seed {document['seed']}."
    yield ""
    yield f"Faults: {_faults(document)}."
    for offence in document["offences"]:
        yield f"- over the fault limit: **{offence['bot']}** in match `{offence['match']}`: {_kinds(offence['faults'])}"
        yield f"  what it wrote: `{_logs(document, offence)}`; {ANEW}"
    if document["costliest"]:
        yield ""
        yield "The deals that cost the candidate most:"
        yield ""
        yield "| mS/h | variant | deal | to see it |"
        yield "|---:|---|---:|---|"
        for deal in document["costliest"]:
            looks = "<br>".join(f"`{command}`" for command in deal["commands"])
            yield f"| {deal['value']:+,.0f} | {deal['variant']} | {deal['deal']} | {looks} |"


def _logs(document: Document, offence: Document) -> str:
    return f"{document['folder']}/logs/{offence['match']}.*"


def _faults(document: Document) -> str:
    told = [f"{role} {_kinds(kinds)}" for role, kinds in document["faults"].items() if kinds]
    return "; ".join(told) or "none"


def _kinds(kinds: Mapping[str, int]) -> str:
    return ", ".join(f"{count:,} {kind}" for kind, count in kinds.items()) or "none"


def calibration_text(document: Document) -> str:
    """What a bot's blocks against itself say of its gates, a few lines a variant."""
    return "\n".join(_calibration(document))


def _calibration(document: Document) -> Iterator[str]:
    yield f"{document['baseline']} against itself, margin {document['margin']:g} mS/h"
    for name, figures in document["variants"].items():
        correlation = figures["correlation"]
        told = "replays do not differ" if correlation is None else f"correlation of the replays {correlation:+.3f}"
        yield (
            f"{name}: sd of a block {figures['sd']:,.1f} mS/h, of a hand {figures['sd_hand']:,.1f}; {told}"
            f"  n = {figures['blocks']:,} blocks, {figures['hands']:,} hands"
        )
        planned, unknown = figures["planned_hands"], figures["planned_hands_unknown"]
        if figures["sd"]:
            plan = f"{planned:,} hands to a PASS ({unknown:,} where the spread is not known)"
        else:
            plan = (
                f"{unknown:,} hands to a PASS where the spread is not known; its replays cancel, so {planned:,} is the "
                "least that any gate can take, and a changed bot takes more"
            )
        yield f"  planned: about {plan}; a fixed sample of single hands takes {figures['fixed_hands']:,}"
