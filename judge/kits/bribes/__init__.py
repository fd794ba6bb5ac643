"""The bribes kit: orders are sold to the highest promise (Payola; the corporations and investors of Exchange).

    line = read_offer("4+6 ! A PAR - BUR | - GAS")          an Offer or a Saving; OfferFault says where reading stopped
    screen(Table(Survey(board, position), "GERMANY", "GERMANY", balance=48), [line])        may it be filed (A5)?
    decide(units, {"GERMANY": Purse(48, (line,))}, welcome)          every unit's order, every payer's bill (A7-A9)
    rule_on_offers(table, commands), bid_of(table, commands)         a letter's sheet at entry, and at the deadline
    statement(decision, payer, purse), tables(decision)              what a payer is told; the chart of everything

A payer is any account: a power, or an investor without units (XR-2). Amounts are whole numbers, rounding never occurs.
"""

from judge.kits.bribes.commands import OFFERS, Accept, Bribe, NoOffers
from judge.kits.bribes.decide import Award, Bill, Decision, Purse, Row, decide
from judge.kits.bribes.exposure import exposure, pays, stands_behind
from judge.kits.bribes.faults import OfferFault
from judge.kits.bribes.income import FLAT, HOARDING, TAXES, Income, read_income, table_income, yearly
from judge.kits.bribes.reading import Notation, notation, read_offer
from judge.kits.bribes.record import adjudicate_record
from judge.kits.bribes.rules import STANDARD, BribeRules, Language, Reach, Signals
from judge.kits.bribes.screen import REASONS as _OF_LINES
from judge.kits.bribes.screen import Screened, Table, screen
from judge.kits.bribes.sheets import REASONS as _OF_SHEETS
from judge.kits.bribes.sheets import Bid, bid_of, filed_list, issued, rule_on_lists, rule_on_offers
from judge.kits.bribes.statements import accepted, price_row, signalled, statement, tables, unit_row, withheld
from judge.kits.bribes.survey import Impossible, Survey, survey_of
from judge.kits.bribes.switches import BLIND, GIFTS, LANGUAGE, PAY_DUMMIES, REPORTS, bribe_rules
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

REASONS = {**_OF_LINES, **_OF_SHEETS}

__all__ = [
    "ANYBODY",
    "BLIND",
    "FLAT",
    "GIFTS",
    "HOARDING",
    "LANGUAGE",
    "OFFERS",
    "PAY_DUMMIES",
    "REASONS",
    "REPORTS",
    "STANDARD",
    "TAXES",
    "Accept",
    "Award",
    "Bid",
    "Bill",
    "Bribe",
    "BribeRules",
    "Decision",
    "Impossible",
    "Income",
    "Item",
    "Language",
    "Line",
    "NoOffers",
    "Notation",
    "Offer",
    "OfferFault",
    "Payer",
    "Purse",
    "Reach",
    "Row",
    "Saving",
    "Screened",
    "Signals",
    "Survey",
    "Table",
    "Welcome",
    "accepted",
    "adjudicate_record",
    "bid_of",
    "bribe_rules",
    "decide",
    "default_welcome",
    "drawn_order",
    "exposure",
    "filed_list",
    "is_move",
    "issued",
    "notation",
    "pays",
    "price_row",
    "read_income",
    "read_offer",
    "read_welcome",
    "rule_on_lists",
    "rule_on_offers",
    "screen",
    "signalled",
    "spelled_out",
    "stands_behind",
    "statement",
    "survey_of",
    "table_income",
    "tables",
    "unit_row",
    "withheld",
    "write_welcome",
    "yearly",
]
