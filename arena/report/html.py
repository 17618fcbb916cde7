"""The leaderboard as one HTML page: nothing is loaded from elsewhere, and no name of a bot can become markup."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from arena.report.columns import signed
from arena.report.intervals import axis, bar
from arena.report.terminal import cyclic_text, faults_text, head, unfinished
from arena.results.pins import KeyPin
from arena.stats.leaderboard import UNIT

Document = Mapping[str, Any]

POLICY = "default-src 'none'; style-src 'unsafe-inline'"  # a browser refuses whatever slipped through
TEXT = ' class="name"'
COLUMNS = (
    ("rank", ""),
    ("bot", TEXT),
    ("mean", ""),
    ("low", ""),
    ("high", ""),
    ("", ""),
    ("blocks", ""),
    ("hands", ""),
    ("Elo", ""),
    ("faults", TEXT),
)
STYLE = """
:root { color-scheme: light dark; --line: #8884; --soft: #8882; --ink: #1a5fb4; }
@media (prefers-color-scheme: dark) { :root { --ink: #78aeed; } }
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }
h1 { margin-bottom: 0; } h2 { margin-top: 2.5rem; } p { max-width: 60rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); }
thead th { text-align: right; font-weight: 600; } th.name, td.name { text-align: left; }
td.name, th.name { max-width: 20rem; overflow: hidden; text-overflow: ellipsis; }
td.good { background: #2ec27e33; } td.bad { background: #e01b2433; } td.self { background: var(--soft); }
svg { display: block; } svg .zero { stroke: currentColor; opacity: .4; }
svg .range { stroke: var(--ink); stroke-width: 3; } svg .mean { fill: var(--ink); }
code { overflow-wrap: anywhere; } .small { opacity: .75; }
"""


def page(board: Document, digest: str, keys: Sequence[KeyPin], *, refresh_s: int | None = None) -> str:
    """The page of a `leaderboard` document; with `refresh_s` it loads itself anew.

    `digest`: of the play. `keys`: of the run.
    """
    again = "" if refresh_s is None else f'<meta http-equiv="refresh" content="{refresh_s}">\n'
    name = escape(board["tournament"])
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"{again}<title>{name}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        + "\n".join([f"<h1>{name}</h1>", *_body(board), *_origin(board, digest, keys)])
        + "\n</body>\n</html>\n"
    )


def _body(board: Document) -> Iterator[str]:
    yield "".join(f"<p>{escape(line)}</p>" for line in (head(board), *unfinished(board)))
    if "variants" not in board:
        yield from _board(board)
        return
    yield f"<h2>Over all variants</h2>\n<p>{escape(board['unit'])}, each variant weighing the same</p>"
    yield from _standings(board)
    if board["note"]:
        yield f"<p>{escape(board['note'])}</p>"
    for part in board["variants"]:
        yield from _board(part)


def _board(board: Document) -> Iterator[str]:
    if board["variant"] is None:
        yield "<p>Nothing is played yet.</p>"
        return
    settings = ", ".join(f"{key} {_setting(value)}" for key, value in board["config"].items() if value is not None)
    yield f"<h2>{escape(board['variant'])}, {board['seats']} seats</h2>"
    kind = "valid whenever one looks" if board["anytime"] else "clustered by the cards"
    yield (
        f"<p>{board['hands']:,} hands; {UNIT} against the field, {board['level']:.0%} intervals, {kind}"
        f'<br><span class="small">{escape(settings)}</span></p>'
    )
    yield from _standings(board)
    if board["order"]:
        yield "<ul>" + "".join(f"<li>{escape(step['sentence'])}</li>" for step in board["order"]) + "</ul>"
    yield from _matrix(board)
    for cycle in board["cycles"]:
        yield f"<p>Proven cycle, each beaten by another of them: {escape(', '.join(cycle))}</p>"
    if board["cyclic_share"] is not None and len(board["rows"]) > 2:
        yield f"<p>{escape(cyclic_text(board['cyclic_share']))}</p>"
    yield f'<p class="small">{escape(board["elo_note"])}</p>'


def _setting(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _standings(board: Document) -> Iterator[str]:
    scale = axis(board["rows"])
    heads = "".join(f"<th{css}>{head}</th>" for head, css in COLUMNS)
    yield f'<div class="wide"><table>\n<thead><tr>{heads}</tr></thead>'
    for row in board["rows"]:
        rank = "–" if row["rank"] is None else "–".join(str(place) for place in sorted(set(row["rank"])))
        elo = "–" if row["elo"] is None else f"{row['elo']:+.0f}"
        figures = "".join(f"<td>{signed(row[key])}</td>" for key in ("mean", "low", "high"))
        yield (
            f"<tr><td>{rank}</td>{_name(row['bot'])}{figures}<td>{bar(row, scale)}</td>"
            f"<td>{row['blocks']:,}</td><td>{row['hands']:,}</td><td>{elo}</td>"
            f'<td class="name">{escape(faults_text(row))}</td></tr>'
        )
    yield "</table></div>"


def _matrix(board: Document) -> Iterator[str]:
    """Each bot's mean against each other; coloured where the interval leaves out 0."""
    pairs = board["pairs"]
    if not pairs:
        return
    cells = {}
    for pair in pairs:
        for one, other, sign in ((pair["bot"], pair["opponent"], 1), (pair["opponent"], pair["bot"], -1)):
            cells[one, other] = _cell(pair, sign)
    bots = [row["bot"] for row in board["rows"]]
    yield "<h3>Pairs: row against column</h3>"
    yield (
        '<div class="wide"><table>\n<thead><tr><th></th>'
        + "".join(f"<th>{escape(bot)}</th>" for bot in bots)
        + "</tr></thead>"
    )
    for bot in bots:
        row = "".join(
            '<td class="self"></td>' if bot == other else cells.get((bot, other), "<td></td>") for other in bots
        )
        yield f"<tr>{_name(bot, 'th')}{row}</tr>"
    yield "</table></div>"


def _cell(pair: Document, sign: int) -> str:
    mean = sign * pair["mean"]
    if pair["low"] is None:
        return f'<td title="{pair["blocks"]:,} blocks">{signed(mean)}</td>'
    reach = (pair["high"] - pair["low"]) / 2
    sure = "" if abs(mean) <= reach else ' class="good"' if mean > 0 else ' class="bad"'
    return f'<td{sure} title="{pair["blocks"]:,} blocks">{signed(mean)} ± {reach:,.1f}</td>'


def _name(bot: str, tag: str = "td") -> str:
    return f'<{tag} class="name" title="{escape(bot)}">{escape(bot)}</{tag}>'


def _origin(board: Document, digest: str, keys: Sequence[KeyPin]) -> Iterator[str]:
    """What it takes to check the page: isolation, digest, and the keys as far as they may be known."""
    yield "<h2>How it was played</h2>\n<dl>"
    yield f"<dt>Isolation of the bots</dt><dd>{escape(board['isolation'] or 'nothing played yet')}</dd>"
    yield f"<dt>Play digest, equal wherever the same hands were played</dt><dd><code>{escape(digest)}</code></dd>"
    for key in keys:
        yield f"<dt>Key commitment (SHA-256)</dt><dd><code>{escape(key.commitment)}</code>{_published(key)}</dd>"
    yield "</dl>"


def _published(key: KeyPin) -> str:
    if key.published is not None:
        return f"<br>published: <code>{escape(key.published)}</code>"
    if key.seed is not None:
        return f"<br>made from seed {key.seed}, so it is no secret: the deals can be searched out by trying"
    return "<br>still secret; it is published after the last hand"
