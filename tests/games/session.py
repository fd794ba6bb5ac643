"""A game played by its rules alone, with what players write in a story: no mail, no desk, no clock."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any

from judge.core.command import Command
from judge.core.dice import Dice
from judge.core.errors import InputError
from judge.core.place import Place
from judge.core.variant import Mode, Role, Seat
from judge.games import variant
from judge.parse import Grammar, Kind, Voice
from judge.post import Line
from tests.harness import shared_reader
from tests.told import facts, ruled

SHOWN = 3  # seats of whom all is told; of the others what they order


class Session:
    """A game under way, and all that was told in it: one fact a line."""

    def __init__(self, slug: str, seats: tuple[str, ...], options: dict[str, str]) -> None:
        self.game: Any = variant(slug)
        self.seats, self.phases = seats, 0
        self.late = False
        self.shown = ("*", "MASTER", *seats[:SHOWN])
        names = self.game.names(options)
        self.grammar = Grammar(slug, self.game.vocabulary, names)
        powers = names.get("power", {})
        others = [role for role in self.game.card.roles if role is not Role.POWER]
        made = [Seat(one, Role.POWER, one.upper()) if one.upper() in powers else Seat(one, others[0]) for one in seats]
        self.told: list[str] = []
        self.sheets: dict[str, tuple[Command, ...]] = {}
        self._take(self.game.open(tuple(made), options, self._dice()))

    def letter(self, seat: str, text: list[str]) -> None:
        """Orders of a seat: what stands goes on its sheet, or is carried out at once."""
        sections = {one.name: one for one in self.game.card.sections}
        commands = [one for one in self._read(seat, text) if one.section in sections]
        for name in dict.fromkeys(one.section for one in commands):
            mine = tuple(one for one in commands if one.section == name)
            if sections[name].mode is Mode.ACT:
                for command in mine:
                    (ruling,) = self.game.rule_on(self.state, seat, (command,))
                    self.told.append(f"{seat}: {ruled(ruling, self.game.reasons)}")
                    if ruling.stands:
                        self._take(self.game.act(self.state, seat, ruling.command))
                continue
            rulings = self.game.rule_on(self.state, seat, mine)
            self.told += [f"{seat}: {ruled(one, self.game.reasons)}" for one in rulings]
            new = {one.command.key(): one.command for one in rulings if one.stands}
            amended = sections[name].mode is Mode.AMEND
            old = {
                one.key(): one
                for one in self.sheets.get(seat, ())
                if one.section != name or (amended and one.key() not in new)
            }
            self.sheets[seat] = (*old.values(), *new.values())
        if seat in self.shown:
            self._tell(f"{seat} would", self.game.forecast(self.state, seat, self.sheets.get(seat, ())))
        if self.late:
            self.deadline()

    def deadline(self) -> None:
        """Resolve the phase with the sheets as they are, and begin the next with what it offers."""
        sheets = {seat: self.sheets.get(seat, ()) for seat in (*self.seats, "MASTER")}
        try:
            step = self.game.resolve(self.state, sheets, self._dice())
        except InputError as fault:  # it waits for a report of the master, and goes on with that
            self.told.append(str(fault))
            self.late = True
            return
        self.sheets, self.late = {}, False
        self._take(step)

    def _dice(self) -> Dice:
        self.phases += 1
        return Dice(bytes([self.phases]) * 32, "phase")

    def _read(self, seat: str, text: list[str]) -> Iterator[Command]:
        if text[0].startswith("RESULT"):
            yield from self._report(text)
            return
        place = Place.MASTER if seat == "MASTER" else Place.PLAYER
        lines = [Line(number, one) for number, one in enumerate(text, 1)]
        others = tuple(one for one in self.seats if one != seat)
        phase = str(self.game.agenda(self.state).phase)
        voice = Voice(names=(seat, phase), others=others, seats=self.seats, phase=phase)
        for clause in shared_reader().clauses(lines, place, self.grammar, voice):
            if clause.kind is Kind.ORDER:
                yield from clause.commands

    def _report(self, text: list[str]) -> Iterator[Command]:
        """What the master mails of a board that is played elsewhere."""
        head, *body = [one for one in text if one != "END"]
        lines = [Line(number, one) for number, one in enumerate(body, 2)]
        found = shared_reader().report(lines, self.grammar.names)
        phase = self.game.card.calendar.parse(head.partition(" ")[2])
        kind = "report_winter" if phase.kind == "A" else "report_result"
        if kind in self.game.vocabulary:
            yield self.game.vocabulary[kind].read({"phase": str(phase), **vars(found)})

    def _take(self, step: Any) -> None:
        self.state = step.state
        assert not self.game.books(self.state).faults()
        for notice in step.notices:
            if notice.audience in self.shown:
                self._tell(f"{notice.audience} {notice.kind}", notice.data)
        agenda = self.game.agenda(self.state)
        self.told.append(
            f"{agenda.phase} {agenda.pace} {' '.join(f'{seat}={duty}' for seat, duty in agenda.duties.items())}"
        )
        for seat in self.seats[:SHOWN]:
            self.told.append(f"{seat} e.g. {'; '.join(self.game.samples(self.state, seat))}")

    def _tell(self, head: str, data: Any) -> None:
        self.told += [f"{head} {line}" for line in facts(data)]


def play(story: str) -> list[str]:
    """What is told in a story's game."""
    session: Session | None = None
    made: dict[str, Any] = {}
    who, text = "", []

    def said() -> None:
        nonlocal who, text
        if who and session is not None:
            session.letter(who, text)
        who, text = "", []

    for line in story.splitlines():
        if line.startswith(" ") and who:
            text.append(line.strip())
            continue
        said()
        word, _, rest = line.partition(" ")
        if word == "new":
            _, slug, *options = shlex.split(rest)
            made = {"slug": slug, "options": dict(one.split("=", 1) for one in options)}
        elif word == "join":
            made["seats"] = made.get("seats", ()) + tuple(one.strip() for one in rest.partition(" ")[2].split(","))
        elif word == "start":
            known = {one.name for one in variant(made["slug"]).card.options}
            chosen = {name: value for name, value in made["options"].items() if name in known}
            session = Session(made["slug"], made["seats"], chosen)
        elif word in ("orders", "master") and session is not None:
            who = rest.partition("@")[0].strip('"') if word == "orders" else "MASTER"
        elif line.startswith("at deadline") and " -" not in line and session is not None:
            session.deadline()
    said()
    assert session is not None
    return session.told
