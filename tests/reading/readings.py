"""What is read out of short letters, clause by clause, as the files of `readings/` keep it.

A part begins with the position its letters are written in: `## diplomacy Germany`, `## diplomacy France -1` (a winter
in which one unit goes), `## bourse Lupus | SELL 300 LIRA` (that line is on file), `## master`, `## stranger`. Behind
` // ` may stand the rule that the part is for; where it says that nothing is filed, `make golden` cannot make it
otherwise. A letter follows, each of its lines behind `> `, and below it what it is read as: one line a clause. `make
golden` writes them anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from datetime import date
from functools import cache
from itertools import groupby
from pathlib import Path

from judge.core.command import Command
from judge.core.dice import Dice
from judge.core.variant import Role, Seat, Situation
from judge.core.words.word import Place
from judge.games import variant
from judge.post import Line
from judge.reading import Clause, Voice
from tests.reading.clauses.reading import grammar, reader
from tests.reading.sense.positions import POWERS, opening, retreat, travelling, winter

FOLDER = Path(__file__).with_name("readings")
AT_THE_BOARD = {
    Role.POWER: POWERS,
    Role.TRADER: ("Lupus", "Vulpes", "Corvus"),
    Role.INVESTOR: ("Anna", "Bob", "Carl", "Dora"),
}
SETTINGS = {"troubleshooter": {"start_units": "1000", "sell_limit": "500"}}
AGAIN = {"bourse": ("SELL 120 MARK", "BUY 80 POUND"), "diplomacy": ("A PAR - BUR", "F BRE - MAO")}
TODAY = date(2026, 11, 10)


@dataclass(frozen=True)
class Position:
    """`diplomacy France -1 | F BRE H`: a game, a seat, a winter or a retreat, and what is on file."""

    text: str

    def read(self, letter: str) -> tuple[Clause, ...]:
        lines = [Line(n, row) for n, row in enumerate(letter.split("\n"), 1)]
        head, _, sheet = self.text.partition(" // ")[0].partition("|")
        game, seat, when = (*head.split(), "", "")[:3]
        if game == "stranger":
            who = Voice(today=TODAY, zone="Europe/London", games=("lira7", "dip3"))
            return reader().clauses(lines, Place.OUTSIDE, None, lambda: who)
        if game == "master":
            who = Voice(others=POWERS, seats=POWERS, phase="S1901M", game="dip3", today=TODAY, zone="Europe/London")
            return reader().clauses(lines, Place.MASTER, None, lambda: who)
        return reader().clauses(lines, Place.PLAYER, grammar(game), lambda: _voice(game, seat, when, sheet))


def _voice(game: str, seat: str, when: str, sheet: str) -> Voice:
    filed = [one for line in sheet.split(";") if line for one in reader().orders(grammar(game)).whole(line.strip(), 0)]
    amended = variant(game).info.amended
    seats = next(names for names in AT_THE_BOARD.values() if seat in names)
    return Voice(
        names=(seat,),
        others=tuple(one for one in seats if one != seat),
        seats=seats,
        phase="F1901M",
        last="S1901M",
        game="g1",
        today=TODAY,
        zone="Europe/London",
        again=lambda: ("S1901M", AGAIN.get(game, ())),
        on_file=lambda: bool(filed),
        situation=lambda: _situation(game, seat, when),
        filed=lambda: tuple(one for one in filed if one.section not in amended),
        keyed=lambda: tuple(one for one in filed if one.section in amended),
    )


@cache
def _situation(game: str, seat: str, when: str) -> Situation:
    if when == "retreat":
        return retreat()
    if when:
        return winter(seat, int(when))
    if game == "diplomacy":
        return opening(seat)
    rules = variant(game)
    role = next(one for one in rules.info.roles if one in AT_THE_BOARD)
    seats = tuple(Seat(name, role, name.upper() if role is Role.POWER else "") for name in AT_THE_BOARD[role])
    options = {one.name: one.default for one in rules.info.options} | SETTINGS.get(game, {})
    now: Situation = rules.situation(rules.open(seats, options, Dice(bytes(32), "START")).state, seat)  # type: ignore[attr-defined]
    return replace(now, traveller="SWI", borders=travelling().borders) if game == "troubleshooter" else now


def told(clause: Clause) -> str:
    """A clause in one line: what it is, what it is read as, and what is asked or remarked."""
    became = [" + ".join(map(_line, clause.commands))] if clause.commands else []
    became += [f"YES: {' + '.join(clause.offer)}"] if clause.offer else []
    became += [clause.doubt.reason] if clause.doubt is not None else []
    became += (
        [f"did you mean {clause.doubt.suggestion}"] if clause.doubt is not None and clause.doubt.suggestion else []
    )
    return " | ".join((f"{clause.kind.value} {' '.join(clause.text.split())}", *became, *clause.notes))


def _line(command: Command) -> str:
    """An order as it is filed; a word of the correspondence by what is in it."""
    try:
        return command.canonical()
    except NotImplementedError:
        said = ((one.name, getattr(command, one.name)) for one in fields(command))
        inside = ", ".join(f"{name}={value!r}" for name, value in said if value and name not in ("line", "hat"))
        return f"{type(command).__name__}({inside})"


def parts(place: Path) -> dict[str, str]:
    """The parts of a file, by position."""
    return {one.partition("\n")[0]: one.partition("\n")[2] for one in place.read_text("utf-8").split("## ")[1:]}


def letters(part: str) -> list[str]:
    """The letters of a part."""
    rows = groupby(part.splitlines(), lambda row: row.startswith("> "))
    return ["\n".join(row.removeprefix("> ") for row in some) for written, some in rows if written]


def reading(position: str, letters: list[str]) -> str:
    """A part of a file, as its letters are read now."""
    return "".join(row for letter in letters for row in _rows(Position(position), letter)) + "\n"


def _rows(position: Position, letter: str) -> Iterator[str]:
    yield from (f"> {row}\n" for row in letter.split("\n"))
    yield from (f"{told(one)}\n" for one in position.read(letter))
