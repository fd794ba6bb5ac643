"""What players write, read by the real grammar (T-3, M-14), and a whole game by letters."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from judge.core.command import Command
from judge.core.plain import plain_line
from judge.games.troubleshooter.commands import UnitOrder
from judge.parse import Garbled, Grammar, Reader, Understood
from judge.post import Line
from tests.games.troubleshooter.board_of_six import TS, buy, go, hold, sell
from tests.harness import Judge

SHARE = Path(__file__).resolve().parents[3]


@cache
def reader() -> Reader:
    return Reader(SHARE)


def read(text: str) -> list[Command]:
    """Every order of a line; a piece that cannot be read fails the test."""
    grammar = Grammar("troubleshooter", TS.vocabulary, TS.names({}))
    readings = reader().order(Line(1, plain_line(text)), grammar)
    assert all(isinstance(one, Understood) for one in readings), readings
    return [command for one in readings for command in one.commands]


def garbled(text: str) -> Garbled:
    grammar = Grammar("troubleshooter", TS.vocabulary, TS.names({}))
    found = [one for one in reader().order(Line(1, plain_line(text)), grammar) if isinstance(one, Garbled)]
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize(
    "text",
    [
        "TS(Lon)-ENG-Pic-Par",
        "TS Lon-ENG-Pic-Par",
        "TS London - English Channel - Picardy - Paris",
        "ts (lon) – eng — pic – par",
        "TS Lon -> ENG -> Pic -> Par",
        "TS(Lon) → ENG → Pic → Par",
        "TS(Lon)=>ENG=>Pic=>Par",
        "TS: Lon-ENG-Pic-Par",
        "T.S. Lon to ENG to Pic to Par",
        "My TS (London) moves to Channel - Pic - Par",
        "Troubleshooter London-Channel-Picardy-Paris",
        "please TS(Lon)-ENG-Pic-Par, thanks",
        "TS(Lon)-ENG, Pic, Par",
    ],
)
def test_T_3_every_spelling_of_a_journey_is_the_same_order(text):
    assert read(text) == [go("ENG", "PIC", "PAR", start="LON")]


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("TS -> Mar -> Bur", go("MAR", "BUR")),
        ("TS to Burgundy", go("BUR")),
        ("TS(Switzerland) - Mar - Bur", go("MAR", "BUR", start="SWI")),
        ("TS Swiss-Tyrolia", go("TYR", start="SWI")),
        ("TS(STP/NC)-Bar", go("BAR", start="STP")),
        ("TS(Spain (south coast)) - Gulf of Lyon - Marseilles", go("LYO", "MAR", start="SPA")),
        ("TS Por - Spain (nc) - Mid-Atlantic Ocean - Eng", go("SPA", "MAO", "ENG", start="POR")),
        ("TS St. Petersburg - Gulf of Bothnia - Sweden", go("BOT", "SWE", start="STP")),
        ("TS HOLD", hold()),
        ("ts stays", hold()),
        ("TS(Par) HOLD", hold("PAR")),
        ("TS Paris holds", hold("PAR")),
        ("TS hold in Paris", hold("PAR")),
    ],
)
def test_T_3_places_may_be_named_in_full_and_coasts_mean_nothing(text, order):
    assert read(text) == [order]


def test_T_3_trades_and_the_ts_may_share_a_line():
    assert read("SELL 300 LIRA, BUY 200 MARKS; TS HOLD") == [sell(300, "LIRA"), buy(200, "MARK"), hold()]
    assert read("TS(Lon)-ENG-Pic and SELL 300 ITALY") == [go("ENG", "PIC", start="LON"), sell(300, "LIRA")]
    assert read("Italy: -300, Germany: +115") == [sell(300, "LIRA"), buy(115, "MARK")]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("TS Lon", "Where to?"),
        ("TS", "Where to?"),
        ("TS(Lon", "bracket"),
        ("TS(Lon)-", "next place"),
        ("TS(Lon)-3-Pic", "expected a place"),
        ("TS(Lon)-Liv", "LVN (Livonia) or LVP (Liverpool)"),
        ("TS(Lon)-ENG-Pikardy", "no place called"),
    ],
)
def test_T_3_what_cannot_be_read_is_told_in_words(text, says):
    assert says in garbled(text).reason


def test_T_3_a_slip_in_a_name_is_suggested_and_never_guessed():
    assert garbled("TS(Lon)-ENG-Pikardy").suggestion == "TS(Lon)-ENG-PIC"


@pytest.mark.parametrize(
    ("text", "order"),
    [("A VEN - TYR", "A VEN - TYR"), ("F NTH C A LON-NWY", "F NTH C A LON - NWY"), ("BUILD A PAR", "BUILD A PAR")],
)
def test_T_14_on_a_hosted_board_units_are_ordered_as_in_diplomacy(text, order):
    assert read(text) == [UnitOrder(text=order)]


@pytest.mark.parametrize("example", [example for entry in TS.card.help for example in entry.examples])
def test_every_example_of_the_help_can_be_read_and_so_can_its_printed_form(example):
    for command in read(example):
        assert read(command.canonical()) == [command]


def test_T_3_the_cheapest_route_is_found_and_named_with_its_price(tmp_path: Path) -> None:
    judge = Judge(tmp_path)
    judge.new("alps1", "troubleshooter", start_units="1000", sell_limit="500")
    judge.join("alps1", "Lupus", "Ursa")
    judge.start("alps1")
    judge.tick()
    for line in ("TS TO PARIS CHEAPEST", "TS(SWI) TO Paris CHEAPEST", "TS CHEAPEST TO PAR"):
        (answer,) = judge.orders("alps1", "Lupus", line)
        assert answer.subject.startswith("[OK]"), answer.text
        assert "1  TS(SWI)-BUR-PAR\n      This is the cheapest route to Paris, 2 %. (T-3)" in answer.text
    (stays,) = judge.orders("alps1", "Lupus", "TS TO SWITZERLAND CHEAPEST")
    assert "He is in Switzerland already: TS HOLD keeps him there. (T-3)" in stays.text
    (elsewhere,) = judge.orders("alps1", "Lupus", "TS(PAR) TO BRE CHEAPEST")
    assert "Your TS is in Switzerland, not in Paris." in elsewhere.text


def test_T_5_the_forecast_says_what_he_would_lend_if_prices_and_units_stayed(tmp_path: Path) -> None:
    judge = Judge(tmp_path)
    judge.new("alps1", "troubleshooter", start_units="1000", sell_limit="500")
    judge.join("alps1", "Lupus", "Ursa")
    judge.start("alps1")
    judge.tick()
    (answer,) = judge.orders("alps1", "Lupus", "TS(SWI)-BUR-PAR")
    told = " ".join(answer.text.split())
    assert "if prices and units stayed, he would lend 3 x 3266 Francs, and 2 would be lost." in told
