"""Lines of bribes in their usual form are read by a shorter way, and come out as by the long one."""

from __future__ import annotations

import re
from random import Random

import pytest

from judge.kits.board.legality import legal_orders, restated
from judge.kits.board.opening import position_of
from judge.kits.board.standard import standard_map
from judge.kits.board.tables import tables_of
from judge.kits.bribes import orders as reading_orders
from judge.kits.bribes import reading
from judge.kits.bribes.reading import Notation
from judge.kits.bribes.survey import Survey
from judge.kits.bribes.values import OfferFault

BOARD = standard_map()
PLACES = sorted(BOARD.army.keys() | BOARD.fleet.keys() | BOARD.provinces.keys())
HEADS = ("4", "4#2", "4#", "5+", "2*3", "99999", "3#9", "", "0", "4 #2")


def said(notation: Notation, text: str) -> object:
    try:
        return notation.read(text)
    except OfferFault as fault:
        return str(fault), fault.column, fault.hint


def lines(chance: Random) -> list[str]:
    found = []
    for place in PLACES:
        other, third = chance.choice(PLACES), chance.choice(PLACES)
        orders = (
            "H",
            f"- {place}",
            f"S A {place}",
            f"S F {place} - {other}",
            f"C A {place} - {other}",
            "- XYZ",
            "C F LON",
            f"- {place} VIA",
        )
        for order in orders:
            sign = chance.choice(":!>@&;")
            found.append(f"{chance.choice(HEADS)} {sign} {chance.choice('AF')} {third} {order}")
    found += [f"{one} | {chance.choice(('- BUR', 'H', 'A PAR H', ''))}" for one in chance.sample(found, 60)]
    found += [f"{one} % a note" for one in chance.sample(found, 20)]
    found += [
        "4 : A PAR (BUR)",
        "4 : F STP NC - BAR",
        "4 : A PAR",
        "4 : A PAR ",
        "4 : A PAR -BUR",
        "4 : A par - BUR",
    ]
    return found


def test_the_usual_form_reads_as_word_by_word(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = lines(Random(1))
    short = [said(Notation(BOARD), text) for text in texts]
    with monkeypatch.context() as patch:
        patch.setattr(reading, "_PLAIN", re.compile("(?!)"))
        patch.setattr(reading_orders.Orders, "_is_coded", lambda self, text: False)
        for text, found in zip(texts, short, strict=True):
            assert said(Notation(BOARD), text) == found, text


def test_an_order_is_written_in_full_as_the_board_restates_it() -> None:
    chance = Random(3)
    for _ in range(4):
        units: dict[str, list[str]] = {"ENGLAND": [], "FRANCE": [], "TURKEY": []}
        for code in chance.sample(sorted(BOARD.provinces), 30):
            province = BOARD.provinces[code]
            fleet = province.terrain == "sea" or (province.terrain == "coast" and chance.random() < 0.4)
            units[chance.choice(sorted(units))].append(
                f"F {chance.choice(province.locations)}" if fleet else f"A {code}"
            )
        position = position_of(BOARD, units)
        survey = Survey(BOARD, position)
        for unit in position.units.values():
            orders = [text[len(unit.text) + 1 :] for text in legal_orders(BOARD, position, unit)]
            orders += [f"S {place} - {chance.choice(PLACES)}" for place in chance.sample(PLACES, 20)]
            orders += [f"C A {place} - {chance.choice(PLACES)}" for place in chance.sample(PLACES, 20)]
            for order in [*orders, "- BUR VIA", "- LON"]:
                plan = tables_of(BOARD).orders[f"{unit.text} {order}"]
                if plan.why.name == "UNREADABLE":
                    continue
                assert survey._written(unit, order, plan) == restated(BOARD, position, f"{unit.text} {order}"), order
