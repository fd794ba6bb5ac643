"""Orders to the TS and whole seasons, as the tables have them (T-3 to T-10)."""

import json

from judge.core.notice import MASTER
from judge.kits.host.commands import GameOver
from tests.games.setting import at, reader, told
from tests.games.troubleshooter.board_of_six import (
    DICE,
    SIX,
    placed,
    priced,
    report,
    rolling,
    started,
    ts,
    turn,
    verdict,
)
from tests.tables import sentences

read = reader("troubleshooter")


def sheet(text):
    return [command for line in text.split("; ") for command in read(line)]


def played(given, seasons):
    """`given`: options, phase, TSs placed elsewhere, prices. A season has sheets, the master's report and END, and what
    the end roll comes to. What is played, and the last step."""
    state = started(**given.get("options", {}))
    if "phase" in given:
        state = at(state, given["phase"])
    for seat, changes in given.get("placed", {}).items():
        state = placed(state, seat, **changes)
    state, step = priced(state, **given.get("prices", {})), None
    for season in seasons:
        seen = report(str(state.phase)[:5], **season["report"]) if "report" in season else None
        sheets = {seat: sheet(text) for seat, text in season.items() if seat in SIX}
        if "end" in season:
            sheets[MASTER] = (GameOver(how=season["end"][0], powers=tuple(season["end"][1:])),)
        dice = rolling(season["roll"], str(state.phase)) if "roll" in season else DICE
        step = turn(state, told=seen, dice=dice, **sheets)
        state = step.state
    return state, step


@sentences("given", "seasons", "order", "ruled", "says")
def test_an_order_stands_or_is_refused_and_says_why(given, seasons, order, ruled, says):
    found, said = verdict(played(given, seasons)[0], "Ada", *read(order))
    assert found == ruled and all(words in said for words in says), said


@sentences("given", "seasons", "shown")
def test_seasons_come_out_as_they_are_ruled(given, seasons, shown):
    state, step = played(given, seasons)
    game = {
        "told": lambda asked: told(step, asked),
        "prices": state.prices.get,
        "scores": lambda seat: step.ended.scores[seat],
        "holding": lambda seat: {code: units for code, units in state.purse(seat).holding.items() if units != 650},
        "ended": lambda what: step.ended and getattr(step.ended, what),
    }
    for seat, wanted in shown.items():
        if seat in game:
            assert json.loads(json.dumps({key: game[seat](key) for key in wanted})) == wanted
            continue
        mine = ts(state, seat)
        loan = mine.loan and [mine.loan.power, mine.loan.units, mine.loan.each]
        money = {"cash": state.cash(seat), "dollars": state.dollars(seat), "loan": loan}
        assert {name: money[name] if name in money else getattr(mine, name) for name in wanted} == wanted
