"""What sales bring, shared among purchases: `split the proceeds evenly between Pounds and Francs`, `half of that into
Marks`.

Prices are public and known (M-2), so each purchase gets the sum that the words mean; the last one takes the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

from judge.core.variant import Situation
from judge.expressions import words
from judge.reading.faults import Fault
from judge.reading.lexicon import sum_of
from judge.reading.numbers import money
from judge.reading.sense.result import Sense, others_do, weighed
from judge.reading.sense.sums import Unclear
from judge.reading.sense.tokens import Token, behind, small, sorts

Sales = Sequence[tuple[int, str]]  # units and currency
_DOLLAR, _CENT = 10_000, 100  # in 1/100 cent (M-1)
_AT = words("things", "proceeds_at")
_INTO = ("into", "to", "in", "for", "on")
_TURNS = ("spend", "swap", "sell")
_BUYS = ("spend", "swap", "buy")
_SAYS = ("small", "sign", "proceeds", "rest", "each", "fraction", "split", "equally", "weak", "whole", "pronoun")
_LINKS = ("and", "then", "of", "from", "with", "in", "for", "to", "into")
_HOW_MUCH = "How much of the money? Write the sum."
_SHARES = ("split", "equally", "fraction", "proceeds", "vague", "amount")
_MONEY = ("proceeds", "rest", "whole")
MONEY = (*_MONEY, "what")
"""What stands where all the money is spent; `what` in a clause that says what it brings."""
_NAMES = (("brings", "proceeds"), ("remains", "rest"))
_NEAR = 5  # things from `what` to what it does
_CUTS = (",", ";", ".", "!", "-", "--")
_OTHERWISE = ("fraction", "vague", "sold", "never", "guard")
"""With one of these not all of the money goes there, or it is not said to go."""
_LEFT = "And the rest of the money?"
REST = " WITH REST"


def read(things: Sequence[Token], now: Situation) -> Sense | None:
    """The sales of a clause, or of those above it, and what is bought with a share of them each."""
    if not now.prices or sorts(things).isdisjoint(_SHARES):
        return None
    named = sum(one.is_("currency") for one in things)
    if named < (1 if now.sales else 2) or others_do(things):
        return None
    try:
        return _split(things, now)
    except Unclear:
        return None


def named(things: Sequence[Token]) -> list[Token]:
    """The things, where `whatever that fetches` is one, the proceeds, and `anything left over` one, the rest."""
    found: list[Token] = []
    at = 0
    while at < len(things):
        end = next((n for n in range(at + 1, min(at + _NEAR, len(things))) if not _between(things[n])), len(things) - 1)
        sort = next((sort for verb, sort in _NAMES if things[end].is_(verb)), "") if things[at].is_("what") else ""
        if sort:
            if found and sort == "proceeds" and found[-1].get("amount") == "ALL":
                found.pop()  # `the whole of what they fetch`
            end += 1 + any(one.is_("thereof") for one in things[end + 1 : end + 2])
            found.append(replace(things[at], sort=sort, value="", end=things[end - 1].end, also=()))
        else:
            found.append(things[at])
            end = at + 1
        at = end
    return found


def of_sales(things: Sequence[Token]) -> list[Token]:
    """The things without the words that say where the money comes from: `the proceeds (of the said sale)`."""
    found: list[Token] = []
    at = 0
    while at < len(things):
        found.append(things[at])
        after = behind(things, at)
        at += 1
        if found[-1].is_("proceeds") and (after.is_("link", "of", "from") or after.is_("proceeds")):
            end = next((n for n in range(at + 1, len(things)) if not _meant(things[n])), len(things) - 1)
            at = end + 1 if things[end].is_("verb", "sell") else at
    return found


def _meant(one: Token) -> bool:
    return one.is_("small") or one.text.casefold() == "said"  # `the said sale`


def _between(one: Token) -> bool:
    """Whether a thing may stand between what and what it does: `whatever (money) (that)`."""
    return not (one.is_("brings") or one.is_("remains")) and any(map(one.is_, ("small", "pronoun", "money", "gainer")))


def fetched(things: Sequence[Token], now: Situation) -> Sequence[Token]:
    """`Whatever 200 Lira bring goes into Marks`: what is sold first, and what comes of it. What is bought `instead` is
    bought for what is sold."""
    if any(one.text.casefold() == "instead" for one in things):
        sells = bool(now.sales) or any(one.is_("verb", "sell") for one in things)
        things = [small(one) if sells and one.text.casefold() == "instead" else one for one in things]
    told = [one for one in things[:5] if not one.is_("small")]
    sold = len(told) > 3 and told[0].text.casefold() in ("whatever", "what") and told[1].is_("amount")
    if not sold or not told[2].is_("currency") or not told[3].is_("fetch"):
        return things
    swapped = {told[0]: ("verb", "sell"), told[3]: ("proceeds", "")}
    return [
        replace(one, sort=swapped[one][0], value=swapped[one][1], also=()) if one in swapped else one for one in things
    ]


# ---- `split the proceeds between Pounds and Francs`, `half of that into Marks, the rest into Francs` -----------------


def _split(things: Sequence[Token], now: Situation) -> Sense | None:
    start = _begin(things)
    if start is None:
        return None
    sold = _sold(things[:start], now)
    behind = things[start:]
    if not sold or not all(_says(one) or one.is_("vague") for one in behind):
        return None
    lines = _sales(sold) if _sells(things[:start]) else []
    if any(one.is_("vague") and _of_money(behind, n) for n, one in enumerate(behind)):
        return Sense(tuple(lines), False, True, _HOW_MUCH, whole=True, half=True)
    shares = _shares(behind)
    names = [name for _, name in shares]
    if len(names) < 1 or len(set(names)) < len(names) or {name for _, name in sold} & set(names):
        return None
    whole = sum((share for share, _ in shares), Fraction(0))
    if whole > 1:
        return None
    total = Fraction(_worth(_can(sold, now), now))
    parts = [(total * share, name) for share, name in shares]
    return _sense(lines, _purchases(parts, total), things, "" if whole == 1 else _LEFT)


def _begin(things: Sequence[Token]) -> int | None:
    """Where a clause begins to share the money out; None where it does not."""
    even = any(one.is_("equally") or one.is_("split") for one in things)
    money = [n for n, one in enumerate(things) if one.is_("proceeds") or one.is_("split")]
    shares = [n for n, one in enumerate(things) if one.is_("fraction") or one.is_("vague")]
    parts = [n for n in shares if _of_money(things, n)]
    if not parts and not (even and money):
        return None
    start = min((*parts, *money))
    while start and (things[start - 1].is_("verb", "spend", "swap") or things[start - 1].sort in ("small", "link")):
        start -= 1
    return start


def _of_money(things: Sequence[Token], n: int) -> bool:
    """Whether a part is one of the money, and not of a currency that is held: `sell half of my Lira`."""
    behind = next((one for one in things[n + 1 :] if not one.is_("small") and not one.is_("link", "of")), None)
    into = behind is not None and things[n].is_("fraction") and behind.is_("link", *_INTO)
    return behind is not None and (into or behind.is_("proceeds"))


def _sells(things: Sequence[Token]) -> bool:
    return any(one.is_("currency") for one in things)


def _sold(things: Sequence[Token], now: Situation) -> list[tuple[int, str]]:
    """What a part of a clause sells; of none that names a currency, what stands above it."""
    if not _sells(things):
        words = [line.split() for line in now.sales]
        return [(int(one[1]), one[2]) for one in words if len(one) == 3 and one[1].isdecimal()]
    told = [one for one in things if one.is_("amount") or one.is_("currency")]
    pairs = list(zip(told[::2], told[1::2], strict=False))
    sells = [one.get("verb") for one in things if one.is_("verb")] == ["sell"]
    if not sells or len(told) % 2 or not all(a.get("amount").isdecimal() and c.is_("currency") for a, c in pairs):
        raise Unclear
    if any(not (one in told or one.is_("verb") or _says(one)) for one in things):
        raise Unclear
    return [(int(a.get("amount")), c.get("currency")) for a, c in pairs]


def _says(one: Token) -> bool:
    """Whether a thing may stand where money is shared out."""
    if one.is_("amount") and one.get("amount") == "50":
        return True  # `50/50`
    if one.text.casefold() in ("between", "among"):
        return True
    return one.is_("currency") or one.is_("verb", *_BUYS) or one.is_("link", *_LINKS) or any(map(one.is_, _SAYS))


def _shares(things: Sequence[Token]) -> list[tuple[Fraction, str]]:
    """Each currency with its share: that in front of it, what the others leave, or equal ones. Raises Unclear."""
    names = [one.get("currency") for one in things if one.is_("currency")]
    parts = [one for one in things if one.is_("fraction") or one.is_("rest") or one.is_("currency")]
    if not any(one.is_("fraction") for one in things):
        if any(one.is_("rest") for one in things):
            raise Unclear
        return [(Fraction(1, len(names)), name) for name in names]
    if len(parts) != 2 * len(names) or any(one.is_("currency") != bool(n % 2) for n, one in enumerate(parts)):
        raise Unclear
    left, found = Fraction(1), list[tuple[Fraction, str]]()
    for share, name in zip(parts[::2], names, strict=True):
        part = left if share.is_("rest") else Fraction(1, int(share.get("fraction")))
        left -= part
        found.append((part, name))
    return found


# ---- `..., and take pounds for all of it`, `put the lot on crowns` ---------------------------------------------------


def spent(things: Sequence[Token], now: Situation, sells: Callable[[Sequence[Token]], Sense | None]) -> Sense | None:
    """All that sales bring, into one currency: the sales above, or those that a clause begins with, as `sells` reads
    them. Nothing says how much is bought, and words that nobody knows may stand beside it."""
    for n, one in enumerate(things):
        goal = _goal(things[n + 1 :]) if _is_cut(one) else ""
        front = sells(things[:n]) if goal else None
        if front is not None and front.sure and _only_sold(front.lines, goal):
            sense = _weighed_goal(things[n + 1 :], goal)
            return sense and replace(sense, lines=(*front.lines, *sense.lines), left=(*front.left, *sense.left))
    goal = _goal(things) if now.sales else ""
    return _weighed_goal(things, goal) if goal and _only_sold(now.sales, goal) else None


def _only_sold(lines: Sequence[str], goal: str) -> bool:
    """Whether lines sell something and nothing of what is to be bought, and spend no rest."""
    told = [line.split() for line in lines]
    sells = any(line[0] == "SELL" for line in told)
    return sells and not any(line[-1] == "REST" or goal in line[1:3] for line in told)


def _goal(things: Sequence[Token]) -> str:
    """The one currency that all the money goes into; "" where a clause does not say so."""
    places = [n for n, one in enumerate(things) if one.is_("currency")]
    sums = any(one.is_("amount") and not one.is_("whole") for one in things)
    if len(places) != 1 or sums or any(one.is_(sort) for one in things for sort in _OTHERWISE):
        return ""
    (at,) = places
    money = any(one.is_(sort) for one in _around(things, at) for sort in _MONEY)
    front = next((one for one in reversed(things[:at]) if one.sort != "small"), things[at])
    into = front.is_("link", *_INTO) or front.value in ("->", ":")
    verbs = [one for one in things if one is not front or not into]
    vague = front.is_("link", "in") and not front.is_("link", "into")  # `everything else stays in marks`
    buys = any(one.is_("verb", "buy", "spend", "swap") or one.is_("weak", "buy") for one in verbs)
    strange = any(one.sort == "unknown" for one in things)
    return things[at].get("currency") if money and (buys or (into and not (vague and strange))) else ""


def _is_cut(one: Token) -> bool:
    return one.is_("link", "and", "then") or (one.sort == "sign" and one.value in _CUTS)


def _around(things: Sequence[Token], at: int) -> Sequence[Token]:
    """The part of a clause, between two cuts, that a thing stands in."""
    cuts = [n for n, one in enumerate(things) if _is_cut(one)]
    start = max((n + 1 for n in cuts if n < at), default=0)
    return things[start : min((n for n in cuts if n > at), default=len(things))]


def _weighed_goal(things: Sequence[Token], goal: str) -> Sense | None:
    used = [n for n, one in enumerate(things) if _says(one) or one.is_("verb", *_TURNS)]
    sense = weighed([f"BUY {goal} WITH REST"], things, used, unknown=2)
    return sense and replace(sense, shown=True)


# ---- lines -----------------------------------------------------------------------------------------------------------


def _worth(sales: Sales, now: Situation) -> int:
    """What sales bring at the published prices. Raises Unclear for a currency that has none."""
    total = 0
    for units, name in sales:
        price = sum_of(now.prices, name)
        if not price:
            raise Unclear
        total += units * price
    return total


def _purchases(parts: Sequence[tuple[Fraction, str]], total: Fraction) -> list[str]:
    """A purchase for each share; the last one takes the rest, if all of the money is shared out."""
    whole = sum((share for share, _ in parts), Fraction(0)) == total
    lines = [f"BUY {name} WITH {_money(share)}" for share, name in parts]
    return [*lines[:-1], f"BUY {parts[-1][1]} WITH REST"] if whole else lines


def each_its_own(lines: Sequence[str], now: Situation) -> list[str]:
    """The lines, each purchase `WITH REST` but the last one with what the sales in front of it bring: `300 lira to
    marks and 200 crowns to francs`. Raises Unclear where nothing is sold for one."""
    out: list[str] = []
    sold: list[tuple[int, str]] = []
    last = max((n for n, line in enumerate(lines) if line.endswith(REST)), default=0)
    for n, line in enumerate(lines):
        verb, first, *more = line.split()
        if verb == "SELL" and first.isdecimal():
            sold.append((int(first), more[0]))
        elif line.endswith(REST) and n < last:
            if not sold:
                raise Unclear
            line = f"BUY {first} WITH {_money(Fraction(_worth(_can(sold, now), now)))}"
            sold = []
        out.append(line)
    return out


def _can(sold: Sales, now: Situation) -> Sales:
    """The sales as they are cut to what is held and to the limit (M-4)."""
    return [(min(units, sum_of(now.holdings, name) or 0, now.limit), name) for units, name in sold]


def _sales(sold: Sales) -> list[str]:
    return [f"SELL {units} {name}" for units, name in sold]


def _money(ticks: Fraction) -> str:
    """As money in an order is written, whole cents: what is over goes to the rest."""
    dollars, cents = divmod(int(ticks) // _CENT, _DOLLAR // _CENT)
    return f"{dollars}.{cents:02}" if cents else str(dollars)


def _sense(sales: Sequence[str], purchases: Sequence[str], things: Sequence[Token], ask: str) -> Sense | None:
    """These lines, shown with their sums; with a question, only proposed."""
    used = [n for n, one in enumerate(things) if _says(one) or one.is_("amount") or one.is_("verb", *_TURNS)]
    found = weighed((*sales, *purchases), things, used, unknown=0)
    if found is None:
        return None
    sure = found.sure and not ask
    return Sense(found.lines, sure, True, found.ask or ask, whole=True, half=not sure)


def at_prices(things: Sequence[Token], now: Situation) -> Sequence[Token]:
    """Without prices that are the published ones: `sell 300 lira at 1.00`, `300 francs (0.72 each)` (M-2)."""
    gone: set[int] = set()
    name = ""
    for n, one in enumerate(things):
        name = one.get("currency") if one.is_("currency") else name
        if name and one.is_("amount") and "." in one.text and _is_price(one.text, name, now):
            gone |= {n, *(at for at in (n - 1, n + 1) if at < len(things) and things[at].text.casefold() in _AT)}
    return [one for n, one in enumerate(things) if n not in gone]


def _is_price(text: str, name: str, now: Situation) -> bool:
    try:
        return money(text)[0] == sum_of(now.prices, name)
    except Fault:
        return False
