"""A ruling of the master on an investor's money, or on the treasury of a company that has floated. Shares he leaves
alone: who holds them decides elections. What anybody has stays secret (B4)."""

from dataclasses import replace

from judge.core.ids import fold
from judge.core.variant import Step
from judge.games.exchange.state import ExchangeState
from judge.kits.bribes.rules import told
from judge.kits.rulings import Correction, corrected, nobody


def account(state: ExchangeState, name: str) -> str:
    """The investor, or the floated company, of that name."""
    power = next((power for power in state.floated if fold(power) == fold(name)), "")
    found = state.investor(name) or power
    if not found:
        raise nobody(name, (*state.investors, *(power.title() for power in state.floated)))
    return found


def adjust(state: ExchangeState, account: str, unit: str, amount: int, reason: str) -> Step:
    """Whole AgP. It stands in the ledger of whose money it is."""
    company = account in state.corps and account not in state.investors
    whose = f"the treasury of {account.title()}" if company else account
    seat = state.corps[account].leader if company else account
    ruling = Correction(str(state.phase), account, whose, seat, unit, amount, reason, told, secret=True)
    books, notices = corrected(state.books, ruling)
    after = replace(state, books=books)
    enter = after.noted if company else after.entered
    return Step(enter(account, "ruling", amount, reason), notices)
