"""What bots print: always drained, its two ends kept in memory, a bounded log on disk."""

from __future__ import annotations

import os
import selectors
import threading
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

END_BYTES = 8 * 1024  # kept of the beginning and of the end
LOG_BYTES = 1024 * 1024  # of a log file, notes included
_READ_BYTES = 64 * 1024
_PAUSE_S = 0.005
_CUT = b"\n[arena: the log is full; what follows is left out]\n"


class Output:
    """The output of one process. Fed by the drain's thread, read by any."""

    def __init__(self, log: Path | None) -> None:
        self._lock = threading.Lock()
        self._head = b""
        self._tail = b""
        self._total = 0
        self._room = LOG_BYTES - len(_CUT)
        self._file: BinaryIO | None = None
        self.ended = threading.Event()
        if log is not None:
            log.parent.mkdir(parents=True, exist_ok=True)
            self._file = log.open("wb", buffering=0)

    @property
    def full(self) -> bool:
        """Whether the process has printed more than is worth reading fast."""
        return self._total > LOG_BYTES

    def feed(self, piece: bytes) -> None:
        """Takes what the process printed."""
        with self._lock:
            self._total += len(piece)
            missing = END_BYTES - len(self._head)
            self._head += piece[:missing]
            self._tail = (self._tail + piece[missing:] if missing < len(piece) else self._tail)[-END_BYTES:]
            self._write(piece)

    def note(self, text: str) -> None:
        """Adds a line to the log that the process did not print."""
        with self._lock:
            self._write(f"[note] {text}\n".encode("utf-8", "replace"))

    def text(self) -> str:
        """The first and the last of what was printed, with a mark where something is left out between them."""
        with self._lock:
            left_out = self._total - len(self._head) - len(self._tail)
            middle = f"\n[... {left_out} bytes left out ...]\n".encode() if left_out > 0 else b""
            return (self._head + middle + self._tail).decode("utf-8", "replace")

    def close(self) -> None:
        """Closes the log; what comes later goes nowhere."""
        self.ended.set()
        with self._lock:
            if self._file is not None:
                self._file.close()
                self._file = None

    def _write(self, piece: bytes) -> None:
        if self._file is None or self._room <= 0:
            return
        kept = piece[: self._room]
        self._room -= len(kept)
        # A full disk must not end the match: the log is a courtesy, the records are not.
        with suppress(OSError):
            self._file.write(kept if self._room > 0 else kept + _CUT)


class Drain:
    """One thread that reads the pipes of all processes of this referee."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._lock = threading.Lock()
        self._changes: list[tuple[int, Output, bool]] = []
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_read, False)
        self._selector.register(self._wake_read, selectors.EVENT_READ)
        threading.Thread(target=self._work, name="arena-drain", daemon=True).start()

    def add(self, pipe: int, output: Output) -> None:
        """Reads `pipe` into `output` until it ends, then closes it. The descriptor is the drain's from now on."""
        os.set_blocking(pipe, False)
        self._change(pipe, output, added=True)

    def drop(self, pipe: int, output: Output) -> None:
        """Stops reading `pipe` into `output`, though something may still hold its other end."""
        self._change(pipe, output, added=False)

    def _change(self, pipe: int, output: Output, *, added: bool) -> None:
        with self._lock:
            self._changes.append((pipe, output, added))
        os.write(self._wake_write, b"x")

    def _work(self) -> None:
        while True:
            ready = [key for key, _ in self._selector.select()]
            flooding = False
            for key in ready:
                if key.data is None:
                    continue
                flooding |= self._read(key.fd, key.data)
            self._apply_changes()
            if flooding:
                threading.Event().wait(_PAUSE_S)  # the pipe fills up and holds the bot back, not this process

    def _read(self, pipe: int, output: Output) -> bool:
        try:
            piece = os.read(pipe, _READ_BYTES)
        except BlockingIOError:
            return False
        except OSError:
            piece = b""
        if piece:
            output.feed(piece)
            return output.full
        self._forget(pipe, output)
        return False

    def _apply_changes(self) -> None:
        with suppress(BlockingIOError):
            os.read(self._wake_read, _READ_BYTES)
        with self._lock:
            changes, self._changes = self._changes, []
        for pipe, output, added in changes:
            if added:
                self._selector.register(pipe, selectors.EVENT_READ, output)
                continue
            with suppress(KeyError, ValueError):
                if self._selector.get_key(pipe).data is output:  # else the number is somebody else's by now
                    self._forget(pipe, output)

    def _forget(self, pipe: int, output: Output) -> None:
        self._selector.unregister(pipe)
        os.close(pipe)
        output.close()
