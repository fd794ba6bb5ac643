"""A payola board as a JSON object, decided: what `judge adjudicate --variant payola` reads and answers."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from judge.core.dice import Dice
from judge.core.errors import InputError
from judge.core.plain import plain_line
from judge.core.variant import Option
from judge.kits.board.geography import Map
from judge.kits.board.opening import position_of
from judge.kits.board.standard import standard_map
from judge.kits.board.units import Position
from judge.kits.bribes import values
from judge.kits.bribes.decide import Decision, decide
from judge.kits.bribes.reading import read_offer
from judge.kits.bribes.rules import BLIND, LANGUAGE, PAY_DUMMIES, BribeRules, bribe_rules
from judge.kits.bribes.screen import PayerTable, screen
from judge.kits.bribes.sheets import CountedSheet, issued, sifted
from judge.kits.bribes.survey import Survey

Record = Mapping[str, Any]


def adjudicate_record(record: Record) -> dict[str, Any]:
    """The answer to one record. Raises InputError with the field in `where`.

    `units` power -> list of units, `balances` payer -> whole money, `accept` payer -> acceptance list (own letter and
    `?` where none is given), `offers` payer -> lines. Optional: `seed`, any text, for what a `?` leaves to chance;
    `dummies`, a list of unplayed powers; `ebayola`, true for second prices; `options`, an object of those settings of a
    game that concern offers, under their names there. Lines that could not be filed are listed under `ignored` and do
    nothing; in the fog a line about what is not there is not even listed.
    """
    board = standard_map()
    position = _position(board, record)
    units: dict[values.Payer, list[str]] = {}
    for unit in position.units.values():
        units.setdefault(unit.power, []).append(unit.text)
    rules = _rules(record)
    balances = _balances(record)
    payers = tuple(sorted({*units, *balances, *_mapping(record, "offers"), *_mapping(record, "accept")}))
    dummies = _dummies(board, record)
    welcome = _welcomes(board, record, payers, dummies)
    survey = Survey(board, position)
    tables = {
        payer: PayerTable(
            survey, payer, payer if payer in board.powers else "", balances.get(payer, 0), rules, dummies, True
        )
        for payer in payers
    }
    bids, ignored = _bids(tables, record)
    decision = decide(units, {payer: bid.purse for payer, bid in bids.items()}, welcome, rules, dummies)
    answer = _told(decision, issued(decision, bids.values()), record)
    return {**answer, "ignored": ignored} if ignored else answer


def _told(decision: Decision, orders: Mapping[str, str], record: Record) -> dict[str, Any]:
    return {
        "id": record.get("id"),
        "orders": {
            unit: {"order": orders[unit], "total": award.price, "paid": dict(award.paid)}
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


def _balances(record: Record) -> dict[values.Payer, int]:
    balances = _mapping(record, "balances")
    for payer, amount in balances.items():
        if not isinstance(amount, int) or isinstance(amount, bool) or amount < 0:
            raise InputError("not a whole amount of money", f"balances.{payer}")
    return dict(balances)


def _welcomes(
    board: Map, record: Record, payers: Sequence[values.Payer], dummies: Sequence[values.Payer]
) -> dict[values.Payer, values.Welcome]:
    """Every list spelled out over all payers, a `?` by the record's seed. An unplayed power likes all money alike."""
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
            plain = (values.ANYBODY,) if payer in dummies else values.default_welcome(payer)
            given = plain if text is None else values.read_welcome(_text(text, payer), letters, aliases)
        except values.OfferFault as fault:
            raise InputError(fault.message, f"accept.{payer}", fault.hint) from None
        if values.ANYBODY in given:
            powers = values.drawn_order(dice, f"welcome {payer}", tuple(sorted(board.powers)))
            others = values.drawn_order(dice, f"investors {payer}", tuple(sorted(aliases.values()))) if aliases else ()
            given = values.spelled_out(given, (powers, others))
        out[payer] = tuple(name for name in given if name in payers)
    return out


def _bids(
    tables: Mapping[values.Payer, PayerTable], record: Record
) -> tuple[dict[values.Payer, CountedSheet], list[dict[str, str]]]:
    """Every payer's sheet as it counts, and the lines that could not be filed, each with the reason."""
    offers = _mapping(record, "offers")
    bids, ignored = {}, []
    for payer, table in tables.items():
        texts = _below_nmr(_texts(offers.get(payer, ()), f"offers.{payer}"))
        wrong: dict[int, str] = {}
        lines: dict[int, values.Line] = {}
        for number, text in enumerate(texts):
            try:
                lines[number] = read_offer(plain_line(text))
            except values.OfferFault as fault:
                wrong[number] = fault.message
        judged = screen(table, tuple(lines.values()))
        bids[payer] = sifted(table, tuple(lines.values()), judged)
        wrong |= {number: row.fault.code for number, row in zip(lines, judged, strict=True) if row.fault is not None}
        ignored += [{"power": payer, "line": texts[number], "reason": why} for number, why in sorted(wrong.items())]
    return bids, ignored


def _below_nmr(texts: list[str]) -> list[str]:
    """The lines below the last NMR or CLEAR, which empty the sheet (A3)."""
    words = [plain_line(text).partition("%")[0].strip().upper() for text in texts]
    return texts[max((at for at, word in enumerate(words, 1) if word in ("NMR", "CLEAR")), default=0) :]


_SWITCHES = {option.name: option for option in (*LANGUAGE, PAY_DUMMIES, BLIND)}


def _rules(record: Record) -> BribeRules:
    """The rules of one record: the defaults, changed by its `options` and its `ebayola`."""
    chosen = {name: option.default for name, option in _SWITCHES.items()}
    for name, value in _mapping(record, "options").items():
        option = _SWITCHES.get(name)
        if option is not None:
            chosen[name] = _setting(option, value)
    if "ebayola" in record:
        chosen["ebayola"] = _setting(_SWITCHES["ebayola"], record["ebayola"])
    return bribe_rules(chosen)


def _setting(option: Option, value: Any) -> str:
    if isinstance(value, bool):
        value = "yes" if value else "no"
    allowed = option.choices or ("yes", "no")
    if value not in allowed:
        where = f"options.{option.name}"
        raise InputError(f"cannot be {value!r}", where, f"It is one of {', '.join(allowed)}, or true or false.")
    return str(value)


def _dummies(board: Map, record: Record) -> tuple[str, ...]:
    named = _texts(record.get("dummies") or (), "dummies")
    for power in named:
        if power not in board.powers:
            raise InputError(f"unknown power {power!r}", "dummies", f"Powers are {', '.join(sorted(board.powers))}.")
    return tuple(sorted(named))


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
