"""What a clause trades, in any wording and any order of words (M-14).

The amounts and currencies that it mentions are cut into parts in all ways, each of them sold or bought as a whole. Each
sign counts; of all ways the one with the most is taken, if no other comes near it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from judge.core.variant import Situation
from judge.expressions import words
from judge.reading.lexicon import sum_of
from judge.reading.sense import contrast, proceeds
from judge.reading.sense.result import Sense, Unclear, others_do, weighed
from judge.reading.sense.settled import nothing
from judge.reading.sense.tokens import Token, follows, small, sorts
from judge.reading.sense.trade_mentions import SOME, VERBS, Lot, Mark, lots, marks
from judge.reading.sense.trade_parts import Part, Trade, Way

MOST = 8  # lots of a clause that is looked at
_KEPT = 16  # ways that are followed from one lot of a clause
_WIDE = 5  # marks between two lots that a clause is cut at anywhere
_CLOSE = 0.6  # signs by which one way must be ahead of all others
_KEEPS = words("things", "trades_keeps")
_ASKS = words("things", "trades_asks")
_BUT = words("things", "winter_but")
_TAKES, _GIVE_ME = words("things", "trades_takes"), words("things", "trades_give_me")
_INSTEAD = words("things", "trades_instead")
_NAMES = (("brings", "proceeds"), ("remains", "rest"))
_BARS = ("vague", "same", "except", "keep", "undo")
"""With one of these nothing is guessed."""
_ELSEWHERE = ("seat", "place", "kind", "traveller")
_DONE = ("sold", "bought")
_IDLE = ("gap", "strange", "amount", "same")  # of no trade, unless a lot has them
_REACH = 5  # things from `what` to what it does
_HOW_MUCH = "How much of the money? Write the sum."
_LEFT = "And the rest of the money?"
_ALL = "How many of them? I would sell all."
_WHAT = "What is sold for it? I would spend the money that you have."  # `everything into pounds`
_SPENT = "How many of them? I would spend what is left."


def read(things: Sequence[Token], now: Situation) -> Sense | None:
    """What a clause trades."""
    if not now.spoken and not any(one.is_("currency") for one in things):
        return nothing(things) if not others_do(things) else None
    if others_do(things) or _they_do(things, now) or _keeps(things) or _takes(things):
        return None
    things = _heard(things, now)
    if any(one.sort in _ELSEWHERE or one.is_("priced") for one in things):
        return None
    try:
        said = marks(things)
        trades = _clear(things, said, now)
        return _sense(trades, things, said, now) if trades else None
    except Unclear:
        return None


def _heard(things: Sequence[Token], now: Situation) -> Sequence[Token]:
    """The things as a trader means them: `whatever that fetches` is one, and `200 of them` has its currency."""
    things = contrast.pointed(things, now.spoken)
    sells = bool(now.sales) or any(one.is_("verb", "sell") for one in things)
    things = [small(one) if sells and one.text.casefold() in _INSTEAD else _plain(one) for one in things]
    return _named(things) if "what" in sorts(things) else things


def _plain(thing: Token) -> Token:
    """A thing without what units do, which is no trade, and without the place that a small word may be: `den Rest`."""
    if thing.is_("pronoun") or (thing.sort == "place" and thing.is_("small")):
        return small(thing)
    if thing.sort != "verb" or thing.is_("verb", *VERBS):
        return thing
    return small(thing) if thing.is_("small") else replace(thing, sort="unknown")


def _named(things: Sequence[Token]) -> list[Token]:
    """The things, where `whatever that fetches` is one, the proceeds, and `anything left over` one, the rest."""
    found: list[Token] = []
    at = 0
    while at < len(things):
        end = next((n for n in range(at + 1, min(at + _REACH, len(things))) if not _between(things[n])), 0)
        sort = next((sort for verb, sort in _NAMES if things[end].is_(verb)), "") if things[at].is_("what") else ""
        if sort and end:
            end += any(one.is_("thereof") for one in things[end + 1 : end + 2])
            found.append(replace(things[at], sort=sort, value="", end=things[end].end, also=()))
            at = end
        else:
            found.append(things[at])
        at += 1
    return found


def _between(one: Token) -> bool:
    """Whether a thing may stand between what and what it does: `whatever (money) (that)`."""
    return not (one.is_("brings") or one.is_("remains")) and any(map(one.is_, ("small", "pronoun", "money", "gainer")))


def _they_do(things: Sequence[Token], now: Situation) -> bool:
    """Whether it is told what others do: `They sell 300 lira`. What is sold may buy something: `they buy 100 marks`."""
    deeds = ("sell",) if now.sales else ("sell", "buy", "swap")
    bare = [one for one in things if one.is_("pronoun") or not (one.is_("small") or one.get("amount") == "ALL")]
    return len(bare) > 1 and bare[0].text.casefold().startswith("they") and bare[1].is_("verb", *deeds)


def _takes(things: Sequence[Token]) -> bool:
    """`Take 300 lira from me`, `Take 300 lira, give me 300 marks`: what is taken is given, or is it bought?"""
    said = {one.text.casefold() for one in things}
    return not (_TAKES.isdisjoint(said) or _GIVE_ME.isdisjoint(said))


def _keeps(things: Sequence[Token]) -> bool:
    """Whether some of something is not to go: `keep 100 of my crowns`, `all but 100`, `the rest of the marks`,
    `everything but the marks stays`."""
    if any((one.is_("all") or one.is_("whole")) and after.text.casefold() in _BUT for one, after in pairwise(things)):
        return True
    bare = [one for one in things if not one.is_("small")]
    triples = zip(bare, bare[1:], bare[2:], strict=False)
    if any(a.is_("rest") and b.is_("link", "of") and (c.is_("currency") or c.sort == "unknown") for a, b, c in triples):
        return True
    figures = [n for n, one in enumerate(things) if one.get("amount").isdecimal()]
    return any(follows(things, n, lambda one: one.text.casefold() in _KEEPS) for n in figures)


def guess(things: Sequence[Token], now: Situation, above: str) -> tuple[str, ...]:
    """What a clause may trade, whatever else it says; `above`: what the clause above does, sell or buy."""
    heading = max((n for n, one in enumerate(things) if one.text == ":"), default=-1) + 1
    plain = all(one.sort != "unknown" for one in things)
    things = _heard(things if any(one.is_("currency") for one in things[:heading]) else things[heading:], now)
    flurb = any(one.sort == "unknown" and two.is_("amount") for one, two in pairwise(things))  # `flurb 200 marks`
    if flurb or any(any(map(one.is_, _BARS)) or one.text.casefold() in _KEEPS for one in things):
        return ()
    try:
        trades = _clear(things, marks(things), now, True, above if plain else "")
        lines, asks = _lines(trades, now) if trades else ((), [])
        return lines if {_ALL, _SPENT}.isdisjoint(asks) else ()
    except Unclear:
        return ()


# ---- the ways to part a clause ---------------------------------------------------------------------------------------


def ways(
    things: Sequence[Token], said: Sequence[Mark], now: Situation, loose: bool = False, above: str = ""
) -> list[Way]:
    """All that the lots of a clause may be, best first, with amounts in front of the names or behind them."""
    found: dict[tuple[Trade, ...], float] = {}
    for trailing in (False, True):
        try:
            named = lots(said, trailing)
        except Unclear:
            continue
        whole = [lot.currency for lot in named if lot.amount]
        if 0 < len(named) <= MOST and len(set(whole)) == len(whole):
            for score, trades in _parted(things, said, named, now, loose, above):
                found[trades] = max(score, found.get(trades, score))
    return sorted(((score, trades) for trades, score in found.items()), key=lambda way: -way[0])


def _parted(
    things: Sequence[Token], said: Sequence[Mark], named: Sequence[Lot], now: Situation, loose: bool, above: str
) -> Iterator[Way]:
    """The ways to cut these lots into parts: `begun` has the best by how many lots they have, and where the next part
    begins."""
    again = frozenset(lot.currency for lot in named if lot.amount)
    of_lots = {n for lot in named for n in range(lot.lo, lot.hi)}
    said = [replace(mark, sort="lot") if n in of_lots else mark for n, mark in enumerate(said)]
    begun: list[dict[tuple[tuple[Trade, ...], int], float]] = [{((), 0): 0.0}, *({} for _ in named)]
    known: dict[tuple[object, ...], list[Way]] = {}
    for first, best in enumerate(begun[:-1]):
        for (trades, lo), score in sorted(best.items(), key=lambda way: -way[1])[:_KEPT]:
            ahead, sold = trades[-1] if trades else None, _sold(trades, now)
            for last in range(first + 1, len(named) + 1):
                for hi, cut in _cuts(said, named, last):
                    key = ahead and (ahead.deed, ahead.turns, ahead.lot.deed), sold, lo, hi
                    if key not in known:
                        part = Part(things, said, lo, hi, named[first:last], ahead, sold, again, loose, above)
                        known[key] = list(part.ways())
                    for more, new in known[key]:
                        way = ((*trades, *new), hi)
                        begun[last][way] = max(score + more - cut, begun[last].get(way, -MOST))
    for (trades, _), score in begun[-1].items():
        if trades and trades[-1].turns in ("", "verb" * loose):
            yield score, trades


def _cuts(said: Sequence[Mark], named: Sequence[Lot], last: int) -> list[tuple[int, float]]:
    """Where a part with this last lot may end, and what speaks against it: there is nothing but an `and` between two
    lots, or a word that leads on stands in front of the place."""
    lo, hi = named[last - 1].hi, named[last].lo if last < len(named) else len(said)
    if last == len(named):
        return [(hi, 0.0)]
    bare = all(mark.sort == "gap" for mark in said[lo:hi])
    places = [at for at in range(lo, hi + 1) if hi - lo < _WIDE or at in (lo, hi) or said[at].sort == "gap"]
    return [(at, bare + 1.0 * (at > lo and said[at - 1].sort in ("link", "turn"))) for at in places]


def _clear(
    things: Sequence[Token], said: Sequence[Mark], now: Situation, loose: bool = False, above: str = ""
) -> tuple[Trade, ...]:
    """The trades of the way with the most signs for it, if no other comes near. What is only swapped is sold."""
    found = ways(things, said, now, loose, above)
    good = [(score, trades) for score, trades in found if len({one.lot.currency for one in trades}) == len(trades)]
    if not good:
        return ()
    (score, trades), *others = good
    told = [_told(one) for one in trades]
    close = any(less > score - _CLOSE and [_told(one) for one in two] != told for less, two in others)
    swaps = not _sold(trades, now) and any(mark.value == "swap" for mark in said)  # `turn them into marks`
    return () if close or swaps else trades


def _sold(trades: Sequence[Trade], now: Situation) -> bool:
    return bool(now.sales) or any(one.deed == "sell" for one in trades)


def _told(one: Trade) -> tuple[str, ...]:
    return one.deed, one.lot.currency, one.lot.amount or (one.deed == "sell") * "ALL", one.worth


# ---- lines -----------------------------------------------------------------------------------------------------------


def _sense(trades: Sequence[Trade], things: Sequence[Token], said: Sequence[Mark], now: Situation) -> Sense | None:
    """The lines of these trades, as sure as they and what is left over are. Raises Unclear where there are none."""
    first = min(n for one in trades for n in one.lot.at)
    done = [n for mark in said if mark.sort in _DONE for n in mark.at]
    if any(n > first for n in done) and not _asked(things):
        return None  # `300 lira sold`, with more beside it: told, and not asked for
    lines, asks = _lines(trades, now)
    if not {_ALL, _SPENT}.isdisjoint(asks) and any(mark.sort == "strange" for mark in said):
        return None  # `I buy marks if you sell pounds`
    if not _sold(trades, now) and any(mark.sort == "whole" for mark in said):
        asks.append(_WHAT)
    used = {n for one in trades for n in one.lot.at}
    used |= {n for mark in said if mark.sort not in _IDLE for n in mark.at if n > first or n not in done}
    sense = weighed(lines, things, used)
    if sense is None or not sense.sure:
        return sense
    shared = any("/" in one.worth for one in trades)
    if asks:
        return replace(sense, sure=False, ask=asks[0], whole=shared, half=shared)
    return replace(sense, shown=sense.shown or shared, whole=shared)


def _lines(trades: Sequence[Trade], now: Situation) -> tuple[tuple[str, ...], list[str]]:
    """The lines of these trades, and what they leave to be asked. Raises Unclear where one cannot be written."""
    sells = [one for one in trades if one.deed == "sell"]
    lines: list[str] = []
    asks: list[str] = []
    for one in sells:
        alone = len(sells) == 1 and len(trades) > 1
        units = _units(one.lot.amount or "ALL" * alone, one.lot.currency, now)
        lines.append(f"SELL {units} {one.lot.currency}")
        asks += [] if one.lot.amount else [_ALL]
        asks += [f"You do not hold {units} of that."] if units.isdecimal() and not _held(units, one.lot, now) else []
    sales = lines or list(now.sales)
    buys = [one for one in trades if one.deed == "buy" and SOME not in one.worth]
    asks += [_HOW_MUCH] if len(sells) + len(buys) < len(trades) else []
    shares = [Fraction(one.worth) for one in buys if "/" in one.worth]
    total = Fraction(proceeds.brought(sales, now)) if shares else Fraction(0)
    left = any(one.worth == "?" for one in buys) and not any(one.worth for one in sells)
    if shares and any(one.worth == "REST" for one in buys[:-1]):
        raise Unclear  # a share of what is left of nothing
    if (left and not sales) or (shares and not total):
        raise Unclear
    asks += [_SPENT] if left else []
    asks += [_LEFT] if shares and sum(shares) < 1 and not any(one.worth == "REST" for one in buys) else []
    bought = iter(_last_rest([_bought(one, total) for one in buys], shares))
    sold = iter(lines)
    return tuple(next(sold if one.deed == "sell" else bought) for one in trades if one in (*sells, *buys)), asks


def _units(amount: str, currency: str, now: Situation) -> str:
    """An amount as an order has it. Raises Unclear where there is none, or a share comes out uneven."""
    if not amount:
        raise Unclear
    if "/" not in amount:
        return amount
    share, _, figure = amount.partition("=")
    held, (top, bottom) = sum_of(now.holdings, currency), map(int, share.split("/"))
    if held is None or not 0 < held * top <= held * bottom or held * top % bottom:
        raise Unclear
    units = str(held * top // bottom)
    if figure not in ("", units):
        raise Unclear
    return units


def _held(units: str, lot: Lot, now: Situation) -> bool:
    return not now.holdings or 0 < int(units) <= (sum_of(now.holdings, lot.currency) or 0)


def _bought(one: Trade, total: Fraction) -> str:
    if not one.worth:
        return f"BUY {one.lot.amount} {one.lot.currency}"
    worth = proceeds.dollars(total * Fraction(one.worth)) if "/" in one.worth else one.worth.replace("?", "REST")
    return f"BUY {one.lot.currency} WITH {worth}"


def _last_rest(lines: Sequence[str], shares: Sequence[Fraction]) -> list[str]:
    """The purchases, the last one with the rest where shares come to all of the money."""
    if not shares or sum(shares) != 1:
        return list(lines)
    return [*lines[:-1], f"{lines[-1].rpartition(' WITH ')[0]}{proceeds.REST}"]


def _asked(things: Sequence[Token]) -> bool:
    """Whether what is `sold` is wanted so, and not told as done; `100 lira sold`, and no more, wants it."""
    plain = all(any(map(one.is_, ("amount", "currency", "verb", "link", "sign", "wish"))) for one in things)
    return plain or any(word in _ASKS for one in things for word in one.text.casefold().split())
