"""A payola board as a JSON object, decided: what `judge adjudicate --variant payola` reads and answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from judge.core.dice import Dice
from judge.core.errors import InputError
from judge.kits.board.geography import Map
from judge.kits.board.standard import standard_map
from judge.kits.board.units import Position, position_of
from judge.kits.bribes.decide import Decision, Purse, decide
from judge.kits.bribes.faults import OfferFault
from judge.kits.bribes.reading import read_offer
from judge.kits.bribes.rules import STANDARD, BribeRules
from judge.kits.bribes.screen import Table, screen_offer
from judge.kits.bribes.survey import Survey
from judge.kits.bribes.values import Line, Payer, Saving
from judge.kits.bribes.welcome import ANYBODY, Welcome, default_welcome, drawn_order, read_welcome, spelled_out

Record = Mapping[str, Any]


def adjudicate_record(record: Record) -> dict[str, Any]:
    """The answer to one record. Raises InputError with the field in `where`.

    `units` power -> list of units, `balances` payer -> whole money, `accept` payer -> acceptance list (own letter and
    `?` where none is given), `offers` payer -> lines. Optional: `seed`, any text, for what a `?` leaves to chance;
    `dummies`, a list of unplayed powers; `ebayola`, true for second prices. Lines that could not be filed are listed
    under `ignored` and do nothing.
    """
    board = standard_map()
    position = _position(board, record)
    units: dict[Payer, list[str]] = {}
    for unit in position.units.values():
        units.setdefault(unit.power, []).append(unit.text)
    rules = BribeRules(second_price=bool(record.get("ebayola", False)))
    balances = _balances(record)
    payers = tuple(sorted({*units, *balances, *_mapping(record, "offers"), *_mapping(record, "accept")}))
    welcome = _welcomes(board, record, payers)
    purses, ignored = _purses(board, position, balances, record, payers)
    dummies = _texts(record.get("dummies", ()), "dummies")
    decision = decide(units, purses, welcome, rules, dummies)
    answer = _told(decision, record)
    return {**answer, "ignored": ignored} if ignored else answer


def _told(decision: Decision, record: Record) -> dict[str, Any]:
    return {
        "id": record.get("id"),
        "orders": {
            unit: {"order": award.text, "total": award.price, "paid": dict(award.paid)}
            for unit, award in sorted(decision.awards.items())
        },
        "balances": {payer: bill.after for payer, bill in decision.bills.items()},
        "reductions": {payer: bill.reductions for payer, bill in decision.bills.items() if bill.reductions},
    }


def _position(board: Map, record: Record) -> Position:
    listed = {power: _texts(texts, f"units.{power}") for power, texts in _mapping(record, "units", needed=True).items()}
    for power in listed:
        if power not in board.powers:
            raise InputError(f"unknown power {power!r}", "units", f"Powers are {', '.join(sorted(board.powers))}.")
    try:
        return position_of(board, listed)
    except InputError as fault:
        raise InputError(fault.message, "units", fault.hint) from None


def _balances(record: Record) -> dict[Payer, int]:
    balances = _mapping(record, "balances")
    for payer, amount in balances.items():
        if not isinstance(amount, int) or isinstance(amount, bool) or amount < 0:
            raise InputError("not a whole amount of money", f"balances.{payer}")
    return dict(balances)


def _welcomes(board: Map, record: Record, payers: Sequence[Payer]) -> dict[Payer, Welcome]:
    """Every list spelled out over all payers, a `?` by the record's seed."""
    letters = {power.letter: code for code, power in sorted(board.powers.items())}
    aliases = {payer.lower(): payer for payer in payers if payer not in board.powers}
    lists = _mapping(record, "accept")
    seed = record.get("seed", record.get("id"))
    dice = Dice(sha256(str(seed).encode()).digest(), "record")
    out = {}
    for payer in payers:
        if payer not in board.powers:
            continue
        try:
            text = lists.get(payer)
            given = default_welcome(payer) if text is None else read_welcome(_text(text, payer), letters, aliases)
        except OfferFault as fault:
            raise InputError(fault.message, f"accept.{payer}", fault.hint) from None
        if ANYBODY not in given:
            out[payer] = tuple(name for name in given if name in payers)
            continue
        powers = drawn_order(dice, f"welcome {payer}", tuple(sorted(board.powers)))
        investors = drawn_order(dice, f"investors {payer}", tuple(sorted(aliases.values()))) if aliases else ()
        whole = spelled_out(given, (powers, investors))
        out[payer] = tuple(name for name in whole if name in payers)
    return out


def _purses(
    board: Map, position: Position, balances: Mapping[Payer, int], record: Record, payers: Sequence[Payer]
) -> tuple[dict[Payer, Purse], list[dict[str, str]]]:  # fmt: skip
    survey = Survey(board, position)
    offers = _mapping(record, "offers")
    purses, ignored = {}, []
    for payer in payers:
        power = payer if payer in board.powers else ""
        table = Table(survey, payer, power, balances.get(payer, 0), STANDARD)
        lines: list[Line] = []
        for text in _texts(offers.get(payer, ()), f"offers.{payer}"):
            line = _line(table, text)
            if isinstance(line, str):
                ignored.append({"power": payer, "line": text, "reason": line})
            else:
                lines.append(line)
        purses[payer] = Purse(table.balance, tuple(lines))
    return purses, ignored


def _line(table: Table, text: str) -> Line | str:
    """The line as it stands, or the code or the words for what is wrong with it."""
    try:
        line = read_offer(text)
    except OfferFault as fault:
        return fault.message
    if isinstance(line, Saving):
        return line
    screened = screen_offer(table, line)
    return screened.line if screened.fault is None else screened.fault.code


def _mapping(record: Record, key: str, needed: bool = False) -> Mapping[str, Any]:
    value = record.get(key)
    if value is None:
        if needed:
            raise InputError("missing", key)
        return {}
    if not isinstance(value, dict):
        raise InputError("not an object", key)
    return value


def _texts(value: Any, field: str) -> list[str]:
    if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
        raise InputError("not a list of texts", field)
    return list(value)


def _text(value: Any, payer: str) -> str:
    if not isinstance(value, str):
        raise InputError("not text", f"accept.{payer}")
    return value
