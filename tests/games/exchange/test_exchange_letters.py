"""What the game prints can be read again, and every example of its help is understood."""

from __future__ import annotations

import pytest

from judge.games.exchange.commands import (
    Bid,
    Buy,
    CallElection,
    CompanyOrder,
    Consent,
    Dividend,
    DrawVote,
    Issue,
    NoBid,
    OfferList,
    Price,
    Query,
    Sell,
    Terms,
    Tiebreak,
    Transfer,
    Unsell,
    Values,
    Vote,
)
from judge.kits.bribes.sheets import NoOffers
from judge.parse.reading import Grammar, Understood
from judge.post import Line
from tests.games.exchange.exchange_table import EXCHANGE, accepting, bribe
from tests.harness import shared_reader
from tests.tables import rows

READER = shared_reader()
GRAMMAR = Grammar("exchange", EXCHANGE.vocabulary, EXCHANGE.names({}))


def read(text, hat=""):
    readings = READER.orders(GRAMMAR).read(Line(1, text), hat)
    assert all(isinstance(reading, Understood) for reading in readings), readings
    return [command for reading in readings if isinstance(reading, Understood) for command in reading.commands]


@pytest.mark.parametrize(
    "command",
    [
        Bid(power="RUSSIA", amount=120),
        Bid(power="RUSSIA", amount=120, shares=40, price=5),
        NoBid(power="ITALY"),
        Terms(power="TURKEY", shares=30, price=4),
        Price(power="FRANCE", price=6),
        Values(power="RUSSIA", values=(("MOS", 7), ("SEV", 7), ("STP", 12), ("WAR", 14))),
        Values(power="FRANCE", values=(("BRE", 0), ("MAR", 1), ("PAR", 1))),
        CallElection(power="RUSSIA"),
        CallElection(power="RUSSIA", cancel=True),
        OfferList(entries=(("RUSSIA", 5), ("FRANCE", 3), ("RUSSIA", 2)), cap=150),
        OfferList(entries=(("RUSSIA", 5),)),
        OfferList(),
        Vote(power="RUSSIA", lines=((0, "Bob"),)),
        Vote(power="RUSSIA", lines=((4, "Anna"), (5, "Grey Wolf"))),
        Vote(power="RUSSIA", lines=((4, "Anna"),)),
        Tiebreak(power="RUSSIA", names=("Grey Wolf", "Bob")),
        Dividend(power="RUSSIA", each=2),
        Dividend(power="RUSSIA", total=80),
        Dividend(power="RUSSIA"),
        Issue(power="RUSSIA", amount=10, price=12),
        Issue(power="RUSSIA"),
        Consent(power="RUSSIA", agrees=True),
        Consent(power="RUSSIA", agrees=False),
        DrawVote(powers=("FRANCE", "RUSSIA")),
        DrawVote(powers=("RUSSIA",)),
        DrawVote(),
        Sell(amount=3, power="RUSSIA", price=15),
        Unsell(listing=7),
        Unsell(power="RUSSIA"),
        Buy(amount=2, power="RUSSIA", who="Mrs Miggins", price=15),
        Buy(amount=2, power="RUSSIA", price=15),
        Buy(amount=2, listing=7, price=15),
        Transfer(amount=30, who="Grey Wolf"),
        Transfer(amount=30, who="RUSSIA"),
        Query(asked="PORTFOLIO"),
        Query(asked="LEDGER"),
        Query(asked="MARKET"),
        Query(asked="PRICES"),
        Query(asked="REPORT", power="RUSSIA"),
        Query(asked="RECORDS", power="RUSSIA"),
        accepting("R A @BOB ? T"),
        bribe("5 : A WAR - GAL"),
        bribe("4 ! F BLA - SEV | S A BUL - RUM"),
        bribe("60 $"),
        NoOffers(),
        CompanyOrder(text="BUILD A MOS"),
        CompanyOrder(text="REMOVE F SEV"),
        CompanyOrder(text="WAIVE"),
        CompanyOrder(text="A MUN R BOH, SIL"),
        CompanyOrder(text="A MUN D"),
    ],
    ids=lambda command: command.canonical(),
)
def test_B_3_a_printed_order_reads_as_the_same_order(command):
    assert read(command.canonical()) == [command]


@pytest.mark.parametrize(
    ("text", "canonical"),
    rows(__file__, "B_3_people_write_as_they_like"),
)
def test_B_3_people_write_as_they_like(text, canonical):
    assert [command.canonical() for command in read(text)] == [canonical]


def test_B_3_several_orders_share_a_line_and_wear_its_hat():
    found = read("SELL 2 FRANCE AT 11; TRANSFER 30 TO Bob")
    assert [command.canonical() for command in found] == ["SELL 2 FRANCE AT 11", "TRANSFER 30 TO Bob"]
    assert read("5 : A WAR - GAL", "RUSSIA")[0].hat == "RUSSIA"
