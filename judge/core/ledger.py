"""Double-entry books: units and money move only by postings between accounts.

Every commodity sums to zero over all accounts, whatever happens, because each posting takes from one account what
it gives to another. BANK issues units and money and may be negative; so may MARKET, the counter-party of trades;
VOID keeps what was lost; RULING gives and takes what a master's ruling corrects. No seat's account may go below zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field

from judge.core.errors import AuditError
from judge.core.values import Value

BANK = "BANK"
MARKET = "MARKET"
VOID = "VOID"
RULING = "RULING/MASTER"  # no pseudonym can hold a slash
OPEN_ENDED = frozenset({BANK, MARKET, RULING})


class Posting(Value):
    """`amount` (never negative) of `commodity` moves from `source` to `target`."""

    source: str
    target: str
    commodity: str
    amount: int
    memo: str = ""


class Ledger(Value):
    """Balances: account -> commodity -> amount. Immutable; `post` gives the next one."""

    balances: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    def balance(self, account: str, commodity: str) -> int:
        return self.balances.get(account, {}).get(commodity, 0)

    def accounts(self) -> tuple[str, ...]:
        return tuple(sorted(self.balances))

    def post(self, postings: Iterable[Posting]) -> Ledger:
        """The books after these postings. Raises AuditError for a negative amount; overdrafts show in `faults`."""
        book = {account: dict(lines) for account, lines in self.balances.items()}
        for posting in postings:
            if posting.amount < 0:
                raise AuditError(f"a posting of {posting.amount} {posting.commodity}: {posting.memo}")
            if posting.amount == 0:
                continue
            source = book.setdefault(posting.source, {})
            target = book.setdefault(posting.target, {})
            source[posting.commodity] = source.get(posting.commodity, 0) - posting.amount
            target[posting.commodity] = target.get(posting.commodity, 0) + posting.amount
        return Ledger(book)

    def totals(self) -> dict[str, int]:
        """Sum of every commodity over all accounts: all zero in sound books."""
        sums: dict[str, int] = {}
        for lines in self.balances.values():
            for commodity, amount in lines.items():
                sums[commodity] = sums.get(commodity, 0) + amount
        return dict(sorted(sums.items()))

    def faults(self) -> tuple[str, ...]:
        """What an auditor would object to, in words; empty for sound books."""
        wrong = [f"{commodity} sums to {total}, not 0" for commodity, total in self.totals().items() if total]
        for account in self.accounts():
            if account in OPEN_ENDED:
                continue
            lines = self.balances[account]
            wrong += [f"{account} has {lines[c]} {c}" for c in sorted(lines) if lines[c] < 0]
        return tuple(wrong)
