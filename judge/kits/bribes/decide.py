"""Which order each unit obeys and who pays for it: the loop of A7 with the reductions of A9."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from operator import itemgetter
from typing import Any, NamedTuple, Self

from judge.core.phase import Phase
from judge.core.values import Value
from judge.kits.bribes.reading import read_offer
from judge.kits.bribes.rules import STANDARD, BribeRules
from judge.kits.bribes.values import HOLD, Contest, Entries, Line, Offer, Payer, Saving, Welcome, enter, ranks

_PATIENCE = 50  # passes, of which a common movement needs a dozen: then steps are counted ahead
_MANY = 1 << 30


class BribePurse(Value):
    """A payer's money and his sheet, lines in the order written. Savings lines are among them."""

    balance: int
    lines: tuple[Line, ...] = ()

    @property
    def offers(self) -> tuple[Offer, ...]:
        return tuple([line for line in self.lines if isinstance(line, Offer)])

    @property
    def spendable(self) -> int:
        """What may be spent: the balance without the savings, and never less than nothing (A7)."""
        return max(0, self.balance - sum(line.amount for line in self.lines if isinstance(line, Saving)))


class Award(NamedTuple):
    """The order a unit obeys. `price` is what it is said to have been paid; `paid` payer -> amount, zeros left out.

    backers  all who stood behind the order, with money or for nothing
    tied     an unplayed power's unit that holds because different backers offered the same (A10)
    """

    owner: Payer
    unit: str
    order: str
    price: int
    paid: Mapping[Payer, int]
    backers: tuple[Payer, ...]
    tied: bool = False

    @property
    def text(self) -> str:
        return f"{self.unit} {self.order}"


class Bill(Value):
    """What a payer owes. `reductions` counts the steps by which all his bribes were cut (A9)."""

    before: int
    spent: int
    reductions: int

    @property
    def after(self) -> int:
        return self.before - self.spent


class BackedOrder(Value):
    """One order on a unit's table when all was decided: payer -> what he stood behind it with, zeros included."""

    order: str
    backing: Mapping[Payer, int]

    @property
    def total(self) -> int:
        return sum(self.backing.values())


class Decision:
    """The outcome of a phase: unit -> award, payer -> bill, and unit -> the orders that were on its table."""

    def __init__(self, awards: Mapping[str, Award], bills: Mapping[Payer, Bill], auction: _Auction) -> None:
        self.awards = awards
        self.bills = bills
        self._auction = auction

    @cached_property
    def tables(self) -> dict[str, tuple[BackedOrder, ...]]:
        """Every order that was on a unit's table with who backed it, most welcome first; for the chart."""
        return {contest.unit: self._auction.rows(contest) for contest in self._auction.contests}


class _Choice(NamedTuple):
    """What one pass decided for a unit: which order, and what each payer owes for it."""

    order: int
    owed: dict[int, int]
    price: int
    tied: bool = False


def decide(
    units: Mapping[Payer, Sequence[str]],
    purses: Mapping[Payer, BribePurse],
    welcome: Mapping[Payer, Welcome],
    rules: BribeRules = STANDARD,
    dummies: Collection[Payer] = (),
) -> Decision:
    """Decide every unit. `welcome` holds each owner's list spelled out over all payers; `dummies` are unplayed powers.

    Everybody who overspends is cut by one step at the same time, and then all is decided anew, until nobody does.
    """
    payers = tuple(sorted(purses))
    entries = enter(units, {payer: purses[payer].offers for payer in payers}, payers)
    contests = [
        entries.contest(owner, unit, rank)
        for owner in sorted(units)
        for rank in (ranks(payers, welcome[owner]),)
        for unit in units[owner]
    ]
    auction = _Auction(entries, contests, [purses[payer].spendable for payer in payers], rules, frozenset(dummies))
    choices = auction.run()
    return _decision(auction, choices, purses)


class _Auction:
    """The loop. Amounts and plateaus shrink in place."""

    def __init__(
        self,
        entries: Entries,
        contests: list[Contest],
        spendable: list[int],
        rules: BribeRules,
        dummies: frozenset[str],
    ) -> None:
        self.entries = entries
        self.contests = contests
        self._entries = [contest.entries for contest in contests]
        self.spendable = spendable
        self.plain = not rules.second_price and not dummies
        self.second_price = rules.second_price
        self.dummies = dummies
        self.reductions = [0] * len(spendable)
        self._falling: list[list[int]] = [[] for _ in spendable]  # each payer's bribes above their plateaus
        self._resting: list[list[int]] = [[] for _ in spendable]  # and his others that are worth anything
        for entry, payer in enumerate(entries.payer):
            if entries.amounts[entry] > entries.plateaus[entry]:
                self._falling[payer].append(entry)
            elif entries.amounts[entry]:
                self._resting[payer].append(entry)

    def run(self) -> list[_Choice]:
        return self._run_plain() if self.plain else self._run_special()

    # ---- a pass of the ordinary game, where a winner simply pays what was promised ------------------------------

    def _run_plain(self) -> list[_Choice]:
        winners = self._winners()
        left = self._left(winners)
        passes = 0
        while over := _overdrawn(left):
            passes += 1
            steps = self._alike(winners, left, over) if passes > _PATIENCE else 1
            for payer in over:
                self._reduce(payer, steps)
            winners = self._winners()
            left = self._left(winners)
        choices = []
        for contest, winner in zip(self.contests, winners, strict=True):
            owed = self._promised(contest.entries[winner])
            choices.append(_Choice(winner, owed, sum(owed.values())))
        return choices

    def _winners(self) -> list[int]:
        amounts = self.entries.amounts
        winners = []
        for firsts, further in self._sums:
            if firsts is None:
                winners.append(0)
                continue
            totals = [*firsts(amounts)]
            for order, entry in further:
                totals[order] += amounts[entry]
            winners.append(totals.index(max(totals)))
        return winners

    @cached_property
    def _sums(self) -> list[tuple[Callable[[list[int]], Sequence[int]] | None, list[tuple[int, int]]]]:
        """What the totals of each contest are added up of: the first entry of every order, all at once, then the
        others, each with its order. None where there is one order alone."""
        sums: list[tuple[Callable[[list[int]], Sequence[int]] | None, list[tuple[int, int]]]] = []
        for contest in self.contests:
            if len(contest.orders) == 1:
                sums.append((None, []))
                continue
            firsts = itemgetter(*[entries[0] for entries in contest.entries])
            sums.append((firsts, [(at, entry) for at, entries in enumerate(contest.entries) for entry in entries[1:]]))
        return sums

    def _left(self, winners: list[int]) -> list[int]:
        amounts, payer = self.entries.amounts, self.entries.payer
        left = self.spendable[:]
        for entries, winner in zip(self._entries, winners, strict=True):
            for entry in entries[winner]:
                left[payer[entry]] -= amounts[entry]
        return left

    def _promised(self, entries: Sequence[int]) -> dict[int, int]:
        """Payer -> what his entries promise."""
        owed: dict[int, int] = {}
        for entry in entries:
            payer = self.entries.payer[entry]
            owed[payer] = owed.get(payer, 0) + self.entries.amounts[entry]
        return owed

    # ---- a pass with second prices (eBayola) or unplayed powers -------------------------------------------------

    def _run_special(self) -> list[_Choice]:
        choices = [self._choose(contest) for contest in self.contests]
        while over := _overdrawn(self._left_after(choices)):
            for payer in over:
                self._reduce(payer)
            choices = [self._choose(contest) for contest in self.contests]
        return choices

    def _choose(self, contest: Contest) -> _Choice:
        promised = [self._promised(entries) for entries in contest.entries]
        totals = [sum(owed.values()) for owed in promised]
        best = max(totals)
        tied = [at for at, total in enumerate(totals) if total == best]
        if contest.owner in self.dummies:
            nobody = self.entries.payers.index(contest.owner)  # whose HOLD for nothing is his by default
            if len({frozenset(promised[at]) - {nobody} for at in tied}) > 1:
                return _Choice(0, {}, best + 1, tied=True)
        winner = tied[0]
        owed = promised[winner]
        if self.second_price:
            losing = max((total for at, total in enumerate(totals) if at != winner), default=0)
            owed = self._rebated(contest, winner, owed, max(0, best - losing - 1))
        return _Choice(winner, owed, sum(owed.values()))

    def _rebated(self, contest: Contest, winner: int, owed: dict[int, int], rebate: int) -> dict[int, int]:
        """What is owed after the rebate, which goes to the most welcome payer down to his plateaus, then the next."""
        entries = self.entries
        floors: dict[int, int] = {}
        for entry in contest.entries[winner]:
            payer = entries.payer[entry]
            floors[payer] = floors.get(payer, 0) + min(entries.plateaus[entry], entries.amounts[entry])
        owed = dict(owed)
        for payer in sorted(owed, key=contest.rank.__getitem__):
            if rebate:
                less = min(rebate, owed[payer] - floors[payer])
                owed[payer] -= less
                rebate -= less
        return owed

    def _left_after(self, choices: list[_Choice]) -> list[int]:
        left = self.spendable[:]
        for choice in choices:
            for payer, amount in choice.owed.items():
                left[payer] -= amount
        return left

    def rows(self, contest: Contest) -> tuple[BackedOrder, ...]:
        """The table of a unit as it stands now."""
        names = self.entries.payers
        found = [
            (order, self._promised(entries)) for order, entries in zip(contest.orders, contest.entries, strict=True)
        ]
        return tuple(BackedOrder(order, {names[payer]: row[payer] for payer in sorted(row)}) for order, row in found)

    # ---- A9 -----------------------------------------------------------------------------------------------------

    def _reduce(self, payer: int, steps: int = 1) -> None:
        """All bribes above their plateaus lose 1 a step; where there are none, plateaus are forgotten and all do.
        More than one step only where all of them cut the same bribes."""
        amounts, plateaus, step = self.entries.amounts, self.entries.plateaus, self.entries.steps
        self.reductions[payer] += steps
        falling = self._falling[payer]
        if not falling:
            falling = self._resting[payer]
            self._resting[payer] = []
            for entry in falling:
                plateaus[entry] = 0
        lower = []
        for entry in falling:
            left = amounts[entry] - step[entry] * steps
            amounts[entry] = left
            if left > plateaus[entry]:
                lower.append(entry)
            elif left:
                self._resting[payer].append(entry)
        self._falling[payer] = lower

    def _alike(self, winners: list[int], left: list[int], over: list[int]) -> int:
        """How many steps can be taken at once because nothing but the amounts changes on the way: the same payers are
        overdrawn, the same bribes are cut, the same orders win. Purses far too small would take thousands else."""
        amounts, plateaus, step = self.entries.amounts, self.entries.plateaus, self.entries.steps
        falls = [0] * len(amounts)
        steps = _MANY
        for payer in over:
            cut = self._falling[payer]
            if not cut:
                return 1
            for entry in cut:
                falls[entry] = step[entry]
                steps = min(steps, (amounts[entry] - plateaus[entry]) // step[entry])
        relief = [0] * len(left)
        for contest, winner in zip(self.contests, winners, strict=True):
            for entry in contest.entries[winner]:
                relief[self.entries.payer[entry]] += falls[entry]
            steps = min(steps, self._unchanged(contest, winner, falls))
        return max(1, min([steps, *(-(left[payer] // relief[payer]) for payer in over if relief[payer])]))

    def _unchanged(self, contest: Contest, winner: int, falls: list[int]) -> int:
        """After how many steps another order may win: up to then it is the same."""
        totals = [sum(self.entries.amounts[entry] for entry in entries) for entries in contest.entries]
        speeds = [sum(falls[entry] for entry in entries) for entries in contest.entries]
        steps = _MANY
        for order, total in enumerate(totals):
            closing = speeds[winner] - speeds[order]
            if closing > 0:
                ahead = totals[winner] - total - (order < winner)  # a tie goes to the order that stands first
                steps = min(steps, ahead // closing + 1)
        return steps


def _overdrawn(left: list[int]) -> list[int]:
    """The payers who owe more than they may spend."""
    return [payer for payer, money in enumerate(left) if money < 0]


def _decision(auction: _Auction, choices: list[_Choice], purses: Mapping[Payer, BribePurse]) -> Decision:
    names, payer_of = auction.entries.payers, auction.entries.payer
    spent = [0] * len(names)
    awards = {}
    for contest, choice in zip(auction.contests, choices, strict=True):
        owner, unit, _, orders, entries = contest
        paid = {}
        for payer in sorted(choice.owed):
            amount = choice.owed[payer]
            if amount:
                paid[names[payer]] = amount
                spent[payer] += amount
        if choice.tied:
            awards[unit] = Award(owner, unit, HOLD, choice.price, paid, (), True)
            continue
        backers = {payer_of[entry] for entry in entries[choice.order]}
        backed = tuple([names[payer] for payer in sorted(backers)])
        awards[unit] = Award(owner, unit, orders[choice.order], choice.price, paid, backed)
    bills = {
        payer: Bill(purses[payer].balance, spent[number], auction.reductions[number])
        for number, payer in enumerate(names)
    }
    return Decision(awards, bills, auction)


class ArchivedMovement(Value):
    """What was offered in a movement.

    units     power -> its units then
    balances  payer -> money before
    sheets    payer -> printed lines
    welcome   owner -> acceptance list spelled out
    """

    phase: str
    units: Mapping[str, tuple[str, ...]]
    balances: Mapping[str, int]
    sheets: Mapping[str, tuple[str, ...]]
    welcome: Mapping[str, Welcome]

    @classmethod
    def of(
        cls,
        phase: Phase,
        units: Mapping[str, tuple[str, ...]],
        purses: Mapping[Payer, BribePurse],
        welcome: Mapping[str, Welcome],
        **more: Any,
    ) -> Self:
        """The page of a movement; `more` are the fields that a game adds."""
        return cls(
            phase=str(phase),
            units=units,
            balances={payer: purse.balance for payer, purse in purses.items()},
            sheets={payer: tuple(line.text for line in purse.lines) for payer, purse in purses.items()},
            welcome=welcome,
            **more,
        )

    def decided(self, rules: BribeRules, dummies: Collection[Payer] = ()) -> Decision:
        """The decision of the movement, once more."""
        purses = {
            payer: BribePurse(balance, tuple(read_offer(text) for text in self.sheets[payer]))
            for payer, balance in self.balances.items()
        }
        return decide(self.units, purses, self.welcome, rules, dummies)
