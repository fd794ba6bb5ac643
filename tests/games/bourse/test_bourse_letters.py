"""What the game prints can be read again, and every example of its help is understood."""

from __future__ import annotations

import pytest

from judge.core.command import Command
from judge.games import variant
from judge.kits.host.reports import ReportResult
from judge.kits.market.orders import Buy, NoTrade, Sell
from judge.parse.reading import Grammar, Understood
from judge.post import Line
from tests.harness import shared_reader

BOURSE = variant("bourse")
READER = shared_reader()
GRAMMAR = Grammar("bourse", BOURSE.vocabulary, BOURSE.names({}))


def read(text: str) -> list[Command]:
    readings = READER.orders(GRAMMAR).read(Line(1, text))
    assert all(isinstance(reading, Understood) for reading in readings), readings
    return [command for reading in readings if isinstance(reading, Understood) for command in reading.commands]


@pytest.mark.parametrize(
    "command",
    [
        Sell(amount=300, currency="LIRA"),
        Sell(amount="ALL", currency="CROWN"),
        Sell(amount="MAX", currency="PIASTRE"),
        Buy(amount=115, currency="MARK"),
        Buy(amount="MAX", currency="POUND"),
        Buy(budget="REST", currency="ROUBLE"),
        Buy(budget=1_100_000, currency="FRANC"),
        Buy(budget=1_005, currency="FRANC"),
        NoTrade(),
    ],
)
def test_M_14_a_printed_order_reads_as_the_same_order(command):
    assert read(command.canonical()) == [command]


def test_B_8_a_printed_report_reads_as_the_same_report():
    report = ReportResult.read(
        {
            "phase": "F1901",
            "counts": {"AUSTRIA": 3, "ITALY": 1},
            "owners": {"BUD": "AUSTRIA", "VIE": "AUSTRIA", "TRI": "AUSTRIA", "ROM": "ITALY"},
            "units": [("AUSTRIA", "A", "BUD"), ("RUSSIA", "F", "STP/SC")],
        }
    )
    body = [Line(number, text) for number, text in enumerate(report.canonical().split("\n")[1:-1], 1)]
    text = READER.report(body, BOURSE.names({}))
    assert text.problems == ()
    again = {"phase": "F1901", "counts": text.counts, "owners": text.owners, "units": text.units}
    assert ReportResult.read(again) == report
