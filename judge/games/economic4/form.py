"""What a form offers in Economic Diplomacy IV: orders to units, and money between treasuries."""

from __future__ import annotations

from collections.abc import Sequence

from judge.core.form import Blank, Blanks, Box, Form
from judge.core.shown import Shown
from judge.games.economic4.board import economic4_map
from judge.games.economic4.shown import EconomyShown, TreasuryShown
from judge.kits.host.form import unit_lines

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
