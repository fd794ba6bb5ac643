"""How an Economic IV game begins (E-1)."""

from __future__ import annotations

from collections.abc import Mapping

from judge.core.ledger import BANK, Ledger, Posting
from judge.core.notice import PUBLIC, tell
from judge.core.phase import Phase
from judge.core.variant import Seat, Step
from judge.games.economic4.board import CAPITALS, economic4_map, home_owners
from judge.games.economic4.card import settled
from judge.games.economic4.money import CREDIT
from judge.games.economic4.news import Opened
from judge.games.economic4.report import treasury_rows
from judge.games.economic4.state import EconomyState
from judge.kits.board import start_position
from judge.kits.host import LiveBoard, Source
from judge.kits.host.news import Standing
from judge.kits.host.seating import flags_of


def open_game(seats: tuple[Seat, ...], options: Mapping[str, str]) -> Step:
    """Spring 1901: the units of the start, paid for, and the first credits. InputError without seven powers."""
    settings = settled(options)
    board = economic4_map(settings.switches)
    flags = flags_of(seats, Source.HOSTED, tuple(sorted(board.powers)), "game of Economic IV")
    start = [Posting(BANK, power, CREDIT, settings.start_treasury, "start") for power in sorted(board.powers)]
    state = EconomyState(
        phase=Phase.parse(board.first_phase),
        settings=settings,
        live=LiveBoard.of(start_position(board)),
        owners=home_owners(board),
        seats=dict(CAPITALS),
        last_seats=dict(CAPITALS),
        books=Ledger().post(start),
        flags=flags,
    )
    data = Opened(
        phase=str(state.phase),
        start=settings.start_treasury,
        rows=treasury_rows(state),
        victory=settings.victory,
        alliance=settings.alliance,
        units=tuple(Standing(power=power, type=kind, loc=place) for power, kind, place in state.live.placed()),
    )
    return Step(state, (tell(PUBLIC, data),))
