"""Offers for orders, out of a sum, a unit and what it is to do, in any order (A3 to A8).

A clause is cut into parts with one sum each in all ways; what a part offers, offer_parts tells, and the way with the
most signs for it is taken, if no other comes near. The clause is read as a whole or not at all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from judge.core.variant import Situation
from judge.expressions import words
from judge.reading.sense import contrast
from judge.reading.sense.mentions import breaks
from judge.reading.sense.offer_parts import Offer, Way, of_power, of_unit, offers_of
from judge.reading.sense.result import Sense, Unclear, others_do, weighed
from judge.reading.sense.tokens import Token, before, behind, behind_unit, small

_MOST = 16  # sums of a clause that is looked at
_KEPT = 6  # ways that are followed from one place of a clause
_CLOSE = 0.6  # signs by which one way must be ahead of all others
_UNCUT = 1.0  # what speaks against a cut where nothing parts
_STRANGE = 2  # words nobody knows beside an offer
_SLIPS = (";", "=", "?", "|")
_TO_ME = words("things", "offers_to_me")
_UNITS = words("things", "offers_units")
_ROLES = ("amount", "each", "times", "keep", "against", "gets", "pays", "power", "money", "if")
_USED = (*_ROLES, *"give again there chest verb place kind coast posted sea which lends".split())
_DEEDS = {"H": "hold", "S": "support"}
_PLAYS = ("hold", "move", "support")
_KINDS = ("A", "F")


def read(things: Sequence[Token], now: Situation) -> Sense | None:
    """What a clause offers, and what it keeps back or gives away."""
    if others_do(things) or any(one.is_("seat") and not one.is_("power") for one in things):
        return None
    if any(one.is_("amount") and behind(things, 0).text in _SLIPS for one in things[:1]):
        return None  # the notation with a slip: it answers that itself (A3)
    try:
        told = _heard(things)
        found = _clear(told, now)
    except Unclear:
        return None
    lines = [one.line for one in found]
    gifts = sum(line.startswith("TRANSFER") for line in lines)
    to_me = (before(things, n) for n, one in enumerate(things) if one.text.casefold() in _TO_ME)
    if gifts and any(not one.is_("link", "from", "for", "of") for one in to_me):
        # `Deutschland soll mir 10 geben`, and not `10 to Germany from me`
        return Sense(tuple(lines), False, True, "Is that money for you?")
    sense = weighed(lines, told, _used(told, now), 0 if gifts else _STRANGE)  # money goes at once
    if sense is None or not all(one.sure for one in found):
        return sense and replace(sense, sure=False)
    return replace(sense, shown=sense.shown or any(one.sort == "amount" and one.is_("same") for one in told))


def read_alone(things: Sequence[Token], now: Situation) -> Sense | None:
    """The same where money goes to people and not to powers: no gifts."""
    if any(one.is_("seat") for one in things) or not any(one.is_("place") or one.is_("keep") for one in things):
        return None
    found = read(things, now)
    if any(one.is_("power") and not of_power(things, n) for n, one in enumerate(things)):
        return None  # whose purse pays
    label = next((n for n, one in enumerate(things) if one.text == ":"), 0)
    if label and not any(one.is_("place") or one.is_("amount") for one in things[:label]):
        return None  # so does a label: it is read apart
    return None if found is None or any(line.startswith("TRANSFER") for line in found.lines) else found


def guess(things: Sequence[Token], now: Situation) -> tuple[str, ...]:
    """What a clause may offer, whatever else it says: only to be proposed."""
    try:
        lines = tuple(one.line for one in _clear(_heard(things, True), now, True))
    except Unclear:
        return ()
    return () if any(line.startswith("TRANSFER") for line in lines) else lines


def on_units(things: Sequence[Token]) -> bool:
    """Whether a sum is offered for a unit, and every condition is what it is paid for."""
    named = any(one.is_("amount") for one in things) and any(one.is_("place") for one in things)
    hangs = [n for n, one in enumerate(things) if one.is_("if") or one.is_("guard")]
    return named and bool(hangs) and all(things[n].is_("if") and of_unit(things, n) for n in hangs)


# ---- the things as offers have them ----------------------------------------------------------------------------------


def _heard(things: Sequence[Token], loose: bool = False) -> list[Token]:
    """The things, each by what it is to an offer. Raises Unclear for what no offer may have."""
    things, _ = contrast.without(things) if loose else (things, ())
    told = [_role(things, n) for n in range(len(things))]
    keeps = any(one.sort == "keep" for one in told)
    for n, one in enumerate(told):
        if one.sort == "if" and not loose and not of_unit(things, n):
            raise Unclear
        less = one.text == "-" and behind(told, n).is_("amount") and behind(told, n).start == one.end
        if less and before(told, n).end < one.start:
            raise Unclear  # `TRANSFER -5 TO GERMANY`
        if loose or (one.is_("least") and keeps):
            continue  # what is kept is at least kept
        if one.is_("vague") or one.is_("link", "or") or one.text == "%":
            raise Unclear
    return _timed(_repeated(told))


def _repeated(told: Sequence[Token]) -> list[Token]:
    """The things, with a sum that is said twice once (`six (6) AgP`), and `the same for Kiel` as a sum."""
    said: list[Token] = []
    for n, one in enumerate(told):
        worth = next((two for two in reversed(said) if two.sort == "amount"), one)
        after = next((two for two in told[n + 1 :] if two.sort != "small"), one)
        beside = before(told, n).text in ("(", ",") and before(told, n - 1) is worth
        same = one.is_("same") and worth is not one and before(told, n).sort not in ("amount", "money")
        if one.sort == "amount" and beside and one.value == worth.value:
            said.append(replace(one, sort="again"))
        elif same and (after.is_("link") or after.is_("place")):
            said.append(replace(worth, also=(("same", ""),)))
        else:
            said.append(one)
    return said


def _role(things: Sequence[Token], n: int) -> Token:
    """A thing by what it is to an offer, with all its meanings where it is something else besides."""
    one, text = things[n], things[n].text
    if one.is_("place"):
        return replace(one, sort="place", value=one.get("place"))
    if one.is_("kind") or (text.upper() in _KINDS and behind(things, n).is_("place")):
        return replace(one, sort="kind", value=one.get("kind") or text.upper())
    if text == "there" and before(things, n).is_("verb", "move"):
        return replace(one, sort="there")
    if one.is_("theirs") and one.is_("small") and any(two.get("amount") == "0" for two in things[:n]):
        return small(one)  # `No money for mine, they just go: ...`
    if (text == "should" and n) or (text == "may" and behind_unit(things, n)):
        return small(one)
    if text.upper() in _DEEDS and (text.isupper() or before(things, n).is_("place")):
        return replace(one, sort="verb", value=_DEEDS[text.upper()])
    role = next((role for role in _ROLES if one.is_(role)), "")
    if role == "pays" and not any(two.is_("amount") for two in things[max(n - 2, 0) : n + 5]):
        role = ""
    beside = before(things, n).is_("amount") or before(things, n).is_("money") or behind(things, n).is_("amount")
    if role == "each" and one.sort == "small" and not beside:
        return small(one)  # `Je verse 10`
    if role:
        return replace(one, sort=role, value=one.get(role), also=one.meanings)
    if one.is_("verb", "give"):
        return replace(one, sort="give", also=one.meanings)
    if one.sort == "small" and one.is_("link", "to", "into"):
        return replace(one, sort="link", value="to")  # `going to`
    deed = next((value for sort, value in one.meanings if sort == "verb"), "")
    return replace(one, sort="verb", value=deed) if deed and (one.sort != "small" or deed not in _PLAYS) else one


def _timed(told: list[Token]) -> list[Token]:
    """`2 x 3` as one sum, `two offers of 3 each` too. Raises Unclear where `times` stands anywhere else."""
    found = list(told)
    bare = [n for n, one in enumerate(told) if one.sort in ("amount", "times", "each", "place", "kind")]
    for many, times, sum_, each in zip(bare, bare[1:], bare[2:], [*bare[3:], *bare[-1:]], strict=False):
        if [told[n].sort for n in (many, times, sum_)] == ["amount", "times", "amount"]:
            found[sum_] = replace(told[sum_], value=f"{found[many].value}*{told[sum_].value}")
            found[many] = replace(told[many], sort="times")
            found[each] = replace(told[each], sort="times") if told[each].sort == "each" else told[each]
        elif told[times].sort == "times" and found[many].sort != "times":
            raise Unclear
    return found


def _counts(told: Sequence[Token], n: int) -> bool:
    """Whether a figure may say how many offers there are, or what they come to: `2 armies at 5 each`, `14: ...`"""
    after = next((one for one in told[n + 1 :] if one.sort in ("amount", "place") or one.text == ":"), told[n])
    many = behind(told, n).text.casefold()
    return after.text == ":" or (many.endswith("s") and (behind(told, n).is_("kind") or many in _UNITS))


# ---- the ways to cut a clause ----------------------------------------------------------------------------------------


def _clear(told: list[Token], now: Situation, loose: bool = False) -> tuple[Offer, ...]:
    """The offers of the way with the most signs for it. Raises Unclear where another comes near."""
    sums = [n for n, one in enumerate(told) if one.sort == "amount"]
    if not 0 < len(sums) <= _MOST:
        raise Unclear
    found = _ways(told, sums, now, loose)
    for n in sums if len(sums) > 1 else ():
        if _counts(told, n):
            bare = [small(one) if k == n else one for k, one in enumerate(told)]
            ways = _ways(bare, [k for k in sums if k != n], now, loose)
            found += [way for way in ways if told[n].value in _totals(way[1])]
    best = max(found, key=lambda way: way[0], default=(0.0, ()))
    if not found or any(score > best[0] - _CLOSE and offers != best[1] for score, offers in found):
        raise Unclear
    return best[1]


def _totals(offers: Sequence[Offer]) -> Collection[str]:
    """How many offers there are, and what they come to."""
    worth = [one.line.split()[one.line.startswith("TRANSFER")] for one in offers]
    return str(len(offers)), str(sum(int(one) for one in worth if one.isdecimal()))


def _ways(told: Sequence[Token], sums: Sequence[int], now: Situation, loose: bool) -> list[Way]:
    """The ways to cut a clause into parts with one sum each."""
    begun: dict[int, list[Way]] = {0: [(0.0, ())]}
    for at, after in zip(sums, [*sums[1:], len(told)], strict=True):
        more: dict[int, list[Way]] = {}
        for lo, ways in begun.items():
            for hi, cut in _cuts(told, at, after):
                for score, offers in ways:
                    above = next((one.line.split(maxsplit=2)[-1] for one in offers[-1:]), now.last)
                    part = offers_of(told[lo:hi], told[at].value, replace(now, last=above), loose)
                    if part is not None:
                        more.setdefault(hi, []).append((score + part[0] - cut, (*offers, *part[1])))
        begun = {hi: sorted(ways, key=lambda way: -way[0])[:_KEPT] for hi, ways in more.items()}
    return begun.get(len(told), [])


def _cuts(told: Sequence[Token], at: int, after: int) -> Iterator[tuple[int, float]]:
    """Where a part with a sum at this place may end, and what speaks against it: where something parts, right in front
    of the next sum, or right behind this one."""
    if after == len(told):
        yield after, 0.0
        return
    parts = [n for n in range(at + 1, after + 1) if breaks(told[n - 1])]
    yield from ((n, 0.0) for n in parts)
    money = at + 1 + behind(told, at).is_("money")
    leads = [n for n in range(at + 1, after) if told[n].sort in ("keep", "give", "pays")]
    yield from ((n, _UNCUT) for n in {money, *leads, after} if n not in parts)


def _used(told: Sequence[Token], now: Situation) -> frozenset[int]:
    """The numbers of the things that the offers are made of: of the powers those who are paid, or whose unit it is."""
    gifts = not any(one.sort == "place" for one in told)
    mine = (n for n, one in enumerate(told) if one.sort in _USED)
    return frozenset(
        n for n in mine if told[n].sort != "power" or gifts or told[n].value == now.me or of_power(told, n)
    )
