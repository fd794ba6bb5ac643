"""A game of Economic IV on the table for tests: orders as written lines, positions and treasuries set at will."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from judge.core.codec import document, pack, unpack
from judge.core.command import Sheet
from judge.core.dice import Dice
from judge.core.ledger import BANK, VOID, Ledger, Posting
from judge.core.notice import Notice
from judge.core.phase import Phase
from judge.core.ruling import Ruling
from judge.core.variant import Role, Seat, Step
from judge.games import variant
from judge.games.economic4.money import CREDIT, Loan
from judge.games.economic4.state import EconomyState
from judge.kits.board.geography import Map
from judge.kits.board.opening import position_of
from judge.kits.host.state import LiveBoard
from tests.games.setting import reader
from tests.harness import POWERS

ECONOMIC = variant("economic4")
SEATS = tuple(Seat(power, Role.POWER, power) for power in POWERS)
DICE = Dice(bytes(32), "test")


def read(text: str) -> Sheet:
    """The commands of these lines; every line must be understood."""
    return tuple(command for line in text.strip().split("\n") for command in reader("economic4")(line.strip()))


class Table:
    """A game under way; `last` is the last step."""

    def __init__(self, **options: str) -> None:
        step = ECONOMIC.open(SEATS, options, DICE)
        self.state: EconomyState = step.state
        self.last: Step = step

    # ---- setting things up ----------------------------------------------------------------------------------------

    def set(
        self,
        phase: str = "",
        units: Mapping[str, str] | None = None,
        owners: Mapping[str, str] | None = None,
        credits: Mapping[str, int] | None = None,
        loans: Sequence[Loan | Sequence[Any]] | None = None,
        seats: Mapping[str, str] | None = None,
        points: Mapping[str, int] | None = None,
    ) -> Table:
        """`units` power -> `A PAR, F BRE` of every power that has any; `owners` power -> places it owns, too, or only
        with a leading `=`; `credits` power -> treasury; `points` power -> what its provinces are worth."""
        state = self.state
        if phase:
            state = replace(state, phase=Phase.parse(phase))
        if units is not None:
            listed = {power: [text.strip() for text in texts.split(",")] for power, texts in units.items()}
            state = replace(state, live=LiveBoard.of(position_of(state.board, listed)))
        if owners is not None:
            state = replace(state, owners=_owners(state.owners, owners))
        if credits is not None:
            wanted = {**state.treasuries(), **credits}
            books = Ledger().post(Posting(BANK, power, CREDIT, amount) for power, amount in wanted.items())
            state = replace(state, books=books)
        if loans is not None:
            state = replace(state, loans=tuple(loan if isinstance(loan, Loan) else Loan(*loan) for loan in loans))
        taken: list[str] = []
        for power, number in (points or {}).items():
            own = _worth(state.board, power, number, taken)
            taken += own
            state = replace(state, owners=_owners(state.owners, {power: f"={' '.join(own)}"}))
        if seats is not None:
            state = replace(state, seats={**state.seats, **seats}, last_seats={**state.last_seats, **seats})
        self.state = state
        return self

    # ---- playing --------------------------------------------------------------------------------------------------

    def rule(self, power: str, text: str) -> tuple[Ruling, ...]:
        return ECONOMIC.rule_on(self.state, power, read(text))

    def code(self, power: str, text: str) -> str:
        """Why the last line is refused or amended."""
        because = self.rule(power, text)[-1].because
        return because.code if because else ""

    def remarks(self, power: str, text: str) -> set[str]:
        return {remark.code for ruling in self.rule(power, text) for remark in ruling.remarks}

    def play(self, **texts: str) -> Table:
        """One deadline. Every line must stand; the state must survive the store and the books balance."""
        sheets: dict[str, Sheet] = dict.fromkeys(POWERS, ())
        for power, text in texts.items():
            rulings = ECONOMIC.rule_on(self.state, power, read(text))
            assert all(ruling.stands for ruling in rulings), [r.because for r in rulings]
            sheets[power] = tuple(ruling.command for ruling in rulings)
        self.last = ECONOMIC.resolve(self.state, dict(sorted(sheets.items())), DICE)
        self.state = self.last.state
        assert unpack(EconomyState, pack(self.state)) == self.state
        assert ECONOMIC.books(self.state).faults() == ()
        return self

    # ---- looking --------------------------------------------------------------------------------------------------

    def told(self, kind: str, audience: str = "*") -> list[Mapping[str, Any]]:
        return [document(n.data) for n in self.last.notices if n.kind == kind and n.audience == audience]

    def row(self, kind: str, power: str) -> Mapping[str, Any]:
        return next(row for data in self.told(kind) for row in data["rows"] if row["power"] == power)

    def statement(self, power: str) -> Mapping[str, Any]:
        return self.told("treasury.statement", power)[0]

    def credits(self, power: str) -> int:
        return self.state.treasury(power)

    def units(self, power: str) -> list[str]:
        return [unit.text for unit in self.state.units_of(power)]

    def shows(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """What tables ask for: of the whole game, or of the powers (places, orders) that are named."""
        whole = {
            "phase": lambda: str(self.state.phase),
            "loans": lambda: [
                [loan.lender, loan.debtor, loan.owed, loan.lent, loan.phase] for loan in self.state.loans
            ],
            "winners": lambda: list(self.last.ended.winners) if self.last.ended else None,
            "sections": lambda: list(ECONOMIC.agenda(self.state).sections),
            "lost": lambda: self.state.books.balance(VOID, CREDIT),
            "lets": lambda: sorted(self.state.lets),
        }
        each = {
            "credits": self.credits,
            "units": self.units,
            "seats": self.state.seats.get,
            "owners": self.state.owners.get,
            "fate": self.state.fate.get,
            "scores": lambda power: self.last.ended.scores[power] if self.last.ended else None,
            "duties": lambda power: ECONOMIC.agenda(self.state).duties[power].name,
            "waiting": lambda power: list(ECONOMIC.standing(self.state, power).waiting),
            "hired": lambda power: ECONOMIC.standing(self.state, power).hired,
            "let": lambda power: ECONOMIC.standing(self.state, power).let,
            "income": lambda power: self.row("treasury.autumn", power)["income"],
            "told": self._field,
            "owes": lambda power: self.statement(power)["owes"],
            "void": lambda power: len(self.statement(power)["transfers"]["void"]),
            "unmatched": lambda power: len(self.statement(power)["transfers"]["unmatched"]),
            "unused": lambda power: self.statement(power)["unused"],
            "bill": lambda power: self.row("treasury.winter", power)["bill"],
            "cannot_pay": lambda power: _row(self.told("treasury.autumn")[0]["cannot_pay"], "power", power)["short"],
            "adjusted": lambda order: _row(self.told("board.adjustments")[0]["orders"], "order", order)["result"],
            "reasons": lambda order: _row(self.told("board.adjustments")[0]["orders"], "order", order)["reason"],
        }
        return {
            name: whole[name]() if name in whole else {key: each[name](key) for key in of} for name, of in asked.items()
        }

    def _field(self, asked: str) -> list[Any]:
        """What notices say in `kind audience field`."""
        kind, audience, field = asked.split()
        return [data.get(field) for data in self.told(kind, audience)]

    def private(self) -> list[Notice]:
        return [notice for notice in self.last.notices if notice.audience != "*"]


def _row(rows: Iterable[Mapping[str, Any]], field: str, value: str) -> Mapping[str, Any]:
    return next(row for row in rows if row[field] == value)


def _worth(board: Map, power: str, points: int, taken: Sequence[str]) -> list[str]:
    """Provinces of exactly so many points that are not taken: its own homeland first, then the dearest."""
    places = [code for code, province in board.provinces.items() if province.value and code not in taken]
    chosen = []
    for code in sorted(
        places, key=lambda code: (board.provinces[code].home != power, -board.provinces[code].value, code)
    ):
        if board.provinces[code].value <= points:
            chosen.append(code)
            points -= board.provinces[code].value
    assert points == 0
    return chosen


def _owners(old: Mapping[str, str], given: Mapping[str, str]) -> dict[str, str]:
    owners = dict(old)
    for power, places in given.items():
        if places.startswith("="):
            owners = {place: owner for place, owner in owners.items() if owner != power}
        owners.update(dict.fromkeys(places.lstrip("=").split(), power))
    return dict(sorted(owners.items()))
