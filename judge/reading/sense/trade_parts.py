"""What part of a clause trades: some lots that are all sold, or all bought, by the signs for it (M-14).

Each sign counts: a verb in front of the lots or behind them, a link, a sum of money. Which parts of a clause fit
together, trades finds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from judge.core.values import Value
from judge.reading.sense.tokens import Token
from judge.reading.sense.trade_mentions import Lot, Mark

_INTO = ("to", "into", "in", "for")
_TURNS = (*_INTO, "against", "with")  # lead to what something turns into
_ALONE = ("to", "into")  # say by themselves that what stands in front of them goes
_SIGNS = ("sell", "buy", "sold", "bought", "out", "in", "turn", "budget", "whole")
_DOES = ("sell", "buy", "turn", "split")
_WISHED = 0.5  # what a wish counts as a sign of a purchase
_SOLD = (("sell", 2.0), ("sold", 2.0), ("out", 1.0))
_BOUGHT = (("buy", 2.0), ("bought", 2.0), ("in", 1.0), ("wish", _WISHED))
"""Verbs and what each counts as a sign."""
_GOES = ("into", "goes")
_PAYS = ("for", "with", "against")  # behind what is bought stands what is sold for it


def _any_of(marks: Sequence[Mark], sorts: Collection[str]) -> bool:
    return not {mark.sort for mark in marks}.isdisjoint(sorts)


class Trade(Value):
    """A lot that is sold or bought.

    worth  what pays for a purchase without an amount: a sum, a share (`1/2`), REST; "?" where nothing says so; of a
           sale the link by which it pays for the purchase in front of it: `(buy marks) for 300 lira`
    turns  it is sold only if something else is bought for it: a `verb` says so (`swap 300 lira`), or `nothing` does
    """

    deed: str
    lot: Lot
    worth: str = ""
    turns: str = ""


Way = tuple[float, tuple[Trade, ...]]
"""The signs for some trades, and these. What speaks against them counts off."""


class Part(Value):
    """Lots of a clause, among the marks from `lo` to `hi`; those that lots are made of say nothing more.

    front  the trade in front of it
    sold   something is sold in front of it, or above
    again  the currencies that have an amount elsewhere in the clause
    loose  words that nobody knows say nothing: only to be proposed; `above`: what the clause above does, sell or buy
    """

    things: Sequence[Token]
    marks: Sequence[Mark]
    lo: int
    hi: int
    lots: Sequence[Lot]
    front: Trade | None
    sold: bool
    again: frozenset[str]
    loose: bool
    above: str

    @property
    def turned(self) -> str:
        """How the trade in front of it waits for one more: see `turns`."""
        return self.front.turns if self.front is not None else ""

    @property
    def before(self) -> str:
        """Whether the trade in front of it sells or buys; "" where there is none."""
        return self.front.deed if self.front is not None else ""

    def ways(self) -> Iterator[Way]:
        """All that may be done with the lots, each with the signs for it."""
        if not self.loose and (self._strange() or self._dangles()):
            return
        amounts = sum(bool(lot.amount) for lot in self.lots)
        if not self.loose and self._named_only():
            yield -1.0, ()
        if self.loose and self.above and amounts == len(self.lots):
            yield 0.0, tuple(Trade(self.above, lot) for lot in self.lots)
        score = self._sells()
        if score is not None:
            sales = self._sales(score)
            told = sum(bool(one.lot.amount) for one in sales)
            yield score + amounts - (len(sales) - told) + 0.1 * (told - amounts), sales
        score = self._buys()
        if score is not None and (bought := self._purchases()):
            yield score + amounts, bought

    # -- where its marks stand

    def _has(self, *sorts: str) -> bool:
        return _any_of(self.marks[self.lo : self.hi], sorts)

    def _side(self, *sorts: str) -> str:
        """Where marks of some sorts stand: in `front` of the lots, `behind` them, `between` them; "" where none does.
        Behind them no gap stands between, nor in front where a word says little."""
        first, last = self.lots[0].lo, self.lots[-1].hi
        weak = "in" in sorts or "out" in sorts
        lo = next((n + 1 for n in range(first - 1, self.lo - 1, -1) if weak and self.marks[n].sort == "gap"), self.lo)
        hi = next((n for n in range(last, self.hi) if self.marks[n].sort == "gap" and not self.marks[n].value), self.hi)
        for side, marks in (("between", self.marks[first:last]), ("front", self.marks[lo:first])):
            if _any_of(marks, sorts):
                return side
        return "behind" if _any_of(self.marks[last:hi], sorts) else ""

    def _link(self) -> str:
        """The link right in front of the first lot; not the `to` of `I'd like to let 300 lira go`."""
        n = self.lots[0].lo - 1
        wished = n > self.lo and self.marks[n - 1].sort == "wish" and self.marks[n].value == "to"
        return self.marks[n].value if n >= self.lo and self.marks[n].sort == "link" and not wished else ""

    def _leads(self, *sorts: str) -> str:
        """The last of some sorts in front of the lots."""
        front = (self.marks[n].sort for n in range(self.lots[0].lo - 1, self.lo - 1, -1))
        return next((sort for sort in front if sort in sorts), "")

    def _verbs(self, deed: str, verbs: Sequence[tuple[str, float]]) -> float | None:
        """What the verbs and signs for a deed count; None where one stands between the lots, which are no part then."""
        score = 2.0 * all(lot.deed == deed for lot in self.lots)
        for sort, worth in verbs:
            side = self._side(sort)
            if side == "between":
                return None
            told = sort in ("sold", "bought") and not self.loose  # in front of the lots it is past
            score += worth * (side == "behind" or (side == "front" and not told))
        return score

    # -- a sale

    def _sells(self) -> float | None:
        """The signs for a sale; less than 1 where it is one only if something is bought for it; None where it is
        none."""
        score, link = self._verbs("sell", _SOLD), self._link()
        sums = any(mark.sort == "budget" and mark.value != "REST" for mark in self.marks[self.lo : self.hi])
        if score is None or self.turned or sums or self._has("buy", "bought"):
            return None
        if any(lot.deed in ("buy", *_GOES) for lot in self.lots):
            return None
        pays = link in _PAYS and self.before != "sell"
        idle = link == "in" if self.before else link in ("in", "with")
        if link in _TURNS and not pays and not (idle and self._side("sell")):  # `sell on my account 300 lira`
            return None
        score += (1.5 if self.before else 0.5) * pays + 1.0 * (link == "from")  # `for 300 lira I'd like marks`
        turn, gets = bool(self._side("turn")), self._side("in")
        wished = score < 1 and not turn and self._has("in", "wish")
        if (
            wished
            or gets == "between"
            or (gets and self._leads("sell", "in") == "in" and self._side("sell") == "front")
        ):
            return None
        return None if gets == "behind" else score + 0.5 * turn - 0.5 * self._has("budget")

    def _sales(self, signs: float) -> tuple[Trade, ...]:
        turns = "" if signs >= 1 else "verb" if self._side("turn") or self._link() in _PAYS else "nothing"
        pays = self._link() if self.before == "buy" and self._link() in _PAYS else ""
        whole = self._side("whole")
        said = [lot if lot.amount or not whole else replace(lot, amount="ALL") for lot in self.lots]
        return tuple(Trade("sell", lot, pays, turns) for lot in said)

    # -- a purchase

    def _buys(self) -> float | None:
        """The signs for a purchase; None where it is none."""
        score, link = self._verbs("buy", _BOUGHT), self._link()
        budget, out, led = self._side("budget", "whole"), self._side("out"), self._led(link)
        if score is None or link == "from" or self._has("sell", "sold") or any(lot.deed == "sell" for lot in self.lots):
            return None
        if any(lot.deed in _GOES for lot in self.lots):
            return 2.0 if all(lot.deed in _GOES for lot in self.lots) and self._from_sale() else None
        score += 0.5 * (self.sold and self._side("have") == "front")
        if not led and (self.turned or (link in _PAYS and self.before == "buy" and not budget)):
            return None
        if out == "behind" or (not led and not budget and (out or (self._has("turn") and score < 1))):
            return None  # `I want to swap 300 lira`
        if score and score <= _WISHED and not led and _any_of(self.marks[self.hi :], ("turn",)):
            return None  # `I'd like 200 lira and 100 crowns exchanged for pounds`
        bare = self.sold and not self._has("strange") and not any(lot.amount for lot in self.lots)
        if not score and not led and budget != "front" and not bare:
            return None  # `marks for the money`; `200 crowns, marks with the rest`
        score += 1.5 * led + 1.0 * bool(budget) + 0.5 * self._has("worth")
        return score or None

    def _from_sale(self) -> bool:
        """Whether what goes into something comes from a sale right in front of it, or above where it says that it goes;
        not `200 lira into marks and 100 into francs`."""
        if self.front is None:
            return self.sold and all(lot.deed == "goes" for lot in self.lots)
        return self.front.lot.deed in _GOES or (self.before == "sell" and not self.turned)

    def _led(self, link: str) -> bool:
        """Whether a link says that what is sold turns into this, or that money goes there."""
        n = next((n for n in range(self.lo, self.hi) if self.marks[n].sort == "buy"), 0)
        purpose = n > self.lo and self.marks[n - 1].sort == "link"
        if self.turned == "verb" or (self.turned and self._side("turn") == "behind"):
            return purpose or self._has("buy", "wish") or link in _TURNS
        if self.turned:
            return purpose or (link in _ALONE and not self._has("budget"))
        sells = self.before == "sell"
        return (purpose and sells) or (link in _INTO and (sells or self._has("budget", "whole", "turn")))

    def _purchases(self) -> tuple[Trade, ...]:
        """Each lot with what pays for it; none where that is not clear."""
        if any(lot.amount and not lot.amount.isdecimal() and lot.amount != "MAX" for lot in self.lots):
            return ()
        bare = sum(not lot.amount for lot in self.lots)
        money = [mark.value for mark in self.marks[self.lo : self.hi] if mark.sort == "budget"]
        worth = [value for value in money if value != "REST"]
        if bare > 1 and self._has("split"):
            worth = [f"1/{bare}"] * bare
        elif bare == 1 and not worth and (money or self._has("whole") or self._led(self._link())):
            worth = ["REST"]
        elif bare == 1 and not worth and (self._side("buy") == "front" or self.before):
            worth = ["?"]
        if len(worth) != bare:
            return ()
        paid = iter(worth)
        return tuple(Trade("buy", lot, "" if lot.amount else next(paid)) for lot in self.lots)

    # -- what makes it no part

    def _named_only(self) -> bool:
        """Whether a currency is no more than spoken of: `Italy looks doomed, so 300 lira must go`."""
        (first, *more) = self.lots
        spoken = not more and not first.amount and first.currency in self.again
        return spoken and not self._has(*_SIGNS) and not any(one.is_("keep") for one in self.things)

    def _dangles(self) -> bool:
        """Whether behind all lots and a gap stands what more is done: `sell 300 lira, and put everything`."""
        behind = self.marks[self.lots[-1].hi : self.hi]
        gap = next((n for n, mark in enumerate(behind) if mark.sort == "gap" and not mark.value), len(behind))
        more = {mark.sort for n, mark in enumerate(behind) if n > gap or mark.sort in ("turn", "split")}
        return self.hi == len(self.marks) and not more.isdisjoint(_DOES) and not self._link()

    def _strange(self) -> bool:
        """Whether a word that nobody knows may say what is done with one of the lots: between them, behind several
        (`sell 150 lira und 150 mark flurben`), or behind a word that says little (`take my flurbed 300 lira`)."""
        ends = self.marks[self.lots[-1].hi : self.hi][:1]
        weak = not self._has("sell", "buy", "sold", "bought", "budget", "wish")
        loose = weak and self._leads("in", "out", "turn", "strange") == "strange" and self._leads("in", "out", "turn")
        ended = len(self.lots) > 1 and any(mark.sort == "strange" for mark in ends)
        return self._side("strange") == "between" or ended or bool(loose) or any(map(self._taken, self.lots))

    def _taken(self, lot: Lot) -> bool:
        """Whether a lot comes from somewhere by a word that says little: `take 200 lira from my purse` sells them."""
        front = [mark.sort for mark in self.marks[self.lo : lot.lo] if mark.sort in _DOES or mark.sort == "in"]
        behind = [(mark.sort, mark.value) for mark in self.marks[lot.hi : lot.hi + 1]]
        return front[-1:] == ["in"] and behind == [("link", "from")]
