"""What the outside asks of an Economic IV: its form, its names, the examples in letters, its board for the eye."""

from collections.abc import Iterator, Sequence
from functools import cache

from judge.core.form import Blank, Blanks, Box, Form
from judge.core.picture import Board, Mark, Note
from judge.core.shown import Shown
from judge.core.variant import Names, Told
from judge.games.economic4.board import economic4_map, lands
from judge.games.economic4.outlook import could_build
from judge.games.economic4.shown import EconomyShown, TreasuryShown
from judge.games.economic4.state import EconomyState
from judge.kits.host.orders import place_names, power_names
from judge.kits.host.picture import picture as board_picture
from judge.kits.host.samples import moves, retreats
from judge.kits.host.situated import unit_lines

CHEAPEST = 3  # credits of a unit
MOST_REMOVALS = 3  # lines for them


def form(public: Shown, phase: str) -> Form:
    """The form of a phase, by what everybody knows."""
    if not isinstance(public, EconomyShown):
        return Form()
    counts = {power: sum(unit.power == power for unit in public.board.units) for power in public.treasuries}
    due = {power: _paid_for(purse, counts[power]) for power, purse in public.treasuries.items()}
    money = _transfers(tuple(sorted(public.treasuries)), phase[0] == "F") if phase[-1] in ("M", "A") else ()
    return Form(unit_lines(public, phase, board=economic4_map(), due=due), (Blanks("Money", money),) if money else ())


def _paid_for(purse: TreasuryShown, units: int) -> int:
    """1 where a treasury reaches for one unit more, below zero where it does not reach for those there are."""
    spare = int(purse.credits) - int(purse.bill)
    return 1 if spare >= CHEAPEST else -min(units, MOST_REMOVALS) if spare < 0 else 0


def _transfers(powers: Sequence[str], autumn: bool) -> tuple[Blank, ...]:
    def line(what: str, verb: str, way: str, after: str = "") -> Blank:
        return Blank(what, (Box(verb, what="credits"), Box(way, tuple(powers), after, what=way.lower())))

    lines = [
        line("Lend", "LOAN", "TO"),
        line("Borrow", "RECEIVE", "FROM", "(LOAN)"),
        line("Give", "GIVE", "TO"),
        line("Be given", "RECEIVE", "FROM", "(GIFT)"),
        line("Pay back", "REPAY", "TO"),
    ]
    return (*lines, line("Call in", "CALL", "FROM")) if autumn else tuple(lines)


def picture(before: Shown, after: Shown, notices: Told) -> Board | None:
    """Treasuries, incomes and bills are those after the phase; all of them are public (E-2)."""
    assert isinstance(after, EconomyShown)
    told = tuple(notices)
    rows = sorted(after.treasuries.items())
    notes = tuple(
        Note(power, f"{row.credits} cr, +{row.income}, bill {row.bill}") for power, row in rows if not row.eliminated
    )
    chests = tuple(
        Mark("chest", row.seat, row.credits, _chest_words(power, row), power) for power, row in rows if row.seat
    )
    marks = (*_values(), *chests, *_broken(told), *_changed(told))
    return board_picture(before, after, told, map="economic4", marks=marks, notes=notes)


def _broken(told: Told) -> Iterator[Mark]:
    """A chest where an enemy took a treasury in this phase (E-9)."""
    for kind, data in told:
        for row in data["rows"] if kind == "treasury.captured" else ():
            words = f"{row['captor'].title()} has taken {row['power'].title()}'s treasury of {row['amount']} here"
            yield Mark("broken", row["place"], str(row["amount"]), words, row["power"])


def _changed(told: Told) -> Iterator[Mark]:
    """Provinces that changed hands and are no centres: those have their ring (E-3)."""
    centres = economic4_map().centres
    for kind, data in told:
        for row in data["rows"] if kind == "provinces.changed" else ():
            if row["place"] not in centres:
                words = f"{row['name']} has gone to {row['owner'].title()}"
                yield Mark("changed", row["place"], row["owner"][:1], words, row["owner"])


def _chest_words(power: str, row: TreasuryShown) -> str:
    return f"{power.title()}'s treasury of {row.credits} lies in {row.seat}"


def _values() -> tuple[Mark, ...]:
    provinces = economic4_map().provinces
    return tuple(
        Mark("value", code, str(provinces[code].value), f"{code} brings {provinces[code].value} a year")
        for code in lands(economic4_map())
    )


# Where a code may be meant by an old name, the answer shows the longest spelling.
_TOLD = {
    "CRO": "Croatia, northern Trieste",
    "ZAR": "Zara, southern Trieste",
    "SPN": "Spain, northern coast",
    "SPS": "Spain, southern coast",
}


@cache
def names() -> Names:
    """Kind of name -> canonical name -> spellings. `Tri` and `Spain` fit two places each and are asked about."""
    board = economic4_map()
    places = {code: (*words, _TOLD[code]) if code in _TOLD else words for code, words in place_names(board).items()}
    return {"power": power_names(board), "place": places}


LENT = 2


def samples(state: EconomyState, power: str) -> tuple[str, ...]:
    """Orders to his units, builds that he can pay for or a removal where he cannot pay, and one transfer."""
    if power not in state.living:
        return ()
    board, position = state.board, state.position
    if state.phase.kind == "R":
        return retreats(position, power)
    own = moves(board, position, power) if state.phase.kind == "M" else _builds(state, power)
    other = next((name for name in state.living if name != power), "")
    if not other:
        return own
    credits = state.treasury(power)
    if state.phase.kind == "A" and (could := could_build(state, power)).short:
        return (f"REMOVE {could.goes[0]}", f"RECEIVE {could.short} FROM {other} (LOAN)")
    transfer = f"LOAN {min(LENT, credits)} TO {other}" if credits else f"RECEIVE {LENT} FROM {other} (LOAN)"
    return (*own, transfer)


def _builds(state: EconomyState, power: str) -> tuple[str, ...]:
    """As much as is left when all that stands has been paid (E-4, E-6)."""
    could, provinces = could_build(state, power), state.board.provinces
    for kind, count in (("A", could.armies), ("F", could.fleets)):
        fit = [
            p for p in could.sites if (provinces[p].build == "any" if kind == "A" else provinces[p].terrain == "coast")
        ]
        if count and fit:
            return (f"BUILD {kind} {fit[0]}",)
    return ()
