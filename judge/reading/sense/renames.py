"""One name or figure for another, as a clause says it: `Francs instead of marks`, `the crowns, not the lira`.

The words are data: `grammar/sense/changes.txt`."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from judge.reading.sense.edits import Edit, figure, has, is_cut
from judge.reading.sense.result import IS
from judge.reading.sense.tokens import EDGE, Token, before, behind, follows

_SORTS = ("currency", "company", "seat", "power", "place")
_LEAST = 3  # letters of a name that is put in the place of another
_IDLE = tuple(
    "small sign wrote mind old goes set what unit put turns all link they line one wish corrects beside same".split()
)
_OF_LINE = ("small", "what", "line", "unit")
_TAKEN = ("there", "drop", "lift", "times")


def renamed(things: Sequence[Token], cued: bool) -> Edit | None:
    """One name or figure for another, as a clause says it: `Francs instead of marks`, `the crowns, not the lira`,
    `replace the marks with roubles, 200`; None where it says anything else. `cued`: it takes something back, and what
    goes may be left out (`Sorry, marks!`)."""
    named = {n: _thing(one) for n, one in enumerate(things) if _thing(one)[0] and not (cued and _country(one))}
    out = ("old", "goes", "drop", *(("from",) if has(things, "turns") else ()))
    gone = [n for n in named if any(map(_before_of(things, n).is_, out))]
    gone += [n for n in named if named[n][0] == "currency" and follows(things, n, lambda one: one.is_("mind"))]
    come = [n for n in named if n not in gone]
    called = [n for n in come if named[n][0] != "amount"] or come
    alike = not gone and len(called) > 1 and named[called[0]][0] == named[called[1]][0]
    turned = alike and _turned(things, called[0], called[1], cued)
    had = [named[n][1] for n in come if turned and n < called[0]]  # `the 300 marks become 300 crowns`
    gone, come = (called[:1], [n for n in come if n > called[0]]) if turned else (gone, come)
    names = [named[n] for n in come if named[n][0] != "amount"]
    sums = [Fraction(value) for sort, value in (named[n] for n in come) if sort == "amount"]
    should = has(things, "what") and has(things, "turns")  # `The sale should be of crowns`
    if not come or len(names) > 1 or len(sums) > 1 or len(gone) > 1 or not (gone or ((cued or should) and names)):
        return None
    if cued and any(one.is_("theirs") or _denies(things, n) for n, one in enumerate(things)):
        return None
    told = (n for n in come if cued and behind(things, n).text.casefold() in IS)
    if any(not has(things[n:], "meant") for n in told):
        return None  # `On reflection England is too dear`
    never = (n for n, one in enumerate(things) if one.is_("never") and n > come[0])
    if any(before(things, n).text.casefold() in IS for n in never):
        return None  # `The Austrians are not much better`
    turned = turned or has(things, "there")
    strange = sum(not (n in named or _idle(things, n, turned)) for n in range(len(things)))
    gain = "BUY" if not gone and names and names[0][0] == "currency" and has(things, "gain") else ""
    name, (sort, old) = next(iter(names), ("", "")), named[gone[0]] if gone else ("", "")
    if strange > cued or sort not in ("", "amount", name[0]):
        return None
    return Edit(
        deed="name",
        amount=next(iter(sums), None),
        name=name,
        old=(int(old) if sort == "amount" else old) if gone else None,
        names=frozenset(had),
        which=next((one.get("what") or one.get("unit") for one in things if one.is_("what") or one.is_("unit")), gain),
        every=has(things, "all"),
        soft=any(things[n].is_("country") for n in named),
        strange=strange,
    )


def _before_of(things: Sequence[Token], n: int) -> Token:
    """What stands in front of a thing and of the words for its line: `Drop the sale of roubles`."""
    front = things[:n]
    while front and not front[-1].is_("goes") and (front[-1].is_("link", "of") or any(map(front[-1].is_, _OF_LINE))):
        front = front[:-1]
    return front[-1] if front else EDGE


def _thing(one: Token) -> tuple[str, str]:
    """The sort and the name, or the figure, of a thing that may be put in another's place."""
    if one.is_("all"):
        return "", ""
    value = figure(one)
    if value is not None:
        return "amount", str(value)
    sort = one.sort if one.sort in _SORTS and len(one.text) >= _LEAST else ""
    return sort, one.value if sort else ""


def _country(one: Token) -> bool:
    """Whether a currency may be a country, too: `Sorry for my English`."""
    return one.sort == "currency" and (one.is_("country") or one.is_("power"))


def _denies(things: Sequence[Token], n: int) -> bool:
    """Whether a thing denies what stands behind it: `On no account purchase Marks`, `rather not buy 100`, and not `No,
    Marks` or `not the Marks`."""
    behind_ = [one for one in things[n + 1 :] if not one.is_("small") or one.is_("corrects")]
    after = behind_[0] if behind_ else EDGE
    deed = after.is_("what") and any(_thing(one)[0] for one in behind_[1:2])
    if any(map(things[n].is_, ("old", "goes", "drop"))):
        return deed and things[n].is_("goes")
    return things[n].is_("never") and not (after is EDGE or is_cut(after) or after.is_("corrects"))


def _turned(things: Sequence[Token], one: int, two: int, cued: bool) -> bool:
    """Whether the first thing goes and the second comes: `make the pounds francs`, `replace the marks with roubles`,
    `take the marks off and put roubles there`."""
    front, between, behind_ = things[:one], things[one + 1 : two], things[two + 1 :]
    if any(thing.is_("turns") and (cued or not thing.is_("swapped")) for thing in (*front, *between)):
        return True  # `Swap the marks for roubles` may be a trade
    goes = (has(front, "lift") and has(between, "out")) or has(front, "drop")
    return goes and has(between, "put", "lift", "what") and has([*between, *behind_], "there")


def _idle(things: Sequence[Token], n: int, turned: bool) -> bool:
    """Whether a thing says nothing beside those that are named."""
    one = things[n]
    if turned and any(map(one.is_, _TAKEN)):
        return True
    if one.is_("joins") and has(things[:n], "wrote"):
        return True  # `I wrote lira but meant crowns`
    if one.is_("than") or one.is_("gets"):  # `I'd rather have crowns than marks`, and not `I have crowns, not marks`
        return any(two.text.casefold() == "rather" for two in things[:n])
    return any(map(one.is_, _IDLE))
