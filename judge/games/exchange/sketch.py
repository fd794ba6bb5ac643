"""The board with where each company stands: not begun, founded, or floated and at what price."""

from __future__ import annotations

from judge.core.picture import Board, Note
from judge.core.shown import Shown
from judge.core.variant import Told
from judge.games.exchange.shown import CompanyShown, ExchangeShown
from judge.games.exchange.state import Status
from judge.kits.board import standard_map
from judge.kits.host.picture import picture as board_picture
from judge.kits.host.picture import prices


def picture(before: Shown, after: Shown, notices: Told) -> Board | None:
    """Centres of companies that were not floated are hatched: nobody can take them (XR-22)."""
    assert isinstance(after, ExchangeShown)
    notes = tuple(Note(power, _said(row)) for power, row in sorted(after.corporations.items()))
    active = after.board.active
    idle = tuple(centre for centre in standard_map().centres if centre not in active)
    return board_picture(before, after, notices, marks=prices(notices, "exchange.totals"), notes=notes, idle=idle)


def _said(row: CompanyShown) -> str:
    if row.status == Status.UNSTARTED:
        return "not founded"
    if not row.shares:
        return "founded"
    led = f", {row.leader}" if row.leader else ""
    return f"{row.shares} shares at {row.price}{led}"
