"""What a letter shows of a board or of figures over time, drawn: plain values in, the bytes of a picture out.

`main` is a process that draws for a judge that does not want to wait. It reads pickled tasks and writes pickled
answers until its input ends; it has no store and no mail, so nothing is lost with it.
"""

import contextlib
import os
import pickle
import signal
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import BinaryIO

from judge.core.picture import Board
from judge.core.values import Value
from judge.render import charts, raster
from judge.render.charts import Chart

BOARD = 900  # pixels: some 150 kB, so that charts have their room
CORNER = 370  # CSS pixels that a letter has for one on a phone
POLITE = 10  # letters go first


class Corner(Value):
    """A board round the units of some powers, as large as a phone needs it."""

    board: Board
    powers: tuple[str, ...]


Drawing = Board | Corner | Chart


class Task(Value):
    """Pictures to be drawn, by their content ids; `key` is whoever asks for them."""

    key: str
    drawings: Mapping[str, Drawing]


@dataclass(frozen=True)
class Drawn:
    """The pictures of a task; `faults` says what could not be drawn, and why."""

    key: str
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    faults: tuple[str, ...] = ()


def briefly(board: Board) -> str:
    """What a picture shows beside words that tell the orders."""
    held = Counter(board.owners.values())
    shown = ", ".join(f"{power.title()} {count}" for power, count in sorted(held.items()))
    caption = board.caption[:1].upper() + board.caption[1:]
    parts = ("The board", board.title, caption, f"Owned lands: {shown}" if shown else "")
    return " ".join(f"{part.rstrip('.')}." for part in parts if part)


def mime(drawing: Drawing) -> str:
    return "image/jpeg" if isinstance(drawing, Board | Corner) else "image/png"


def picture(drawing: Drawing) -> bytes:
    """One picture."""
    if isinstance(drawing, Board | Corner):
        from judge.render.board import corner, jpeg  # what draws is loaded when something is to be drawn

        return jpeg(drawing, width=BOARD) if isinstance(drawing, Board) else corner(drawing.board, drawing.powers)
    return raster.chart(charts.draw(drawing))


def draw(task: Task) -> Drawn:
    """All pictures of a task. A fault costs its picture alone."""
    pictures: dict[str, bytes] = {}
    faults = []
    for cid, drawing in task.drawings.items():
        try:
            pictures[cid] = picture(drawing)
        except Exception as fault:
            faults.append(f"{type(fault).__name__}: {fault}")
    return Drawn(task.key, pictures, tuple(faults))


def serve(tasks: BinaryIO, answers: BinaryIO) -> None:
    """Draw until there are no more tasks, or nobody takes the answers any more."""
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            pickle.dump(draw(pickle.load(tasks)), answers)
            answers.flush()


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ends with its judge
    with contextlib.suppress(OSError):
        os.nice(POLITE)
    serve(sys.stdin.buffer, sys.stdout.buffer)
