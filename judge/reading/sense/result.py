"""What reading by structure gives, and how it weighs what the orders did not use."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from operator import attrgetter

from judge.core.regex import regex
from judge.core.values import Value
from judge.expressions import words
from judge.reading.sense.tokens import EDGE, NAMES, Token, before, behind

MOST_UNKNOWN = 5  # words nobody knows in a clause that is filed


class Unclear(Exception):
    """Two readings, or none: nothing is made of it. What it says, if anything, is the question to ask."""


class Sense(Value):
    """Orders as canonical text, which the grammar reads.

    sure   they may be filed; else they are proposed
    shown  what was read is shown beside it (CHECK): there were words that the vocabulary has not, or slips
    ask    why it is not sure, as a sentence
    whole  it is one order, whole or not at all: no part of a sentence that names more places
    left   the words that no line is made of, and that may say something: they are shown, too
    half   a word stands where a name would, and is none: something of the order may be missing
    """

    lines: tuple[str, ...]
    sure: bool
    shown: bool = False
    ask: str = ""
    whole: bool = False
    half: bool = False
    left: tuple[str, ...] = ()


IS = words("things", "result_is")
_GOES_ON = words("things", "result_goes_on")
_THIRD = words("things", "result_third")
_PEOPLE = words("things", "result_people")
_ARTICLES = words("things", "result_articles")
_REFERS = words("things", "result_refers")
_SIGNS = {*".,;:!?()[]{}/|&*>=#…-–—−'\"`´“”„‟‘’‚«»‹›•·→⇒_\\+@$👍", *("->", "--", "---", "..", "...", "....")}
"""Signs that an order may leave over. Another one may say how much is meant (`~`, `200+`), or who takes whose place."""
_UNIT = regex(r"(?<!\S)[AF] ([A-Z]{3})")
_MEANT = ("place", "kind", "traveller", "seat", "company", "power")  # what such a word may stand for
_DECLINES = ("theirs", "never", "against", "aside", "unclear")
_SILENT = words("things", "silent")
"""Sorts of words that say nothing where they are left over; one of another sort is shown."""
PLAIN = words("things", "plain")
"""Small words that say nothing at all. Another one that an order leaves over is shown."""
_LEFT_OVER = words("things", "left_over")
"""What an order may leave over. A word of any other sort means something that no line says."""


def denies(one: Token) -> bool:
    """Whether a word speaks against what is named: `gegen Anna`."""
    return one.is_("against") or one.is_("link", "against")


def others_do(things: Sequence[Token]) -> bool:
    """Whether somebody else does it: `others offer 5`, `my neighbour sells 300 lira`."""
    bare = [one for one in things if not one.is_("small") or one.text.casefold() in _PEOPLE]
    told = len(bare) > 1 and bare[0].text.casefold() in _PEOPLE and bare[1].sort != "sign"
    return told or strangers_do(things)


def strangers_do(things: Sequence[Token]) -> bool:
    """Whether a word that nobody knows names who does it: `the bank wants to pay 5`, `most merchants buy 100 marks`."""
    if "unknown" not in {one.sort for one in things}:
        return False
    bare = [(n, one) for n, one in enumerate(things) if not one.is_("small") or one.text.casefold() in _THIRD]
    return any(
        one.sort == "unknown"
        and one.text.isalpha()
        and (two.text.casefold() in _THIRD or (two.is_("verb") and (two.text.endswith("s") or _plural(one))))
        and not _noun(things, n)
        for (_, one), (n, two) in pairwise(bare)
    )


def _noun(things: Sequence[Token], n: int) -> bool:
    """Whether what looks like a verb is none: `I set the values`, `my sealed bids are`."""
    return before(things, n).text.casefold() in _ARTICLES or behind(things, n).text.casefold() in IS


def _plural(one: Token) -> bool:
    return one.text.endswith(("s", "men")) and not one.text.endswith("ss")


def weighed(
    lines: Sequence[str], things: Sequence[Token], used: Collection[int], unknown: int = MOST_UNKNOWN
) -> Sense | None:
    """These lines, as sure as what is left over lets them be; None where it is somebody else's doing, denied, or past.

    `used` are the numbers of the things that the lines are made of. Left over may be small words, signs, links, and a
    few words that nobody knows (`unknown`): then it is filed and shown. A guard, a name, an amount or a verb that no
    line has used makes a proposal of it, and so does another matter of the game (`treasury`). What led to a decision
    has no guard: `after a long look at the chart I decided to ...`.
    """
    after = any(one.text.casefold() == "after" for one in things[:1])
    led = next((n for n, one in enumerate(things) if after and one.is_("decides")), 0)
    left = [one for n, one in enumerate(things) if n not in used and not (n < led and one.sort == "guard")]
    left = [one for one in left if not _refers(one, things, used, lines)]
    everybody = any(one.sort == "all" and one.is_("theirs") for one in left)
    if not lines or everybody or any(one.sort in _DECLINES or one.is_("undo") for one in left):
        return None
    strange = [one for one in left if one.sort == "unknown"]
    odd = [one for one in left if one.sort != "unknown" and not _says_nothing(one)]
    slips = any(one.is_("slip") for one in things)
    more = [two for one, two in pairwise(things) if two.text == "+" and one.is_("amount") and one.end == two.start]
    if things[0].is_("theirs") and behind(things, 0).value == ":":
        return Sense(tuple(lines), False, True, f"Whose orders are these? {things[0].text!r} makes me unsure.")
    for one in left:
        if one.sort == "sign" and (one.text not in _SIGNS or one in more):
            return Sense(tuple(lines), False, True, f"What does {one.text!r} say here?")
        if one.sort in ("guard", "which", "except") or denies(one):
            return Sense(tuple(lines), False, True, f"{one.text!r} makes me unsure how you mean this.")
        if one.sort not in _LEFT_OVER and not (one.sort == "verb" and one.is_("link")):
            return Sense(tuple(lines), False, True, f"I do not see what {one.text!r} has to do with it.")
    ends = next((one for one in reversed(things) if one.sort != "sign"), EDGE)
    later = ends.is_("link", "then") and ends.text.casefold() not in PLAIN and ends in left  # `..., afterwards`
    if ends.text.casefold() == "off" or later:
        return Sense(tuple(lines), False, True, f"{ends.text!r} makes me unsure how you mean this.")
    if len(lines) > 1 and (second := next((one for one in things if one.is_("second")), None)):
        return Sense(tuple(lines), False, True, f"Does {second.text!r} say that one of them takes the other's place?")
    if turned := next((one for one in things if one.is_("turned")), None):
        return Sense(tuple(lines), False, True, f"Who gives what? {turned.text!r} makes me unsure.")
    if name := _stranger(things, used):
        return Sense(tuple(lines), False, True, f"I know no {name!r} here.", half=True)
    if counted := other(things, used):
        return Sense(tuple(lines), False, True, f"I do not see what {counted!r} has to do with it.")
    if _remarked(things, used):
        return Sense(tuple(lines), False, True, "Is that an order, or said of one?")
    if len(strange) > unknown:
        return Sense(tuple(lines), False, True, f"I do not understand {strange[0].text!r} here.")
    nothing = tuple(one.text for one in sorted((*strange, *odd), key=attrgetter("start")))
    return Sense(tuple(lines), True, bool(strange) or slips, left=nothing)


def _says_nothing(one: Token) -> bool:
    return one.text.casefold() in PLAIN if one.sort == "small" else one.sort in _SILENT


def _refers(word: Token, things: Sequence[Token], used: Collection[int], lines: Sequence[str]) -> bool:
    """Whether a word stands for what the lines have named in front of it: `8 for the fleet Brest if she sails to the
    Channel`. Not where it has a unit of its own behind it: `he moves Ankara to Constantinople`."""
    if word.text.casefold() not in _REFERS:
        return False
    at = things.index(word)
    behind_it = things[at + 1 :]
    ends = (n for n, one in enumerate(behind_it) if one.is_("sign") or one.is_("link", "and") or one.is_("theirs"))
    ordered = {unit[1] for line in lines if (unit := _UNIT.search(line))}
    own = any(one.get("place") in ordered for one in behind_it[: next(ends, None)])
    return not own and any(n in used and one.sort in _MEANT for n, one in enumerate(things[:at]))


def other(things: Sequence[Token], used: Collection[int]) -> str:
    """What a sum counts, or is made of, that nobody knows, or what something is worth: `12 chickens`, `400 pounds of
    potatoes`, `the pound is worth 2 dollars`; "" for nothing."""
    for n, (one, after) in enumerate(pairwise(things)):
        behind_it = behind(things, n + 1)
        named = behind_it.sort in (*NAMES, "kind", "amount")  # `300 measly lira`
        noun = after.text.isalpha() and (after.text.endswith("s") or after.text.istitle())
        if n in used and one.sort == "amount" and after.sort == "unknown" and noun and not named:
            return after.text
        if n in used and one.is_("currency") and after.is_("link", "of") and behind_it.sort == "unknown":
            return behind_it.text
        if one.is_("currency") and after.text.casefold() in IS and behind_it.is_("worth"):
            return behind_it.text
    return ""


def _remarked(things: Sequence[Token], used: Collection[int]) -> bool:
    """Whether behind the last name or figure of the lines stands what they are like: `NTH - DEN is silly`, `80 is too
    dear`."""
    told = [n for n, one in enumerate(things) if n in used and one.sort in (*NAMES, "amount", "kind")]
    at = max(told, default=-1) + 2
    if (
        at >= len(things)
        or things[at - 1].text.casefold() not in IS
        or (at in used and things[at].sort in ("verb", "me"))
    ):
        return False
    return not things[at].is_("sign") and things[at].text.casefold() not in _GOES_ON


def _stranger(things: Sequence[Token], used: Collection[int]) -> str:
    """A word that stands where a name would, and is none."""
    for n, (lead, one) in enumerate(pairwise(things), 1):
        worded = lead.is_("small") and one.text.islower()  # `over lunch`
        sure = (lead.is_("link", "via", "then") and not worded) or lead.value == "->"
        aims = lead.is_("link", "to", "into", "from", "against") and not one.text.islower()
        if one.sort == "unknown" and n not in used and (sure or aims):
            return one.text
    return ""


_TALK = ("small", "link", "sign", "unknown", "aside", "theirs", "last", "posted", "traveller", "slip")
_WHERE = ("where", "wo", "où")
_PARTS = (",", ";", "--", "-", "(", "...", "..", ":")


def without_tail(things: Sequence[Token]) -> tuple[Token, ...]:
    """A clause without a remark behind its last comma, or from a `where` on, that names nothing an order has: `...
    where the beer is`. Empty where there is none. A condition, a negation, or what continues the order is no remark."""
    for n in range(len(things) - 2, 0, -1):
        one = things[n]
        where = one.text.casefold() in _WHERE
        if where or (one.sort == "sign" and one.value in _PARTS):
            tail = things[n + (not where) :]
            hangs = tail[0].is_("link", "or", "then", "to", "into", "via", "from", "with")
            talk = sum(two.sort in ("unknown", "small", "aside") for two in tail) > 1
            return tuple(things[:n]) if talk and not hangs and all(two.sort in _TALK for two in tail) else ()
    return ()


# ---- a word that a reader of lists, offers or transfers counts with --------------------------------------------------


class Word(Value):
    """One word of a clause as its reader takes it.

    sort   what it is to this reader: sum, place, power, company, seat, deed, link, cut and others
    value  the name, the figure, the deed; "" where the sort says all
    at     the number of its thing in the clause
    part   of a sum in a list, once it is known: `many` shares, a `price`, the `cap`; else ""
    """

    sort: str
    value: str
    at: int
    part: str = ""


def pieces(words: Iterable[Word]) -> list[list[Word]]:
    """The words between commas and the like, which are of the sort "cut"; a piece may be empty."""
    found: list[list[Word]] = [[]]
    for word in words:
        if word.sort == "cut":
            found.append([])
        else:
            found[-1].append(word)
    return found
