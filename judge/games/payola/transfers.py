"""Gifts of money, immediate and final, with a receipt to both (A2), and a ruling of the master on a purse."""

from dataclasses import replace

from judge.core.command import Command, Final
from judge.core.ids import fold
from judge.core.ledger import Posting
from judge.core.notice import Notice, tell
from judge.core.ruling import Reason, Ruling, accept, refuse
from judge.core.tables import reasons
from judge.core.variant import Step
from judge.games.payola.news import Receipt
from judge.games.payola.sheets import may_bribe
from judge.games.payola.state import MONEY, PayolaState
from judge.kits.bribes.rules import told
from judge.kits.rulings import Correction, corrected, nobody

REASONS: dict[str, Reason] = reasons(
    """
no-transfers (A13) In this game no money is given away.
to-yourself (A2) Money cannot be given to oneself.
not-that-much (A2) A transfer is from 1 to what you have, and you have {balance}.
one-transfer (A13) In this game a power has one transfer a phase to each other power, and {power} has had yours in
    {phase}.
nobody-there (A2) Nobody plays {power}: money can be given to {players}.
"""
)


class Transfer(Command, final=Final.YES, kw_only=True, section="transfers"):
    """TRANSFER 30 TO ITALY: carried out at once (A2)."""

    amount: int
    power: str

    def canonical(self) -> str:
        return f"TRANSFER {self.amount} TO {self.power}"


def rule_on_transfer(state: PayolaState, power: str, command: Transfer) -> Ruling:
    """Whether it can be carried out now."""
    settings, balance = state.settings, state.balance(power)
    if settings.transfers == "none":
        return refuse(command, "no-transfers")
    if not may_bribe(state, power):
        return refuse(command, "no-purse")
    if command.power == power:
        return refuse(command, "to-yourself")
    if command.power in state.dummies:
        players = ", ".join(other.title() for other in sorted(state.flags.values()) if other != power)
        return refuse(command, "nobody-there", power=command.power.title(), players=players)
    if not 1 <= command.amount <= balance:
        return refuse(command, "not-that-much", balance=balance)
    if settings.transfers == "one" and (power, command.power) in state.given:
        return refuse(command, "one-transfer", power=command.power.title(), phase=str(state.phase))
    return accept(command)


def give(state: PayolaState, power: str, command: Transfer) -> Step:
    """Carry it out; nobody but the two is told."""
    books = state.books.post((Posting(power, command.power, MONEY, command.amount, "transfer"),))
    after = replace(state, books=books, given=(*state.given, (power, command.power)))
    hidden = state.settings.anonymous
    notices = (
        _receipt(state, after, power, -command.amount, command.power),
        _receipt(state, after, command.power, command.amount, "" if hidden else power),
    )
    seats = state.seats
    return Step(after, tuple(replace(notice, audience=seats[notice.audience]) for notice in notices))


def _receipt(before: PayolaState, after: PayolaState, power: str, amount: int, other: str) -> Notice:
    data = Receipt(
        phase=str(before.phase),
        power=power,
        before=before.balance(power),
        amount=amount,
        other=other,
        after=after.balance(power),
    )
    return tell(power, data)


def account(state: PayolaState, name: str) -> str:
    """The power of that name, or of the seat of that name, if somebody plays it."""
    named = {fold(seat): power for seat, power in state.flags.items()}
    named |= {fold(power): power for power in state.flags.values()}
    if fold(name) not in named:
        raise nobody(name, tuple(power.title() for power in sorted(state.flags.values())))
    return named[fold(name)]


def adjust(state: PayolaState, power: str, unit: str, amount: int, reason: str) -> Step:
    """Whole AgP."""
    ruling = Correction(
        str(state.phase), power, power.title(), state.seats.get(power, ""), unit, amount, reason, told, secret=True
    )
    books, notices = corrected(state.books, ruling)
    return Step(replace(state, books=books), notices)
