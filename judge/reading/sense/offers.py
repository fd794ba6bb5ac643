"""Offers for orders, out of a sum, a unit and what it is to do, in any order (A3 to A8).

Each sum belongs to one unit; a clause is cut where that comes out, and read as a whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from judge.core.variant import Situation
from judge.expressions import words
from judge.reading.sense.offer_notation import offer
from judge.reading.sense.offer_totals import behind_front, checked, free
from judge.reading.sense.result import Sense, Unclear, Word, others_do, pieces, weighed
from judge.reading.sense.tokens import Token, before, behind, behind_unit, small

_CUTS = (",", ";", "/", "|", "&", ".", "!", "...", "…")
_STRANGE = 2  # words nobody knows beside an offer
_UNITS = words("things", "offers_units")
_ARROWS = ("-", "->", "–", "=>", "-->")
_NOT = ("not", "never", "hands")
_PAYS = words("things", "offers_pays")
_LETS = words("things", "offers_lets")
_SLIPS = (";", "=", "?", "|")
_SOON = 6  # things in which a unit called `it` has its deed
_THEY = words("things", "offers_they")
_TO_ME = words("things", "offers_to_me")
_ONES = _THEY | {"a", "f"}
_DEEDS = {"H": "hold", "S": "support"}
_KINDS = {"a": "A", "f": "F", "army": "A", "fleet": "F"}


def read(things: Sequence[Token], now: Situation) -> Sense | None:
    """What a clause offers, and what it keeps back or gives away."""
    if others_do(things) or any(one.is_("seat") and not one.is_("power") for one in things):
        return None
    if any(one.is_("amount") and behind(things, 0).text in _SLIPS for one in things[:1]):
        return None  # the notation with a slip: it answers that itself (A3)
    bare = behind_front(things)
    if bare is not None and (told := read(bare, now)) is not None and told.sure:
        return checked(told, things[: -len(bare)])
    try:
        words = list(_words(things := _heard(things), now.last.partition(" - ")[2]))
        lines: list[str] = []
        parts = _parts(timed := _timed(words))
        for part in parts:
            lines.append(offer(part, now, lines[-1] if lines else now.last))
    except Unclear:
        return None
    gifts = sum(line.startswith("TRANSFER") for line in lines)
    to_me = (before(things, n) for n, one in enumerate(things) if one.text.casefold() in _TO_ME)
    if gifts and any(not one.is_("link", "from", "for", "of") for one in to_me):
        # `Deutschland soll mir 10 geben`, and not `10 to Germany from me`
        return Sense(tuple(lines), False, True, "Is that money for you?")
    if gifts and len({word.value for word in words if word.sort == "power"}) > gifts:
        return None  # `Transfer 10 to Italy and Germany`
    passed = {word.at for word in timed}.difference(word.at for part in parts for word in part)  # `..., please wait`
    used = frozenset(word.at for word in words if word.sort not in ("link", "cut", "power")) - passed
    used |= _whose(words, things, now)
    used |= {n for n, one in enumerate(things) if _counts(things, n) and one.value == str(len(lines))}
    if any(one.is_("amount") and n not in used for n, one in enumerate(things)):
        return None  # whose sum is it?
    strange = 0 if gifts else _STRANGE  # money goes at once
    return weighed(lines, things, used, strange) if lines else None


def read_alone(things: Sequence[Token], now: Situation) -> Sense | None:
    """The same where money goes to people and not to powers: no gifts."""
    if any(one.is_("seat") for one in things) or not any(one.is_("place") or one.is_("keep") for one in things):
        return None
    found = read(things, now)
    if any(one.is_("power") and not _before_unit(things, n) for n, one in enumerate(things)):
        return None  # whose purse pays
    label = next((n for n, one in enumerate(things) if one.text == ":"), 0)
    if label and not any(one.is_("place") or one.is_("amount") for one in things[:label]):
        return None  # so does a label: it is read apart
    return None if found is None or any(line.startswith("TRANSFER") for line in found.lines) else found


def _heard(things: Sequence[Token]) -> Sequence[Token]:
    """A clause as one who offers means it: `7 says that Paris holds` is 7 for it, `they` are the units named before."""
    barred = any(one.text.casefold() == "out of" for one in things)  # `keep Sevastopol out of the Black Sea`
    lets, units = any(one.text.casefold() in _LETS for one in things), free(things)
    found: list[Token] = []
    for n, one in enumerate(things):
        text = one.text.casefold()
        by_unit = behind_unit(things, n) or before(things, n).is_("theirs")
        idle = (
            (text == "put" and behind(things, n).is_("amount"))  # `put 5 on Trieste to Albania`
            or (one.is_("which") and behind(things, n).is_("verb"))  # `5 on Brest, which goes to the Channel`
            or (text in ("should", "may") and behind_unit(things, n))
            or (text == "says" and (before(things, n).is_("amount") or before(things, n).is_("money")))
            or (text == "they" and units)
            or (text == "promise" and any(two.is_("place") for two in things))
            or (text == "out of" and barred)
        )
        if barred and one.is_("keep"):
            found.append(replace(one, sort="against", value="", also=()))
        elif idle:
            found.append(small(one))
        elif lets and text == "have":
            found.append(replace(one, sort="gets", also=()))
        elif one.is_("keep") and one.is_("verb", "hold") and by_unit:
            found.append(replace(one, sort="verb", value="hold", also=()))  # `2, wenn sie bleibt`: nothing is kept
        else:
            found.append(one)
    return found


def _words(things: Sequence[Token], above: str) -> Iterator[Word]:
    """The words of an offer; `above`: where the offer above goes. Raises Unclear for what no offer may have."""
    if free(things):
        yield Word("each", "", len(things))
    keeps = any(one.is_("keep") for one in things)
    goal, named = above, 0  # where the last unit goes, and places since the last sum
    for n, thing in enumerate(things):
        text = thing.text.casefold()
        if text == "should" and not n:
            raise Unclear  # `should that fail`
        if thing.is_("place"):
            named += 1
            goal = thing.get("place") if named == 2 else goal
            yield Word("place", thing.get("place"), n)
        elif text == "there" and goal and before(things, n).is_("verb", "move"):
            yield Word("link", "to", n)
            yield Word("place", goal, n)
        elif thing.is_("amount"):
            named = 0
            if not _counts(things, n):
                yield Word("sum", thing.get("amount"), n)
        elif thing.is_("if"):
            if not _of_units(things, n):
                raise Unclear
            yield Word("if", "", n)
        elif thing.is_("least") and keeps:
            continue  # what is kept is at least kept
        elif thing.is_("vague") or thing.is_("link", "or") or thing.text == "%":
            raise Unclear
        elif text in ("a", "f") and behind(things, n).is_("place"):
            yield Word("kind", _KINDS[text], n)
        elif thing.is_("kind"):
            yield Word("kinds" if text.endswith("s") and text != "ships" else "kind", thing.get("kind"), n)
        elif thing.text.upper() in _DEEDS and (thing.text.isupper() or before(things, n).is_("place")):
            yield Word("deed", _DEEDS[thing.text.upper()], n)
        else:
            sort = next(
                (one for one in ("each", "times", "keep", "against", "gets", "power", "money") if thing.is_(one)), ""
            )
            deed = next((value for kind, value in thing.meanings if kind == "verb"), "")
            if sort == "each" and behind(things, n).is_("verb"):
                continue  # `Je verse 10`
            if sort == "against" and deed == "hold" and not any(one.is_("place") for one in things[n + 1 :]):
                sort = ""  # `if F BRE does not move`
            if sort == "against" and _denied(things, n):
                raise Unclear
            if sort:
                yield Word(sort, thing.get(sort), n)
            elif deed:
                yield Word("deed", deed, n)
            elif thing.text in _ARROWS:
                yield Word("arrow", "", n)
            elif behind(things, n).is_("if"):
                continue  # what it is paid for belongs to the sum in front
            elif thing.text in _CUTS or thing.is_("link", "and", "then"):
                yield Word("cut", "", n)
            elif thing.is_("link"):
                yield Word("link", thing.get("link"), n)
            elif any(char.isdecimal() for char in thing.text):
                raise Unclear


def _denied(things: Sequence[Token], n: int) -> bool:
    """Whether it is the paying that is denied, and not what a unit does: `I won't pay F NAP 6`."""
    if not any(word in _NOT or word.endswith("n't") for word in things[n].text.casefold().split()):
        return False
    pays = any(one.is_("verb", "give") or one.text.casefold() in _PAYS for one in things[n + 1 : n + 3])
    return pays or not any(one.is_("place") for one in things[:n])


def _counts(things: Sequence[Token], n: int) -> bool:
    """Whether a figure says how many units there are: `2 armies at 5 each`."""
    after = behind(things, n)
    each = any(one.is_("each") for one in things)
    if after.text == ":":
        return each and sum(one.is_("amount") for one in things) > 1  # `6 each for these 3: ...`
    units = after.text.casefold() in _UNITS and each
    return after.text.casefold().endswith("s") and (after.is_("kind") or units)


def _of_units(things: Sequence[Token], n: int) -> bool:
    """Whether a condition is what is paid for: `if A MUN goes`, `so that it holds`."""
    after = next((one for at, one in enumerate(things) if at > n and not _only_whose(things, at)), None)
    if after is not None and _word(after) in _THEY:
        soon = things[n + 1 : n + _SOON]  # `if it holds`, `if it is ordered to Trieste`, and not `if it rains`
        return any(one.is_("verb") or one.is_("link", "to", "into") for one in soon)
    return after is not None and (after.is_("place") or after.is_("kind") or _word(after) in _ONES)


def _only_whose(things: Sequence[Token], n: int) -> bool:
    """Whether a thing in front of a unit says no more than whose it is: `the French (fleet)`, `my own (army)`."""
    one = things[n]
    whose = _before_unit(things, n) if one.is_("power") else one.is_("small") or one.is_("myself")
    return whose and _word(one) not in _ONES


def _word(one: Token) -> str:
    """The first word of a thing: `it is` and `it's` are `it`."""
    return one.text.casefold().split()[0].partition("'")[0]


def on_units(things: Sequence[Token]) -> bool:
    """Whether a sum is offered for a unit, and every condition is what it is paid for."""
    named = any(one.is_("amount") for one in things) and any(one.is_("place") for one in things)
    hangs = [n for n, one in enumerate(things) if one.is_("if") or one.is_("guard")]
    return named and bool(hangs) and all(things[n].is_("if") and _of_units(things, n) for n in hangs)


def _before_unit(things: Sequence[Token], n: int) -> bool:
    """Whether a power's name says whose unit follows: `the German army`, `Germany's Munich`."""
    after = behind(things, n)
    if before(things, n).is_("kind"):  # `la flotte française de Brest`
        return after.is_("place") or after.is_("link", "of", "in")
    after = behind(things, n + 1) if after.is_("link", "'s") else after
    return after.is_("kind") or after.is_("place")


def _whose(words: Sequence[Word], things: Sequence[Token], now: Situation) -> frozenset[int]:
    """Powers that only say whose unit it is: `the Austrian fleet in Trieste`, who is paid, or who offers it."""
    paid = not any(word.sort == "place" for word in words)
    return frozenset(
        word.at
        for word in words
        if word.sort == "power" and (paid or word.value == now.me or _before_unit(things, word.at))
    )


def _timed(words: Sequence[Word]) -> list[Word]:
    """`2 x 3` as one sum, `two offers of 3 each` too, and no `times` anywhere else."""
    found: list[Word] = []
    for n, word in enumerate(words):
        if word.sort == "each" and n and (found[-1].sort == "times" or "*" in found[-1].value):
            continue
        if word.sort == "sum" and [one.sort for one in found[-2:]] == ["sum", "times"]:
            times, _ = found[-2:]
            found[-2:] = [Word("sum", f"{times.value}*{word.value}", times.at)]
        else:
            found.append(word)
    if any(word.sort == "times" for word in found):
        raise Unclear
    return found


def _parts(words: Sequence[Word]) -> list[list[Word]]:
    """The words of each offer, one sum in each."""
    sums = [word for word in words if word.sort == "sum"]
    marks = [word for word in words if word.sort in ("sum", "place")]
    if not sums or any(word.value.startswith("0*") for word in sums):
        raise Unclear
    if any(word.sort == "each" for word in words):
        return _shared(words, sums)
    pieces = _cut(words)
    if all(_fits(piece) for piece in pieces):
        return pieces
    first, last = marks[0].sort == "sum", marks[-1].sort == "sum"
    if first == last and len(sums) > 1:
        raise Unclear
    parts: list[list[Word]] = [[]]
    for word in words:
        if first and word.sort == "sum" and any(one.sort == "sum" for one in parts[-1]):
            parts.append([])
        parts[-1].append(word)
        if not first and word.sort == "sum" and word is not sums[-1]:
            parts.append([])
    if not all(_fits(part) for part in parts):
        raise Unclear
    return parts


def _cut(words: Sequence[Word]) -> list[list[Word]]:
    """The words between commas and the like; a piece without any of an offer's things goes with the one before it."""
    return [piece for piece in pieces(words) if any(word.sort in ("sum", "place", "keep") for word in piece)]


def _fits(part: Sequence[Word]) -> bool:
    """Whether one sum stands in a part, and somebody whom it may be for."""
    return sum(word.sort == "sum" for word in part) == 1 and any(
        word.sort in ("place", "keep", "power") for word in part
    )


def _shared(words: Sequence[Word], sums: Sequence[Word]) -> list[list[Word]]:
    """Offers of one sum `each`. What is done may stand once, behind all of them."""
    if len(sums) != 1:
        raise Unclear
    rest = [word for word in words if word.sort not in ("sum", "each")]
    pieces = [piece for piece in _cut(rest) if any(word.sort == "place" for word in piece)]
    if len(pieces) < 2:
        raise Unclear
    hold = [word for word in rest if word.value == "hold"]
    return [[*sums, *piece, *(word for word in hold if word not in piece)] for piece in pieces]
