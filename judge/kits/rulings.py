"""A ruling of the master that corrects money: posted against the account RULING, told to everybody."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from judge.core.errors import InputError
from judge.core.ids import fold
from judge.core.ledger import RULING, Ledger, Posting
from judge.core.notice import PUBLIC, News, PhaseNews, Report, tell
from judge.core.values import Value
from judge.core.variant import Step


class MoneyRuled(PhaseNews, notice="ruling.money"):
    """The master has given somebody money, or taken it.

    whose   a seat, power or company by its public name
    given   whether he has it now; else he has it no more
    amount  the sum with its unit, as people read it: `200 Lira`
    reason  in the master's words
    """

    whose: str
    given: bool
    amount: str
    reason: str


class PurseRuled(PhaseNews, notice="ruling.purse"):
    """The same for whose money it is: what he had of it, and what he has. Sums with their unit."""

    whose: str
    before: str
    after: str


RULING_NEWS: tuple[type[News], ...] = (MoneyRuled, PurseRuled)


class Correction(Value):
    """What the master rules. `whose` is the account's public name, `seat` who is told what it holds ("" for nobody);
    `told` writes a sum of the books with its unit; `shown` writes it for everybody else, where the unit is a secret;
    `secret`: what others have is not for the master to know."""

    phase: str
    account: str
    whose: str
    seat: str
    unit: str
    amount: int
    reason: str
    told: Callable[[int], str]
    secret: bool = False
    shown: Callable[[int], str] | None = None


def corrected(books: Ledger, ruling: Correction) -> tuple[Ledger, Report]:
    """The books after it, and what is told. InputError where the account would go below zero."""
    before = books.balance(ruling.account, ruling.unit)
    after = before + ruling.amount
    shown = ruling.shown or ruling.told
    if after < 0 and ruling.secret:
        raise InputError(f"{ruling.whose} has less than {shown(-ruling.amount)}.", hint="Take less.")
    if after < 0:
        hint = f"{ruling.told(before)} can be taken." if before else "There is none to take."
        raise InputError(f"{ruling.whose} has {ruling.told(before)} and cannot go below zero.", hint=hint)
    given, memo = ruling.amount > 0, f"ruling: {ruling.reason}"
    giver, taker = (RULING, ruling.account) if given else (ruling.account, RULING)
    posted = books.post((Posting(giver, taker, ruling.unit, abs(ruling.amount), memo),))
    public = MoneyRuled(
        phase=ruling.phase, whose=ruling.whose, given=given, amount=shown(abs(ruling.amount)), reason=ruling.reason
    )
    own = PurseRuled(phase=ruling.phase, whose=ruling.whose, before=ruling.told(before), after=ruling.told(after))
    return posted, (tell(PUBLIC, public), *([tell(ruling.seat, own)] if ruling.seat else []))


def adjusted(state: Any, ruling: Correction) -> Step:
    """The state with the ruling in its books."""
    books, notices = corrected(state.books, ruling)
    return Step(replace(state, books=books), notices)


def account_of(name: str, accounts: Mapping[str, str], holders: Iterable[str]) -> str:
    """The account that somebody calls by a name, out of those by their names. InputError, with who has money, for one
    without."""
    known = {fold(called): account for called, account in accounts.items()}
    if fold(name) not in known:
        raise InputError(f"{name} has no money in this game.", hint=f"Money have {', '.join(holders)}.")
    return known[fold(name)]
