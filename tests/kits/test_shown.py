"""What is asked of any game's standing: its board, its market, and whose the land is."""

from __future__ import annotations

from judge.core.shown import Shown
from judge.kits.host.picture import board_in
from judge.kits.market.state import market_in
from tests.games.capitalist.capitalist_cases import GAME, opened
from tests.games.diplomacy.table import DIPLOMACY, started
from tests.games.economic4.table import ECONOMIC, Table


def test_a_standing_without_a_board_or_a_market_has_none() -> None:
    both, board = GAME.standing(opened(), None), DIPLOMACY.standing(started(), None)
    assert (board_in(both), market_in(both)) == (both.board, both.market)
    assert (board_in(board), market_in(board)) == (board.board, None)
    assert (board_in(Shown()), market_in(Shown())) == (None, None)


def test_land_is_centres_but_where_all_land_is_somebodys() -> None:
    board = DIPLOMACY.standing(started(), None).board
    assert board.land == board.centres
    land = ECONOMIC.standing(Table().state, None).board
    assert land.land == land.owners and land.owners.keys() > land.centres.keys()
