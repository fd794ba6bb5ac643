"""The canonical text of orders, as results print it and machines send it (data notation, D-15).

    A PAR H              F NTH C A LON - BEL      A PAR R GAS    A PAR D
    A PAR - BUR          A PAR S A MAR - BUR      BUILD A PAR    REMOVE A PAR    WAIVE
                                                  BUILD F BRE ELSE A BRE
    A LON - BEL VIA      A PAR S A MAR

Reading is tolerant only of case, spaces, a missing or wrong unit type and a written convoy path (DATC 4.A.6, 4.C.1,
4.C.2). Words as players write them are another room's work; it hands over this text.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from judge.core.errors import InputError


class OrderKind(StrEnum):
    """What a unit, or a power in winter, is told to do."""

    HOLD = "hold"
    MOVE = "move"
    SUPPORT = "support"
    CONVOY = "convoy"
    RETREAT = "retreat"
    DISBAND = "disband"
    BUILD = "build"
    REMOVE = "remove"
    WAIVE = "waive"


_ALONE = {
    "H": OrderKind.HOLD,
    "HOLD": OrderKind.HOLD,
    "HOLDS": OrderKind.HOLD,
    "D": OrderKind.DISBAND,
    "DISBAND": OrderKind.DISBAND,
}


_TYPES, _SIGNS = frozenset("AF"), frozenset({"-", "VIA"})
# an enumeration is slow to ask
_HOLD, _MOVE, _SUPPORT, _CONVOY = OrderKind.HOLD, OrderKind.MOVE, OrderKind.SUPPORT, OrderKind.CONVOY

Parts = tuple[OrderKind, str, str, str, str, str, bool]
"""Of an order: kind, unit, place, target, subject_unit, subject, via."""


@dataclass(frozen=True, slots=True)
class Order:
    """One order. `unit` is `A`, `F` or empty when not written; `place` where the ordered unit stands or is built.

    `target` is where a move, retreat, supported move or convoy goes; empty for a support to hold. `subject` is the
    place of the supported or convoyed unit, `subject_unit` its written type. `via` is true only if VIA was written.
    `otherwise` are the units to be built if the first cannot be, in the order of preference (D-7).
    """

    kind: OrderKind
    unit: str = ""
    place: str = ""
    target: str = ""
    subject_unit: str = ""
    subject: str = ""
    via: bool = False
    otherwise: tuple[str, ...] = ()

    def __str__(self) -> str:
        return write_order(self)

    def choices(self) -> tuple[Order, ...]:
        """A build's choices one by one, the first that can be built is meant; any other order by itself."""
        first = replace(self, otherwise=())
        return (first, *(read_order(f"{self.kind.upper()} {unit}") for unit in self.otherwise))


def write_order(order: Order) -> str:
    """The canonical text of an order; what was not written stays unwritten."""
    unit = f"{order.unit} {order.place}".strip()
    subject = f"{order.subject_unit} {order.subject}".strip()
    match order.kind:
        case OrderKind.HOLD:
            return f"{unit} H"
        case OrderKind.MOVE:
            return f"{unit} - {order.target}{' VIA' if order.via else ''}"
        case OrderKind.SUPPORT if not order.target:
            return f"{unit} S {subject}"
        case OrderKind.SUPPORT:
            return f"{unit} S {subject} - {order.target}"
        case OrderKind.CONVOY:
            return f"{unit} C {subject} - {order.target}"
        case OrderKind.RETREAT:
            return f"{unit} R {order.target}"
        case OrderKind.DISBAND:
            return f"{unit} D"
        case OrderKind.WAIVE:
            return "WAIVE"
        case _:
            return f"{order.kind.upper()} {' ELSE '.join((unit, *order.otherwise))}"


def read_order(text: str) -> Order:
    """Canonical text → Order. Places are not looked up here. Raises InputError with what was expected."""
    words = _words(text)
    usual = _usual(words)
    return Order(*usual) if usual else _any_form(words, text)


def parts_of(text: str) -> Parts:
    """As `read_order`, for who needs no object: what is built or removed instead of the first choice is left out."""
    words = _words(text)
    usual = _usual(words)
    if usual:
        return usual
    order = _any_form(words, text)
    return order.kind, order.unit, order.place, order.target, order.subject_unit, order.subject, order.via


def _words(text: str) -> list[str]:
    return text.upper().replace("-", " - ").split()


def _usual(words: list[str]) -> Parts | None:
    """The forms that nearly every order has, told at once; every unit is written with its type."""
    size = len(words)
    if size < 3 or words[0] not in _TYPES or words[1] == "-":
        return None
    unit, place, verb = words[:3]
    if size == 3:
        return (_HOLD, unit, place, "", "", "", False) if verb == "H" else None
    if verb == "-":
        via = size == 5 and words[4] == "VIA"
        return (_MOVE, unit, place, words[3], "", "", via) if words[3] not in _SIGNS and (via or size == 4) else None
    if size < 5 or words[3] not in _TYPES or words[4] == "-":
        return None
    if size == 7 and words[5] == "-" and words[6] not in _SIGNS and verb in ("S", "C"):
        return _SUPPORT if verb == "S" else _CONVOY, unit, place, words[6], words[3], words[4], False
    return (_SUPPORT, unit, place, "", words[3], words[4], False) if size == 5 and verb == "S" else None


def _any_form(words: list[str], text: str) -> Order:
    if words == ["WAIVE"]:
        return Order(OrderKind.WAIVE)
    if words and words[0] in ("BUILD", "REMOVE"):
        first, *others = (_build(choice.split(), text) for choice in " ".join(words[1:]).split(" ELSE "))
        if others and words[0] == "REMOVE":
            raise _unreadable(text)
        otherwise = tuple(f"{unit} {place}".strip() for unit, place in others)
        return Order(OrderKind(words[0].lower()), *first, otherwise=otherwise)
    unit, place, rest = _unit(words, text)
    return _unit_order(unit, place, rest, text)


def _build(words: list[str], text: str) -> tuple[str, str]:
    """The unit and place of one build or removal, with nothing behind them."""
    unit, place, rest = _unit(words, text)
    if rest:
        raise _unreadable(text)
    return unit, place


def _unit(words: list[str], text: str) -> tuple[str, str, list[str]]:
    """Split `A PAR …` or `PAR …` into unit type, place and the words after it."""
    unit = ""
    if words and words[0] in ("A", "F"):
        unit, words = words[0], words[1:]
    if not words or words[0] == "-":
        raise _unreadable(text)
    return unit, words[0], words[1:]


def _unit_order(unit: str, place: str, words: list[str], text: str) -> Order:
    verb = words[0] if words else ""
    if verb == "-":
        return _move(unit, place, words, text)
    if verb in ("S", "C"):
        return _help(unit, place, words, text)
    if verb == "R" and len(words) == 2:
        return Order(OrderKind.RETREAT, unit, place, words[1])
    if verb in _ALONE and len(words) == 1:
        return Order(_ALONE[verb], unit, place)
    raise _unreadable(text)


def _move(unit: str, place: str, words: list[str], text: str) -> Order:
    """`- BEL`, `- BEL VIA`, or a path `- NTH - BEL`, which is taken as a move by convoy to its end."""
    via = words[-1] == "VIA"
    if via:
        words = words[:-1]
    steps = words[1::2]
    if not steps or len(words) % 2 or words[::2].count("-") != len(steps) or "-" in steps:
        raise _unreadable(text)
    return Order(OrderKind.MOVE, unit, place, steps[-1], via=via or len(steps) > 1)


def _help(unit: str, place: str, words: list[str], text: str) -> Order:
    kind = OrderKind.SUPPORT if words[0] == "S" else OrderKind.CONVOY
    subject_unit, subject, rest = _unit(words[1:], text)
    if rest[-1:] == ["VIA"]:
        rest = rest[:-1]
    if len(rest) == 2 and rest[0] == "-" and rest[1] != "-":
        return Order(kind, unit, place, rest[1], subject_unit, subject)
    if rest in ([], ["H"]) and kind is OrderKind.SUPPORT:
        return Order(kind, unit, place, "", subject_unit, subject)
    raise _unreadable(text)


def _unreadable(text: str) -> InputError:
    return InputError(
        f"cannot read the order {text!r}", hint="Write it as in A PAR - BUR, F NTH C A LON - BEL, BUILD A PAR."
    )
