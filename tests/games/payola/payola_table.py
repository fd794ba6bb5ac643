"""A Payola on the table: boards set up by hand, sheets as text, statements looked up."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from judge.core.codec import document
from judge.core.command import Command, Sheet
from judge.core.dice import Dice
from judge.core.ledger import BANK, Ledger, Posting
from judge.core.notice import MASTER
from judge.core.ruling import Ruling, words
from judge.core.variant import Role, Seat, Step
from judge.games.payola import VARIANT
from judge.games.payola.rules import Transfer
from judge.games.payola.state import PayolaState
from judge.kits.board.standard import standard_map
from judge.kits.bribes.rules import MONEY, till
from judge.kits.bribes.sheets import Accept, Bribe, NoOffers
from judge.kits.host.commands import UnitOrder
from tests.games.setting import stand

POWERS = tuple(sorted(standard_map().powers))
SEATS = tuple(Seat(power, Role.POWER, power) for power in POWERS)
DICE = Dice(b"\x07" * 32, "S1901M")


def started(seats: tuple[Seat, ...] = SEATS, **options: str) -> PayolaState:
    state: PayolaState = VARIANT.open(seats, options, DICE).state
    return state


def playing(*powers: str) -> tuple[Seat, ...]:
    return tuple(seat for seat in SEATS if seat.power in powers)


def with_board(
    state: PayolaState, units: Mapping[str, list[str]], owners: Mapping[str, str] | None = None
) -> PayolaState:
    """The same game with other units, and other owners of centres where given."""
    host = stand(state.host, units, owners)
    return replace(state, host=host, year=host.counts)


def with_money(state: PayolaState, **balances: int) -> PayolaState:
    """The same game with these purses (and tills, as FRANCE_till)."""
    postings = []
    for power in POWERS:
        postings.append(Posting(BANK, power, MONEY, balances.get(power, state.balance(power))))
        postings.append(Posting(BANK, till(power), MONEY, balances.get(f"{power}_till", 0)))
    return replace(state, books=Ledger().post(postings))


def sheet(*lines: str, first: int = 1) -> Sheet:
    """Lines of a letter as commands, numbered as in the letter."""
    return tuple(replace(command(text), line=number) for number, text in enumerate(lines, first))


def command(text: str) -> Command:
    if text == "NMR":
        return NoOffers()
    if text.startswith("ACCEPT "):
        return Accept.read({"text": text.removeprefix("ACCEPT ")})
    if text.startswith("TRANSFER "):
        _, amount, _, power = text.split()
        return Transfer(amount=int(amount), power=power)
    if text.split()[0] in ("BUILD", "REMOVE", "WAIVE") or " R " in text or text.endswith(" D"):
        return UnitOrder(text=text)
    return Bribe.read({"text": text})


def ruled(state: PayolaState, seat: str, *lines: str) -> list[Ruling]:
    return list(VARIANT.rule_on(state, seat, sheet(*lines)))


def told(ruling: Ruling) -> str:
    assert ruling.because is not None
    return words(VARIANT.reasons, ruling.because)


def codes(rulings: list[Ruling]) -> list[str]:
    return [ruling.because.code if ruling.because else "" for ruling in rulings]


def resolve(state: PayolaState, sheets: Mapping[str, tuple[str, ...]] | None = None, master: Sheet = ()) -> Step:
    """The deadline with these letters, every seat being there."""
    orders: dict[str, Sheet] = {seat: () for seat in state.flags}
    for seat, lines in (sheets or {}).items():
        rulings = VARIANT.rule_on(state, seat, sheet(*lines))
        assert all(ruling.stands for ruling in rulings), [told(r) for r in rulings if not r.stands]
        orders[seat] = tuple(ruling.command for ruling in rulings)
    if master:
        orders[MASTER] = master
    return VARIANT.resolve(state, orders, DICE)


def notice(step: Step, kind: str, audience: str | None = None) -> Any:
    """The data of the one notice of that kind (for that audience)."""
    (found,) = [document(n.data) for n in step.notices if n.kind == kind and audience in (None, n.audience)]
    return found
