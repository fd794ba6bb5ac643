"""Dice checked from letters alone: links, draws and anchors, in their words and in their machine parts."""

import email
import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from email.message import Message as Mime
from typing import Any

from judge.core.dice import draw, follows
from judge.core.regex import regex
from judge.core.values import Value

START = "START"
_MOST = 100_000  # links a chain may have
_SCHEMA = "postal-judge/"

# The digits stand on a line of their own; letters of older judges have them on the same.
# Numbers of a length that dice can have: Python reads no integer of thousands of digits.
_LINK = regex(r"^\s*dice link (\d{1,19})\s+([0-9a-f]{64})\s*$", re.MULTILINE)
_ANCHOR = regex(r"^\s*dice anchor\s+([0-9a-f]{64})\s*$", re.MULTILINE)
_DRAW = regex(r'^\s*dice draw "([^"]+)" (\d{1,19}) (\d{1,19})\s*$', re.MULTILINE)
_PHASE = regex(r"^\s*dice phase (\S+)\s*$", re.MULTILINE)
_SAID = regex(r"^\s*dice (?:phase|link|anchor|draw)\b", re.MULTILINE)
_HEX = regex(r"[0-9a-f]{64}")
_PART = regex(r"(.+)/(\d+)")


class Throw(Value):
    """The dice that one part of a letter tells of: `draws` are (label, sides, value)."""

    phase: str
    link: int
    secret: str
    anchor: str
    draws: tuple[tuple[str, int, int], ...]


UNREAD = Throw("", 0, "0" * 64, "0" * 64, ())


class DiceCheck(Value):
    """What was found in one letter. `link` is 0 when there was nothing to check; `orders` are the drawn orders in
    words; `game`, `phase` and `anchor` are what the letter says."""

    good: bool
    link: int
    draws: int
    problems: tuple[str, ...]
    game: str = ""
    phase: str = ""
    anchor: str = ""
    orders: tuple[str, ...] = ()

    def words(self) -> str:
        if not self.good:
            return "; ".join(self.problems)
        if not self.link:
            return "there are no dice in this letter"
        return f"link {self.link} leads to the anchor; {self.draws} draws recomputed, all equal"


def verify_dice(raw: bytes) -> DiceCheck:
    """Check one letter, or the file of a machine part, by itself: link n hashed n times is the anchor, every draw
    comes out again, and the machine part says what the words say."""
    return verify_letters((raw,))[0]


def verify_letters(raws: Sequence[bytes]) -> list[DiceCheck]:
    """Check letters one by one, and against each other: all of a game end in the anchor of its start letter."""
    parts = [_parts(raw) for raw in raws]
    names = {part.get("game", ""): _names(part) for _, part in parts if _names(part)}
    checks = [_check(words, part, names.get(part.get("game", ""), ())) for words, part in parts]
    return [_beside(check, checks) for check in checks]


def _beside(check: DiceCheck, others: Iterable[DiceCheck]) -> DiceCheck:
    """The check with what the other letters say of its anchor: the start letter's first of all."""
    if not check.link or not check.anchor:
        return check
    every = list(others)
    mates = [one for one in every if one.anchor and check.game in ("", one.game)]
    starts = {one.anchor for one in mates if one.phase == START}
    told = starts or {one.anchor for one in mates}
    problem = ""
    if not starts and any(one.phase == START for one in every):
        problem = f"there is no start letter of {check.game} among these"
    elif told != {check.anchor} and (check.game or check.anchor not in told):
        where = "the start letter" if starts else "the other letters of this game"
        problem = f"the chain ends in another anchor than that of {where}"
    return replace(check, good=False, problems=(*check.problems, problem)) if problem else check


def _check(words: Throw | None, part: Mapping[str, Any], names: Sequence[str]) -> DiceCheck:
    machine = _machine(part)
    found = words or machine
    game = part.get("game", "")
    if found is None:
        return DiceCheck(True, 0, 0, (), game)
    problems = list(_faults(found))
    if words and machine and words != machine:
        problems += _differences(words, machine)
        problems += [f"in the machine part, {fault}" for fault in _faults(machine) if fault not in problems]
    orders = tuple(_orders(found.draws, names))
    return DiceCheck(
        not problems, found.link, len(found.draws), tuple(problems), game, found.phase, found.anchor, orders
    )


def _differences(words: Throw, machine: Throw) -> list[str]:
    """Where the machine part does not say what the words say."""
    pairs = (
        ("phase", words.phase, machine.phase),
        ("number of the link", words.link, machine.link),
        ("link", words.secret, machine.secret),
        ("anchor", words.anchor, machine.anchor),
        ("draws", sorted(words.draws), sorted(machine.draws)),
    )
    return [f"the machine part has another {what} than the words" for what, one, other in pairs if one != other]


def _faults(throw: Throw) -> Iterable[str]:
    secret = bytes.fromhex(throw.secret)
    if throw.link == 0:
        yield "what it says of dice cannot be read"
    elif not 0 < throw.link <= _MOST or not follows(secret, bytes.fromhex(throw.anchor), throw.link):
        yield f"link {throw.link} does not lead to the anchor"
    for label, sides, value in throw.draws:
        if not 0 < sides < 1 << 63:
            yield f"{label}: a die with {sides} sides"
        elif (found := draw(secret, throw.phase, label, sides)) != value:
            yield f"{label}: the letter says {value} of {sides}, the dice give {found}"


# ---- what a letter says -------------------------------------------------------------------------------------------


def _parts(raw: bytes) -> tuple[Throw | None, Mapping[str, Any]]:
    """The dice of the words and the machine part of a letter; of a file that is a machine part, that alone."""
    if raw.lstrip()[:1] == b"{":
        return None, _read(raw)
    text = ""
    part: Mapping[str, Any] = {}
    message: Mime = email.message_from_bytes(raw)
    for piece in message.walk():
        payload = piece.get_payload(decode=True)
        if not isinstance(payload, bytes):
            continue
        if piece.get_content_type() == "text/plain" and not text:
            text = payload.decode("utf-8", "replace")
        elif piece.get_content_type() == "application/json" and not part:
            part = dict(_read(payload))
    words, machine = _words(text), _machine(part)
    if words is None and text.strip() and machine is not None and machine.draws:
        words = UNREAD  # the words of a letter show whatever was drawn
    return words, part


def _words(text: str) -> Throw | None:
    """The dice of the words; None where these speak of none. Lines of which one cannot be read prove nothing."""
    links, anchors, phases = _LINK.findall(text), _ANCHOR.findall(text), _PHASE.findall(text)
    draws = tuple((label, int(sides), int(value)) for label, sides, value in _DRAW.findall(text))
    said = len(_SAID.findall(text))
    if not said:
        return None
    if not (links and anchors and phases) or said != len(links) + len(anchors) + len(phases) + len(draws):
        return UNREAD
    return Throw(phases[0], int(links[0][0]), links[0][1], anchors[0], draws)


def _read(raw: bytes) -> Mapping[str, Any]:
    """The document, if it is one of ours; {} otherwise."""
    try:
        found = json.loads(raw)
    except (ValueError, RecursionError):
        return {}
    ours = isinstance(found, dict) and str(found.get("schema", "")).startswith(_SCHEMA)
    return {**found, "game": str(found.get("game", ""))} if ours else {}


def _machine(part: Mapping[str, Any]) -> Throw | None:
    """The dice of a machine part; None where it has none, or none that could be read. Parts of older judges name the
    phase of the draws in their head alone, or, at the start, not at all."""
    dice = part.get("dice")
    if not isinstance(dice, dict):
        return None
    kind = str(part["schema"]).removeprefix(_SCHEMA)
    phase = dice.get("phase") or (START if kind == "start" else part.get("phase", ""))
    secret, anchor, link = _hex(dice.get("secret")), _hex(dice.get("anchor")), dice.get("link")
    if kind == "final" and "phase" not in dice:
        return None
    if not (secret and anchor and isinstance(link, int)):
        return replace(UNREAD, phase=str(phase))
    draws = []
    for row in dice.get("draws") or ():
        try:
            draws.append((str(row["label"]), int(row["sides"]), int(row["value"])))
        except (TypeError, KeyError, ValueError):
            draws.append(("a draw that cannot be read", 0, 0))
    return Throw(str(phase), link, secret, anchor, tuple(draws))


def _hex(found: object) -> str:
    """What was found, if it is a number as we print it; else ""."""
    return found if isinstance(found, str) and _HEX.fullmatch(found) else ""


def _names(part: Mapping[str, Any]) -> tuple[str, ...]:
    """The seats of a start letter, in the order in which dice are drawn for them."""
    seats = part.get("seats")
    return tuple(sorted(str(seat) for seat in seats)) if isinstance(seats, list) else ()


# ---- from draws to orders -----------------------------------------------------------------------------------------


def _orders(draws: Iterable[tuple[str, int, int]], names: Sequence[str]) -> Iterable[str]:
    """The orders that these draws come to, in words (docs/dice.md): lots `label/1`, `label/2` ... and dice of n! sides.

    Of seats the names are told where the start letter has so many of them, else the places in the list.
    """
    lots: dict[str, dict[int, tuple[int, int]]] = {}
    for label, sides, value in draws:
        found = _PART.fullmatch(label)
        if found and len(found[2]) < 9:
            lots.setdefault(found[1], {})[int(found[2])] = (sides, value)
    for label, one in sorted(lots.items()):
        size = len(one) + 1
        if [one.get(n, (0, 0))[0] for n in range(1, size)] == list(range(size, 1, -1)):
            yield _told(label, lots_order([one[n][1] for n in range(1, size)]), names)
    for label, sides, value in draws:
        count = next((n for n in range(2, 21) if math.factorial(n) == sides), 0)
        if count and not _PART.fullmatch(label) and label.startswith(("welcome ", "investors ")):
            yield _told(label, die_order(value, count), names if label.startswith("investors ") else _POWERS)


_POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")


def lots_order(values: Sequence[int]) -> list[int]:
    """Places in the list, from 1, in the order drawn lot by lot: each value counts among those that are left."""
    left = list(range(1, len(values) + 2))
    return [*(left.pop(value - 1) for value in values if value <= len(left)), *left]


def die_order(value: int, count: int) -> list[int]:
    """Places in the list, from 1, in the order that one die of count! sides stands for."""
    left, number, out = list(range(1, count + 1)), value - 1, []
    for size in range(count, 0, -1):
        place, number = divmod(number, math.factorial(size - 1))
        out.append(left.pop(min(place, len(left) - 1)))
    return out


def _told(label: str, places: Sequence[int], names: Sequence[str]) -> str:
    known = len(names) == len(places)
    return f"{label}: " + ", ".join(names[place - 1] if known else str(place) for place in places)
