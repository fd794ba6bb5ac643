"""The winter deadline: transfers, then every power's winter, then the report (E-2, E-7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from judge.core.ledger import BANK, Posting
from judge.core.phase import Phase
from judge.core.variant import Step
from judge.games.economic4 import bulletin
from judge.games.economic4.deadline import Turn, decree, finish
from judge.games.economic4.money import CREDIT
from judge.games.economic4.state import EconomyState, Season
from judge.games.economic4.transfers import deals_of
from judge.games.economic4.turn import transfer
from judge.games.economic4.winter import Winter, winter_of
from judge.kits.board import Position
from judge.kits.host.bulletin import titled
from judge.kits.host.news import Adjustments


def play_winter(turn: Turn) -> Step:
    """One winter deadline from transfers to the winter report."""
    state = turn.before
    deals = {power: found for power, sheet in turn.sheets.items() if (found := deals_of(sheet))}
    turn = transfer(replace(turn, state=replace(state, season=Season(deals=deals))))
    winters = {p: winter_of(state, p, turn.sheets.get(p, ()), turn.state.treasury(p)) for p in state.living}
    turn = turn.post(tuple(Posting(p, BANK, CREDIT, winter.bill, "bill") for p, winter in sorted(winters.items())))
    after = replace(turn.state.with_position(_after(state, winters)), season=Season())
    turn = replace(turn, state=after)
    rows = bulletin.winter_rows(state.board, winters)
    turn = turn.tell(Adjustments(**titled(state.phase), orders=rows)) if rows else turn
    turn = turn.tell(bulletin.winter(after, winters, turn.purses, turn.settled, turn.phase))
    private = bulletin.statements(after, turn.purses, turn.lines, turn.settled, (), (), winters)
    return finish(decree(replace(turn, notices=(*turn.notices, *private))), Phase(state.phase.year + 1, "S"))


def _after(state: EconomyState, winters: Mapping[str, Winter]) -> Position:
    units = {number: unit for winter in winters.values() for number, unit in winter.kept.items()}
    number = state.live.next_id
    for _, winter in sorted(winters.items()):
        for unit in winter.built:
            units[number] = unit
            number += 1
    return Position(dict(sorted(units.items())), state.owners, next_id=number)
