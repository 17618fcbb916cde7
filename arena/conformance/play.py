"""Checks by play: whole hands of every variant, and what can be said of all the answers in them."""

from __future__ import annotations

from functools import partial
from statistics import median

from arena.conformance.bench import BASE, Bench, Check, Growth
from arena.conformance.evidence import Failed, Skipped, Told
from arena.conformance.session import DECISION_S, Session
from arena.conformance.stock import Asked, Table, rich_table, scripted, tables
from arena.games import names
from arena.games.events import Paid, Shown
from arena.games.moves import Move, move_json
from arena.launch.sandbox import MIB, Limits

HANDS = 40  # at each table
STOCK = 30  # questions beside those of the hands, every sort of the variant among them
PLAYED_FROM = 10_000  # numbers of the sittings that are played, apart from those of the stock
LONG = 2_000  # questions of the long match
WARM_UP = 400
GROWTH = 256 * MIB  # a runtime takes what it finds comfortable; a leak takes more
STEPS = (1, 2**31 - 250, 2**32 - 250, 2**53 - 500)  # from where the counters of the long match run, in turn
STEP = LONG // len(STEPS)  # so they pass 2^31 and 2^32, and the last one is the largest of all


def plays(variant: str, bench: Bench) -> str:
    sorts = 0
    for table in tables(variant):
        with bench.start() as session:
            session.enter(table)
            for number in range(HANDS):
                _hand(session, table, PLAYED_FROM + number)
            first = HANDS * 100
            stock = [asked.changed(id=first + asked.id) for asked in table.stock(STOCK)]
            answers = [(asked, session.ask(asked)) for asked in stock]
            bench.moves.setdefault(variant, answers)
            bench.spent += session.spent
            sorts = max(sorts, len({asked.kind for asked in stock}))
            for found, judge in ((bench.wrong_moves, session.all_legal), (bench.strays, session.no_strays)):
                try:
                    judge()
                except Failed as failed:
                    found.append(f"{variant}, {table.seats} seats: {session.told(failed)}")
    seats = " and ".join(str(table.seats) for table in tables(variant))
    return f"{seats} seats, {HANDS} hands each, {sorts} sorts of questions"


def _hand(session: Session, table: Table, number: int) -> None:
    """One hand against scripted opponents, as a referee plays it; a default move where the bot's is illegal."""
    sitting = table.sitting(number)
    events = sitting.deal()
    count = 0
    while waiting := sitting.waiting:
        for seat in waiting:
            if seat == table.seat:
                asked = table.question(sitting, (number - PLAYED_FROM) * 100 + count)
                count += 1
                move = session.ask(asked) or asked.legal.default()
            else:
                move = scripted(sitting, seat)
            events = sitting.play(seat, move)
    paid = events[-1]
    if not session.quiet and count and isinstance(paid, Paid):
        shown = {str(event.seat): event.cards for event in events if isinstance(event, Shown)}
        place = {"table": number, "deal": number}
        session.tell({"type": "hand_over", **place, "net": paid.net, "shown": shown, "carry": paid.carry})


def legal_answers(bench: Bench) -> str:
    if bench.wrong_moves:
        raise Told(bench.wrong_moves[0])
    return f"{len(bench.spent)} answers"


def one_answer_each(bench: Bench) -> str:
    if bench.strays:
        raise Told(bench.strays[0])
    return f"{len(bench.spent)} answers"


def decision_time(bench: Bench) -> str:
    slowest = max(bench.spent)
    said = f"median {median(bench.spent) * 1000:.2f} ms, slowest {slowest * 1000:.1f} ms of {len(bench.spent)}"
    if slowest > DECISION_S:
        raise Told(f"a decision took longer than {DECISION_S:g} s: {said}")
    return said


def deterministic(bench: Bench) -> str:
    if not bench.bot.file.deterministic:
        raise Skipped("bot.toml does not say `deterministic = true`")
    count = 0
    for variant, answers in bench.moves.items():
        again = answers if bench.bot.file.memory else answers[::-1]
        with bench.start() as session:
            session.enter(tables(variant)[0])
            for number, (asked, before) in enumerate(again, 1):
                move = session.ask(asked.changed(id=number))
                count += 1
                if move != before:
                    raise Failed(
                        f"{variant}: two moves for the same question and seed: {_text(before)} in one process, "
                        f"{_text(move)} in another that was asked in another order",
                        "draw chance from `seed` alone, and take no notice of other hands, clocks or set order",
                    )
    return f"{count} questions asked again in new processes"


def _text(move: Move | None) -> str:
    return "an illegal move" if move is None else str(move_json(move))


def numbers(bench: Bench) -> str:
    table = rich_table(bench.variants[0])
    seeds = (0, 1, 2**31 - 1, 2**31, 2**32, 2**53 - 1)
    with bench.start() as session:
        session.enter(table)
        for place, asked in enumerate(table.stock(STOCK)):
            session.ask(asked.changed(seed=seeds[place % len(seeds)]))
        session.blameless()
    stakes = f", stakes to {table.config.max:,}" if "max" in table.given else ""
    return f"seeds 0 to 2^53 - 1{stakes}"


def long_match(bench: Bench) -> str:
    stock = bench.main.stock(200)
    with bench.start() as session:
        session.enter(bench.main)
        early = asked = 0
        for first in range(0, LONG, bench.window):
            if early == 0 and first >= WARM_UP:
                early, asked = session.memory, first
            places = range(first, min(first + bench.window, LONG))
            batch = [_late_in_a_match(stock[at % len(stock)], at) for at in places]
            for question in batch:
                session.pose(question)
            session.collect(batch)
        session.blameless()
        bench.growth = Growth(early, session.memory, LONG - asked)
    return f"{LONG:,} questions, counters up to 2^53 - 1"


def _late_in_a_match(asked: Asked, at: int) -> Asked:
    number = STEPS[at // STEP] + at % STEP
    return asked.changed(id=number, table=number, deal=number)


def memory(bench: Bench) -> str:
    growth = bench.growth
    if growth is None or growth.late == 0:
        raise Skipped("the memory of a process cannot be seen on this system")
    grown = growth.late - growth.early
    said = f"{growth.late // MIB} MiB in a long match, {grown // MIB:+} MiB in its last {growth.questions:,} questions"
    limit = Limits().memory_mb
    if growth.late > limit * MIB:
        raise Told(f"{said}; the limit is {limit} MiB")
    if grown > GROWTH:
        raise Told(f"{said}\nlikely cause: it keeps something of every question")
    return said


PLAYS = tuple(f"plays_{variant}" for variant in names())

CHECKS = (
    *(
        Check(f"plays_{variant}", f"plays whole hands of {variant}", ("answers",), partial(plays, variant))
        for variant in names()
    ),
    Check("legal_answers", "makes only moves that `legal` allows", PLAYS, legal_answers),
    Check("one_answer_each", "answers each question once, and says nothing else", PLAYS, one_answer_each),
    Check("decision_time", f"decides within {DECISION_S:g} s", PLAYS, decision_time),
    Check("deterministic", "gives equal answers to equal questions, if it says so", BASE, deterministic),
    Check("numbers", "reads the smallest and largest numbers", BASE, numbers),
    Check("long_match", "goes on for ever, with counters of any size", BASE, long_match),
    Check("memory", "does not grow for ever", ("long_match",), memory),
)
