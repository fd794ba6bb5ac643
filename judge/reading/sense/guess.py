"""What a sentence may order that nobody could read to its end: only ever proposed.

Words that nobody knows say nothing here. What is named decides: units and where they can go, currencies and sums.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from judge.core.variant import Situation
from judge.expressions import words
from judge.reading.sense import contrast
from judge.reading.sense.mentions import breaks
from judge.reading.sense.offer_totals import sums
from judge.reading.sense.tokens import Token, before, behind
from judge.reading.sense.unit_orders import lines, orders_of
from judge.reading.sense.unit_parts import Orders
from judge.reading.sense.votes import mine

_SELLS, _BUYS = ("sell", "sold", "remove"), ("buy", "bought")
_REST = ("rest", "remains", "proceeds", "upto")
_BARS = ("vague", "same", "except", "keep", "undo")
_KEEPS = frozenset(["but"]) | words("things", "trades_keeps")
_INTO = ("to", "into", "for", "in")
Things = Sequence[Token]


@dataclass
class Guesser:
    """Guesses at the sentences of one letter, one behind the other.

    taken  places of units that have an order elsewhere in the letter
    verb   what the sentence above trades, `SELL` or `BUY`
    """

    taken: Collection[str] = ()
    verb: str = ""

    def above(self, lines: Sequence[str]) -> None:
        """These orders were read in a sentence above."""
        self.verb = next((line.partition(" ")[0] for line in reversed(lines)), self.verb)

    def read(self, things: Things, now: Situation, readers: Sequence[str]) -> tuple[str, ...]:
        """The lines of the first of a game's readers that makes something of a sentence."""
        if now.season != "R" and any(one.is_("link", "or") for one in things):
            return ()
        ways = (_READERS[name](self, things, now) for name in readers if name in _READERS)
        return next(filter(None, ways), ())

    def units(self, things: Things, now: Situation) -> tuple[str, ...]:
        return lines(unit_orders(things, now, self.taken))

    def offers(self, things: Things, now: Situation) -> tuple[str, ...]:
        """What a sentence pays for orders, each with its sum, in their order (A3)."""
        orders = unit_orders(things, now, self.taken, anybodys=True)
        worth: list[str] = []
        for n, one in enumerate(things):
            counts = behind(things, n).is_("kind") and behind(things, n).text.casefold().endswith("s")
            if one.is_("amount") and one.get("amount").isdecimal() and not counts:
                worth.append(one.get("amount"))
            elif one.is_("same") and worth:
                worth.append(worth[-1])  # `and the same for Kiel`
        if len(worth) == 1 and any(one.is_("each") for one in things):
            worth = worth * len(orders)
        against = any(one.is_("against") for one in things)
        if len(worth) != len(orders) or any(one.is_("times") or one.is_("keep") for one in things):
            return ()
        if against and len(orders) > 1:
            return ()
        sign = "!" if against else ":"
        told = [one.line().removesuffix(" VIA CONVOY") for one in orders]
        return tuple(f"{many} {sign} {line}" for many, line in zip(worth, told, strict=True))

    def trades(self, things: Things, now: Situation) -> tuple[str, ...]:
        """The trades of a sentence; none where a currency has no verb or no sum, or a sum no currency."""
        named = _traded(things)
        figures = [n for n, one in enumerate(things) if one.is_("amount")]
        if not named or any(any(map(one.is_, _BARS)) or one.text.casefold() in _KEEPS for one in things):
            return ()
        if any(behind(things, n).text == "-" or before(things, n).sort == "unknown" for n in figures):
            return ()  # `200-300 lira`, `flurb 200 marks`
        told = [(n, verb) for n in range(len(things)) if (verb := _deed(things, n))]
        above = "" if any(one.sort == "unknown" for one in things) else self.verb
        trails = bool(told) and told[0][0] > named[0]
        ahead = any(n < named[0] for n in figures)
        found: dict[str, str] = {}
        used: set[int] = set()
        for lo, n, hi in zip([-1, *named], named, [*named[1:], len(things)], strict=False):
            mine = [at for at in figures if (lo < at < n if ahead else n < at < hi)]
            many = things[mine[-1 if ahead else 0]].get("amount") if mine else ""
            above = _verb(things, told, n, trails) or above
            line = _trade(above, many, things[n].get("currency"), things[lo + 1 : hi])
            if not line:
                return ()
            used.update(mine)
            found[things[n].get("currency")] = line
        self.verb = above
        colon = max((n for n, one in enumerate(things) if one.text == ":"), default=0)
        return tuple(found.values()) if all(n in used or n < colon for n in figures) else ()


# ---- units, and what is paid for them --------------------------------------------------------------------------------


def unit_orders(things: Things, now: Situation, taken: Collection[str], anybodys: bool = False) -> Orders:
    """The orders of a sentence to units. One that speaks of support gives some."""
    bare, _ = contrast.without([contrast.heard(one) for one in things])
    orders = orders_of(bare, now, taken, anybodys, loose=True)
    helps = any(one.is_("verb", "support") for one in bare)
    return () if helps and all(one.what != "S" for one in orders) else orders


# ---- trades ----------------------------------------------------------------------------------------------------------


def _traded(things: Things) -> list[int]:
    """The currencies, but for countries without a sum where another has one: `Turkey is weak, 200 piastres`."""
    named = [n for n, one in enumerate(things) if one.is_("currency")]
    beside = [n for n in named if before(things, n).is_("amount") or behind(things, n).is_("amount")]
    return [n for n in named if n in beside or not (beside and things[n].is_("country"))]


def _verb(things: Things, told: Sequence[tuple[int, str]], n: int, trails: bool) -> str:
    """What is done with the currency at `n`: by the verb of its own part, else by the one in front of it, or behind it
    where verbs stand behind what they are about (`trails`)."""
    start = next((k for k in reversed(range(n)) if breaks(things[k])), -1)
    end = next((k for k in range(n, len(things)) if breaks(things[k])), len(things))
    own = [one for one in told if start < one[0] < end]
    front, back = [verb for at, verb in own if at < n], [verb for at, verb in own if at > n]
    if front or back:
        return (back or front)[0] if trails else (front[-1:] or back)[0]
    ahead, after = [verb for at, verb in told if at < n], [verb for at, verb in told if at > n]
    return next(iter(after if trails and after else ahead[-1:] or after), "")


def _deed(things: Things, n: int) -> str:
    """`SELL` or `BUY`, where a thing says so."""
    one = things[n]
    if one.is_("verb", *_SELLS):
        return "SELL"
    if one.is_("verb", *_BUYS) or one.is_("wish", "buy"):
        return "BUY"
    if one.text in ("+", "-") and (behind(things, n).is_("amount") or behind(things, n).is_("currency")):
        return ("BUY" if one.text == "+" else "SELL") if not n or breaks(before(things, n)) else ""
    if one.is_("link", *_INTO) and any(two.is_("currency") for two in things[:n]):
        ahead = next((two for two in things[n + 1 :] if not two.is_("small")), one)
        return "BUY" if ahead.is_("currency") or ahead.is_("amount") else ""
    if weak := [value for sort, value in one.meanings if sort == "weak"]:
        return "BUY" if weak[0] == "buy" else "SELL"
    return "SELL" if one.is_("verb", "swap") else "BUY" if one.is_("verb", "spend") else ""


def _trade(verb: str, many: str, currency: str, things: Things) -> str:
    if verb and many:
        return f"{verb} {many} {currency}"
    if verb == "BUY" and any(one.is_(sort) for one in things for sort in _REST):
        return f"BUY {currency} WITH REST"
    return f"SELL ALL {currency}" if verb == "SELL" and any(one.is_("whole") for one in things) else ""


# ---- gifts ----------------------------------------------------------------------------------------------------------


def gifts(things: Things, now: Situation) -> tuple[str, ...]:
    """What passes between treasuries (E-7, E-8): each power named with its sum, in their order."""
    named = [n for n, one in enumerate(things) if one.is_("power") and not mine(one.get("power"), now)]
    told = sums(things)
    if len(named) != len(told) or any(one.is_("vague") for one in things):
        return ()
    ends = zip([-1, *named], named, [*named[1:], len(things)], told, strict=False)
    found = [_gift(things[lo + 1 : hi], n - lo - 1, things[n].get("power"), many) for lo, n, hi, many in ends]
    return tuple(found) if all(found) else ()


def _gift(things: Things, at: int, power: str, many: str) -> str:
    def says(sort: str, *values: str) -> bool:
        return any(one.is_(sort, *values) for one in things)

    lends = says("verb", "lend") or any(one.is_("nature", "LOAN") and one.text.casefold() != "loan" for one in things)
    gives = says("nature", "GIFT") or says("verb", "give")
    if says("owing") or says("verb", "call"):
        return f"CALL {many} FROM {power}"
    if says("verb", "repay") or says("back"):
        return f"REPAY {many} TO {power}"
    theirs = any(one.is_("verb", "give", "lend", "pay") for one in things[at + 1 :]) and says("me")
    if says("verb", "receive") or theirs:
        return f"RECEIVE {many} FROM {power} ({'LOAN' if lends else 'GIFT'})" if lends or gives else ""
    return f"LOAN {many} TO {power}" if lends else f"GIVE {many} TO {power}" if gives else ""


_READERS: Mapping[str, Callable[[Guesser, Things, Situation], tuple[str, ...]]] = {
    "gifts": lambda _, things, now: gifts(things, now),
    "offers": Guesser.offers,
    "offers_alone": Guesser.offers,
    "trades": Guesser.trades,
    "units": Guesser.units,
}
"""By the readers of a game's file in `grammar/sense`."""
