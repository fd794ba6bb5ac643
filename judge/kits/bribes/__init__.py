"""The bribes kit: orders are sold to the highest promise (Payola; the corporations and investors of Exchange).

    line = read_offer("4+6 ! A PAR - BUR | - GAS")          an Offer or a Saving; OfferFault says where reading stopped
    screen(Table(Survey(board, position), "GERMANY", "GERMANY", balance=48), [line])        may it be filed (A5)?
    decide(units, {"GERMANY": Purse(48, (line,))}, welcome)          every unit's order, every payer's bill (A7-A9)

A payer is any account: a power, or an investor without units (XR-2). Amounts are whole numbers, rounding never occurs.
"""

from judge.kits.bribes.commands import OFFERS, Accept, Bribe, NoOffers
from judge.kits.bribes.decide import Award, Bill, Decision, Purse, Row, decide
from judge.kits.bribes.exposure import exposure, pays, stands_behind
from judge.kits.bribes.faults import OfferFault
from judge.kits.bribes.reading import Notation, notation, read_offer
from judge.kits.bribes.record import adjudicate_record
from judge.kits.bribes.rules import STANDARD, BribeRules, Language, Reach, Signals
from judge.kits.bribes.screen import REASONS, Screened, Table, screen
from judge.kits.bribes.survey import Impossible, Survey
from judge.kits.bribes.values import Item, Line, Offer, Payer, Saving, is_move
from judge.kits.bribes.welcome import (
    ANYBODY,
    Welcome,
    default_welcome,
    drawn_order,
    read_welcome,
    spelled_out,
    write_welcome,
)

__all__ = [
    "ANYBODY", "OFFERS", "REASONS", "STANDARD", "Accept", "Award", "Bill", "Bribe", "BribeRules", "Decision",
    "Impossible", "Item", "Language", "Line", "NoOffers", "Notation", "Offer", "OfferFault", "Payer", "Purse",
    "Reach", "Row", "Saving", "Screened", "Signals", "Survey", "Table", "Welcome", "adjudicate_record", "decide",
    "default_welcome", "drawn_order", "exposure", "is_move", "notation", "pays", "read_offer", "read_welcome",
    "screen", "spelled_out", "stands_behind", "write_welcome",
]  # fmt: skip
