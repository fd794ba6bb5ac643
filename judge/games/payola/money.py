"""Money of Payola: what centres bring, transfers, and the year's end of Zero-Sum (A2, A13)."""

from collections.abc import Iterable

from judge.core.ledger import BANK, VOID, Posting
from judge.core.values import Value
from judge.games.payola.state import ZERO_SUM_START, PayolaState
from judge.kits.bribes.rules import MONEY, Income, till, yearly


def blank_income(units: int, victory: int) -> int:
    """The purse of a power that starts with units and no centre (A2); V is halved downwards."""
    return (victory // 2) * units


def starting(income: Income, owned: Iterable[str], units: int, victory: int) -> int:
    """The first purse: what the starting centres would bring, in Zero-Sum 10 a centre (A2, A13)."""
    owned = tuple(owned)
    if income.mode == "zerosum":
        return ZERO_SUM_START * len(owned)
    return yearly(income, owned, victory) if owned else blank_income(units, victory)


class Entry(Value):
    """A line of the year's account: what for (tax, bribes, neutral, captured, lost, forgotten), for which centre, from
    or to which other power ("" for none)."""

    what: str
    amount: int
    centre: str = ""
    other: str = ""


class Account(Value):
    """A power's account over the end of a year."""

    before: int
    entries: tuple[Entry, ...]

    @property
    def after(self) -> int:
        return self.before + sum(entry.amount for entry in self.entries)


def year_end(state: PayolaState) -> tuple[dict[str, Account], tuple[Posting, ...]]:
    """What every power gets before spring, and the postings for it."""
    return _zero_sum(state) if state.settings.zero_sum else _taxes(state)


def _taxes(state: PayolaState) -> tuple[dict[str, Account], tuple[Posting, ...]]:
    income, victory = state.settings.income, state.host.board.victory_centres
    accounts, postings = {}, []
    for power in state.host.powers:
        before = state.balance(power)
        entries = []
        if not income.hoarding and before:
            entries.append(Entry("forgotten", -before))
            postings.append(Posting(power, VOID, MONEY, before, "not hoarded"))
        owned = [centre for centre, owner in sorted(state.host.owners.items()) if owner == power]
        tax = yearly(income, owned, victory)
        entries.append(Entry("tax", tax))
        postings.append(Posting(BANK, power, MONEY, tax, "income"))
        accounts[power] = Account(before, tuple(entries))
    return accounts, tuple(postings)


def _zero_sum(state: PayolaState) -> tuple[dict[str, Account], tuple[Posting, ...]]:
    """Bribes earned come in; a centre taken brings its captor the loser's share, a neutral one 10 (A13).

    The share is the loser's money with what its units earned, divided by the centres it had when the year began,
    rounded down, for each centre lost.
    """
    entries: dict[str, list[Entry]] = {power: [] for power in state.host.powers}
    postings = []
    for power in state.host.powers:
        earned = state.earned(power)
        if earned:
            entries[power].append(Entry("bribes", earned))
            postings.append(Posting(till(power), power, MONEY, earned, "bribes earned"))
    for centre, loser, captor in sorted(state.taken):
        if not loser:
            entries[captor].append(Entry("neutral", ZERO_SUM_START, centre))
            postings.append(Posting(BANK, captor, MONEY, ZERO_SUM_START, f"first capture of {centre}"))
            continue
        share = (state.balance(loser) + state.earned(loser)) // max(1, state.year.get(loser, 0))
        entries[captor].append(Entry("captured", share, centre, loser))
        entries[loser].append(Entry("lost", -share, centre, captor))
        postings.append(Posting(loser, captor, MONEY, share, f"capture of {centre}"))
    accounts = {power: Account(state.balance(power), tuple(lines)) for power, lines in entries.items()}
    return accounts, tuple(postings)
