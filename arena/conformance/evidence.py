"""How a failure is told: what was wrong, what was sent, what came, what the bot wrote, and the likely cause."""

from __future__ import annotations

from collections.abc import Sequence

SHOWN_BYTES = 600  # of one message
TAIL_LINES = 12  # of what the bot wrote


class Failed(Exception):
    """The bot does not keep the promise: `what` is wrong, `cause` is why that happens most often."""

    def __init__(self, what: str, cause: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.cause = cause


class Told(Exception):
    """A failure that was found earlier; the message is the whole of it, evidence included."""


class Skipped(Exception):
    """The check does not concern this bot; the message says why."""


def told(failed: Failed, sent: Sequence[bytes], came: Sequence[bytes], output: str) -> str:
    """The failure with its evidence, several lines."""
    lines = [failed.what]
    lines += _shown("sent", sent)
    lines += _shown("came", came)
    written = output.rstrip().splitlines()[-TAIL_LINES:]
    lines += ["the bot wrote:", *(f"  {line}" for line in written)] if written else ["the bot wrote nothing"]
    if failed.cause:
        lines.append(f"likely cause: {failed.cause}")
    return "\n".join(lines)


def _shown(label: str, frames: Sequence[bytes]) -> list[str]:
    if not frames:
        return [f"{label}: nothing"]
    out = []
    for frame in frames:
        text = frame[:SHOWN_BYTES].decode("utf-8", "backslashreplace")
        cut = f" ... {len(frame)} bytes" if len(frame) > SHOWN_BYTES else ""
        out.append(f"{label}: {text}{cut}")
    return out
