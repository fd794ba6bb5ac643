"""Every template of the game, filled with what the rules give, fits in 72 columns and says what it must."""

from __future__ import annotations

import pytest

from judge.core.notice import MASTER, PUBLIC
from judge.kits.host.reports import GameOver
from tests.games.capitalist.capitalist_cases import (
    GAME,
    NINE,
    at,
    buy,
    commanded,
    holding,
    opened,
    order,
    orders,
    placed,
    sell,
    turn,
)
from tests.harness import shared_pen

PEN = shared_pen()


def part(name, **context):
    text = PEN.part((f"capitalist/{name}.txt", f"lib/{name}.txt"), context)
    assert text is not None, name
    assert all(len(row) <= 72 for row in text.split("\n")), text
    return " ".join(text.split())


def told(step):
    """The notices of a deadline that everybody or Ada may read, in words, without the board's own."""
    mine = [notice for notice in step.notices if notice.audience in (PUBLIC, "Ada")]
    return {n.kind: part(n.kind, data=n.data, game="cap1") for n in mine if not n.kind.startswith("board.")}


def moves(mode="separate"):
    return commanded(at(opened(phases=mode), "S", "M"), FRANCE="Ada", ITALY="Ada", TURKEY="Bob")


def forecast(state, seat, *sheet):
    kept = tuple(ruling.command for ruling in GAME.rule_on(state, seat, sheet) if ruling.stands)
    return part("forecast", forecast=GAME.forecast(state, seat, kept))


@pytest.mark.parametrize("name", ["rules", "help"])
def test_rules_and_help_print_every_setting_and_every_word(name):
    text = part(name, card=GAME.card)
    wanted = [f"{option.name}=" for option in GAME.card.options] if name == "rules" else ["Austria: -500", "AS FRANCE"]
    assert all(word in text for word in wanted)
    if name == "rules":
        assert all(f"C-{number} " in text for number in range(1, 12))


@pytest.mark.parametrize("mode", ["separate", "combined"])
def test_a_season_in_words_names_commanders_margins_and_who_was_silent(mode):
    sheets = {"Ada": (*orders("A PAR - BUR"), sell(100, "LIRA"), buy(100, "FRANC"))}
    words = told(turn(moves(mode), sheets))
    assert "Ordered by: France Ada." in words["capitalist.spoke"]
    assert "Austria without a commander" in words["capitalist.spoke"]
    if mode == "combined":
        assert "France Ada 1100 +100" in words["capitalist.commanders"]
        assert "COMMANDERS of F1901M" in words["capitalist.commanders"]


def test_the_first_exchange_names_ties_once_and_says_how_they_were_decided():
    words = told(turn(opened(), {"Ada": (sell(100, "LIRA"), buy(100, "FRANC"))}))
    assert "drawn (C-3)" in words["capitalist.commanders"]
    assert (
        "Crowns, Pounds, Marks, Roubles and Piastres: all players hold equally many, so lots were drawn. (C-3)"
        in words["capitalist.commanders"]
    )
    assert "commander of France" in words["book.statement"]


def test_a_power_without_a_commander_is_said_to_stand_in_civil_disorder():
    words = told(turn(holding(opened(), "FRANC", **dict.fromkeys(NINE, 0))))
    assert "France nobody civil disorder" in words["capitalist.commanders"]


def test_the_last_count_in_words_gives_points_and_rates():
    state = placed(moves(), {"FRANCE": ["A SPA", "A POR"], "ITALY": ["A VEN", "A BUD", "A VIE", "F TRI"]})
    words = told(turn(at(state, "F", "M", 1915)))
    assert "Francs 3 5 +2 1.00 +10% 1.10 +0.10" in words["capitalist.winter"]
    assert "Austria is out of the game" in words["market.eliminated"]
    assert "Points are blocks of 100 units x centres, by the count of Winter 1915." in words["final.scores"]


def test_a_forecast_gives_trades_to_the_centime_and_every_unit():
    text = forecast(
        at(moves("combined"), "F", "M"),
        "Ada",
        sell(300, "LIRA"),
        buy(100, "FRANC"),
        order("A PAR - BUR"),
        order("WAIVE", "FRANCE"),
    )
    assert "SFr 0.00 + 300.00 raised - 100.00 spent = 200.00" in text
    assert "Army Paris -> Burgundy." in text and "No order is on file for A MAR and F BRE: they hold. (C-6)" in text
    assert "If needed, winter: Waives the builds that are left. (D-7)" in text


def test_a_forecast_of_retreats_and_winter_says_what_becomes_of_the_units():
    battle = placed(at(moves(), "S", "M"), {"FRANCE": ["A BUR"], "TURKEY": ["A MUN", "A RUH"]})
    after = turn(battle, {"Bob": orders("A MUN - BUR", "A RUH S A MUN - BUR")}).state
    assert "A dislodged unit without an order is disbanded: A BUR. (C-6)" in forecast(after, "Ada")
    winter = placed(at(moves(), "W", "A"), {"FRANCE": ["A SPA"], "ITALY": ["A ROM", "A VEN", "F NAP", "F ION"]})
    text = forecast(winter, "Ada", order("BUILD A PAR"))
    assert "France, 2 builds due: Builds an army in Paris." in text
    assert "Italy, 1 removal due: Defaults, removing the fleet in Ionian Sea. (by rule)" in text


def test_D_7_what_was_sent_with_the_moves_is_not_said_to_be_disbanded():
    battle = placed(
        at(moves(), "S", "M"), {"FRANCE": ["A BUR"], "ITALY": ["A TYR"], "TURKEY": ["A MUN", "A RUH", "A VIE", "A BOH"]}
    )
    attack = orders("A MUN - BUR", "A RUH S A MUN - BUR", "A VIE - TYR", "A BOH S A VIE - TYR")
    after = turn(battle, {"Ada": orders("A BUR R GAS"), "Bob": attack}).state
    assert str(after.phase) == "S1901R"
    text = forecast(after, "Ada")
    assert "is used unless you order something else now: A BUR R GAS. (D-7)" in text
    assert "is disbanded: A TYR. (C-6)" in text


def test_who_commands_nothing_is_told_that_there_is_nothing_to_send():
    assert "You command no power in S1901M" in forecast(moves(), "Cy")


def test_the_masters_end_is_said_to_break_the_game_off():
    assert "broken off" in forecast(opened(), MASTER, GameOver(how="ABANDONED"))


@pytest.mark.parametrize("state", [opened(), moves(), moves("combined"), at(moves(), "W", "A")], ids=str)
def test_status_purse_and_digest_can_be_written_in_every_phase(state):
    public, private = GAME.standing(state, None), GAME.standing(state, "Ada")
    status = part("status", seat="Ada", game="cap1", public=public, private=private, over=False)
    assert "220 points, rank 1 of 9" in status
    assert ("You command France and Italy" in status) == bool(state.charges)
    assert "7000.00" in part("purse", private=private)
    assert "Ada" in part("digest", public=public)


@pytest.mark.parametrize("phase", ["S1901C", "S1901M", "S1901R", "W1901A"])
def test_silence_suits_the_phase(phase):
    assert part("silence", game={"phase": phase})


def test_C_2_a_forecast_says_what_the_trades_would_mean_for_command():
    text = forecast(at(moves("combined"), "F", "M"), "Ada", sell(300, "LIRA"), buy(100, "FRANC"))
    assert "Command, if nobody else trades: ahead in Francs; behind in Lira." in text
