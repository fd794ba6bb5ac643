"""Orders to the TS and whole seasons, as the tables have them (T-3 to T-10)."""

from tests.games.setting import at
from tests.games.troubleshooter.board_of_six import placed, report, started, ts, turn, verdict
from tests.games.troubleshooter.test_troubleshooter_letters import read
from tests.tables import sentences


def played(given, seasons):
    """`given`: options, phase, TSs placed elsewhere, prices. A season has sheets, and the master's report."""
    state = started(**given.get("options", {}))
    if "phase" in given:
        state = at(state, given["phase"])
    for seat, changes in given.get("placed", {}).items():
        state = placed(state, seat, **changes)
    for season in seasons:
        told = report(str(state.phase)[:5], **season["report"]) if "report" in season else None
        state = turn(state, told=told, **{seat: read(text) for seat, text in season.items() if seat != "report"}).state
    return state


@sentences("given", "seasons", "order", "ruled", "says")
def test_an_order_stands_or_is_refused_and_says_why(given, seasons, order, ruled, says):
    found, told = verdict(played(given, seasons), "Ada", *read(order))
    assert found == ruled and all(words in told for words in says), told


@sentences("given", "seasons", "shown")
def test_seasons_come_out_as_they_are_ruled(given, seasons, shown):
    state = played(given, seasons)
    for seat, wanted in shown.items():
        mine = ts(state, seat)
        loan = mine.loan and [mine.loan.power, mine.loan.units, mine.loan.each]
        money = {"cash": state.cash(seat), "dollars": state.dollars(seat), "loan": loan}
        assert {name: money[name] if name in money else getattr(mine, name) for name in wanted} == wanted
