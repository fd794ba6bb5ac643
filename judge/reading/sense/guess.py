"""What a sentence may order that nobody could read to its end: only ever proposed.

Words that nobody knows say nothing here. What is named decides: units and where they can go, currencies and sums.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from judge.core.variant import Situation
from judge.reading.sense import contrast, offers, trades
from judge.reading.sense.tokens import Token
from judge.reading.sense.unit_orders import lines, orders_of
from judge.reading.sense.unit_parts import Orders
from judge.reading.sense.votes import mine

Things = Sequence[Token]


@dataclass
class Guesser:
    """Guesses at the sentences of one letter, one behind the other.

    taken  places of units that have an order elsewhere in the letter
    verb   what the sentence above does with currencies, sell or buy
    """

    taken: Collection[str] = ()
    verb: str = ""

    def above(self, lines: Sequence[str]) -> None:
        """These orders were read in a sentence above."""
        told = (line.partition(" ")[0].lower() for line in reversed(lines))
        self.verb = next((verb for verb in told if verb in ("sell", "buy")), self.verb)

    def read(self, things: Things, now: Situation, readers: Sequence[str]) -> tuple[str, ...]:
        """The lines of the first of a game's readers that makes something of a sentence."""
        if now.season != "R" and any(one.is_("link", "or") for one in things):
            return ()
        ways = (_READERS[name](self, things, now) for name in readers if name in _READERS)
        return next(filter(None, ways), ())

    def units(self, things: Things, now: Situation) -> tuple[str, ...]:
        return lines(unit_orders(things, now, self.taken))

    def offers(self, things: Things, now: Situation) -> tuple[str, ...]:
        return offers.guess(things, now)

    def trades(self, things: Things, now: Situation) -> tuple[str, ...]:
        """The trades of a sentence; one without a verb goes on with what the sentence above does."""
        found = trades.guess(things, now, self.verb)
        self.above(found)
        return found


# ---- units -----------------------------------------------------------------------------------------------------------


def unit_orders(things: Things, now: Situation, taken: Collection[str]) -> Orders:
    """The orders of a sentence to units. One that speaks of support gives some."""
    bare, _ = contrast.without([contrast.heard(one) for one in things])
    orders = orders_of(bare, now, taken, loose=True)
    helps = any(one.is_("verb", "support") for one in bare)
    return () if helps and all(one.what != "S" for one in orders) else orders


# ---- gifts ----------------------------------------------------------------------------------------------------------


def gifts(things: Things, now: Situation) -> tuple[str, ...]:
    """What passes between treasuries (E-7, E-8): each power named with its sum, in their order."""
    named = [n for n, one in enumerate(things) if one.is_("power") and not mine(one.get("power"), now)]
    told = [one.get("amount") for one in things if one.is_("amount")]
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
