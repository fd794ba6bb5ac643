"""Frames: what a game can be told, as a row of slots to be filled by kind, in any order of words.

A vocabulary file declares them (`grammar/sense/companies.txt`):

    // frame: DIVIDEND {power} NONE <- nought+dividend power [year]
    // frames E: VOTE {power} FOR {seat} <- [vote] power seat

Left stands the canonical line with its slots, right what a clause must name: sorts of things, meanings of verbs, or one
of several (`issue/fresh`); `one+two`: two right behind one another; what stands in brackets may be there. Capitals
behind the word are the seasons in which the frame holds. `frames` may come several times in one clause (`Anna in
Russia, Bob in France`), each with its own slots.
"""

from __future__ import annotations

from collections.abc import Sequence

from judge.core.errors import SetupError
from judge.core.regex import regex
from judge.core.values import Value
from judge.core.variant import Situation
from judge.reading.sense.mentions import same
from judge.reading.sense.result import Sense, others_do, weighed
from judge.reading.sense.tokens import NAMES, Token, follows, sorts

_FORM = regex(r"(?P<several>s?)\s*(?P<seasons>[A-Z]*):\s*(?P<line>[^<]+?)\s*<-\s*(?P<parts>.+)")
_SLOT = regex(r"\{(\w+)\}")
DENIES = ("nought", "none", "undo", "refuse", "aside")
"""Sorts of words that deny, take back or ask: a frame that needs one is told for all that."""
_IDLE = ("small", "sign", "link")
_HOW_MUCH = ("vague", "fraction", "rest", "whole", "same")
"""Sorts of words that make more or less of what stands beside them: no slot takes them, and none may be passed over."""
_LONGEST = 32  # things in a clause that fills a frame
_STRANGE = 2  # words nobody knows beside what a frame needs


class Frame(Value):
    """One thing that can be told.

    line      the canonical line, with slots
    slots     the sorts that fill it, in the order of the line
    needs     what must be named: each a row of things, each of which is one of several sorts or meanings
    may       what may stand beside it
    seasons   where it holds; "" everywhere
    several   whether a clause may fill it several times
    """

    line: str
    slots: tuple[str, ...]
    needs: tuple[tuple[frozenset[str], ...], ...]
    may: frozenset[str]
    seasons: str
    several: bool

    @property
    def denies(self) -> bool:
        """Whether it is told by a denial or a question: `no dividend`, `withdraw my bid`, `what is on offer`."""
        return any(not words.isdisjoint(DENIES) for need in self.needs for words in need)


def parsed(text: str) -> Frame:
    """A declaration, without its word in front. Raises SetupError where it is none."""
    form = _FORM.match(text)
    if form is None:
        raise SetupError(f"A frame is `frame: LINE <- what it needs`, not {text!r}.")
    slots = tuple(_SLOT.findall(form["line"]))
    parts = form["parts"].split()
    bare = [one for one in parts if not one.startswith("[") and one not in slots]
    may = [word for one in parts if one.startswith("[") for word in one.strip("[]").split("/")]
    needs = tuple(tuple(frozenset(each.split("/")) for each in one.split("+")) for one in bare)
    return Frame(form["line"], slots, needs, frozenset(may), form["seasons"], bool(form["several"]))


def possible(frames: Sequence[Frame], things: Sequence[Token], now: Situation) -> list[Frame]:
    """Those of the frames for which a clause has what they need, whatever the order; none for a long one."""
    if len(things) > _LONGEST:
        return []
    there = sorts(things).union(one.value for one in things if one.sort == "verb")
    there.update(value for one in things if one.also for sort, value in one.also if sort == "verb")
    found = [
        one
        for one in frames
        if not any(there.isdisjoint(words) for need in one.needs for words in need)
        and (not one.seasons or now.season in one.seasons)
    ]
    open_ = bool(found) and any(one.is_("link", "or") for one in things)
    return [one for one in found if one.denies or not open_]


def read(frames: Sequence[Frame], things: Sequence[Token], now: Situation) -> Sense | None:
    """What the first frame says that a clause fills without anything left over; None where none is filled."""
    frames = possible(frames, things, now)
    if not frames or not things or others_do(things) or any(one.sort == "those" for one in things):
        return None  # `don't buy any of them` speaks of what stands above
    found = (_filled(frame, things, now) for frame in frames)
    return next((sense for sense in found if sense is not None and sense.sure), None)


def _filled(frame: Frame, things: Sequence[Token], now: Situation) -> Sense | None:
    """The lines of a frame, with every thing of the clause in it but small words."""
    used: set[int] = set()
    met: set[int] = set()
    for number, need in enumerate(frame.needs):
        places = [rows for n in range(len(things)) if (rows := _row(things, n, need))]
        met.update([number] if places else [])
        used.update(*places)
        if frame.denies and places:  # `je ne vends rien et je n'achète rien`
            used.update(n for n, one in enumerate(things) if any(_is(one, words) for words in need))
    values: list[tuple[str, str]] = []
    for n, one in enumerate(things):
        if n in used:
            continue
        slot, value = next(((slot, value) for slot in frame.slots if (value := _value(slot, things, n, now))), ("", ""))
        twice = slot == "seat" and values[-1:] == [(slot, value)]  # `for Bob (me)`
        values += [(slot, value)] if slot and not twice else []
        idle = one.is_("seat") and now.me and one.get("seat") == now.me  # `no trades for Lupus`
        if (
            slot
            or idle
            or _is(one, frame.may)
            or (one.sort in _IDLE and not any(sort in (*NAMES, "against") for sort, _ in one.also))
        ):
            used.add(n)
    groups = _groups(frame, values)
    passed = (one for n, one in enumerate(things) if n not in used)
    if len(met) < len(frame.needs) or not groups or any(one.is_(sort) for one in passed for sort in _HOW_MUCH):
        return None
    lines = dict.fromkeys(frame.line.format_map(group) for group in groups)
    return weighed(list(lines), things, used, _STRANGE if frame.slots else 0)


def _row(things: Sequence[Token], at: int, need: Sequence[frozenset[str]]) -> list[int]:
    """The numbers of the things from here that are what is needed, one behind the other; empty where they are not."""
    found: list[int] = []
    for words in need:
        while found and at < len(things) and things[at].sort in ("small", "link", "all") and not _is(things[at], words):
            at += 1
        if at == len(things) or not _is(things[at], words):
            return []
        found.append(at)
        at += 1
    return found


def _groups(frame: Frame, values: Sequence[tuple[str, str]]) -> list[dict[str, str]]:
    """The values of each time that a frame is filled, each with every slot once; none where one is left over."""
    size = len(frame.slots)
    if not size:
        return [] if values else [{}]
    parts = [values[at : at + size] for at in range(0, len(values), size)]
    right = all(sorted(slot for slot, _ in part) == sorted(frame.slots) for part in parts)
    alike = len({tuple(slot for slot, _ in part) for part in parts}) == 1
    return [dict(part) for part in parts] if right and alike and (frame.several or len(parts) == 1) else []


def _value(slot: str, things: Sequence[Token], n: int, now: Situation) -> str:
    """What a thing says as the filling of a slot; "" where it fills none of this sort."""
    one = things[n]
    if slot == "seat" and one.is_("me") and one.text.casefold() != "i":
        return now.me
    if slot == "unit":
        stands = [unit for unit in now.units if one.is_("place") and same(unit.place, one.get("place"))]
        other = len(stands) == 1 and follows(
            things, n, lambda before: before.is_("kind") and before.get("kind") != stands[0].kind
        )
        return f"{stands[0].kind} {stands[0].place}" if len(stands) == 1 and not other else ""
    if slot == "amount" and not one.get("amount").isdecimal():
        return ""
    return one.get(slot) if one.is_(slot) else ""


def _is(one: Token, words: frozenset[str]) -> bool:
    return any(one.is_(word) or one.is_("verb", word) for word in words)
