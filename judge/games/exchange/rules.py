"""The rules of Exchange as the house asks for them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from judge.core.abilities import Coin
from judge.core.command import Command, Orders, Sheet
from judge.core.dice import Dice
from judge.core.form import Form
from judge.core.ledger import Ledger
from judge.core.notice import MASTER
from judge.core.picture import Board
from judge.core.ruling import Reason, Ruling, recited, refuse
from judge.core.shown import Shown
from judge.core.variant import Agenda, Names, Seat, Situation, Step, Told, Variant
from judge.games.exchange import card, clock, company, market, offers, office, opening, ruling, sheets, view
from judge.games.exchange.card import CARD
from judge.games.exchange.commands import VOCABULARY, CallElection, Query
from judge.games.exchange.form import form, picture, samples
from judge.games.exchange.reasons import REASONS
from judge.games.exchange.state import ExchangeState
from judge.games.exchange.turn import play
from judge.kits.bribes.rules import COIN
from judge.kits.bribes.sheets import REASONS as BRIBE_REASONS
from judge.kits.host.check import check_sheet
from judge.kits.host.hosted import position_of
from judge.kits.host.legal import HOSTED_REASONS
from judge.kits.host.orders import standard_names
from judge.kits.host.situated import situation_of

Judge = Callable[[Sequence[Command]], Sequence[Ruling]]

_PERSONAL = frozenset(one.name for one in (card.BIDS, card.TERMS, card.VALUES, card.SHARES, card.BALLOTS))
"""Sections in which an investor speaks for himself, whatever hat he has forgotten to put off (B3)."""


class Exchange:
    """Exchange Diplomacy on the standard board (X)."""

    card = CARD
    vocabulary = VOCABULARY
    reasons: Mapping[str, Reason] = {**recited(HOSTED_REASONS, {"D-10": "5.1"}), **BRIBE_REASONS, **REASONS}
    state_type: type = ExchangeState

    def names(self, options: Mapping[str, str]) -> Names:
        return standard_names()

    def open(self, seats: tuple[Seat, ...], options: Mapping[str, str], dice: Dice) -> Step:
        return opening.open_game(seats, options, dice)

    def admit(self, state: ExchangeState, seat: Seat) -> Step:
        return opening.admit(state, seat)

    def retune(self, state: ExchangeState, options: Mapping[str, str]) -> Step:
        """min_bid, which the master may lower (XR-27)."""
        return opening.lower_bids(state, options["min_bid"])

    def seated(self, state: ExchangeState, seat: str, taken: bool) -> Step:
        """Who leaves without a successor sells nothing and is elected nowhere until his seat is taken over (XR-26)."""
        return office.seated(state, seat, taken)

    def agenda(self, state: ExchangeState) -> Agenda:
        return clock.agenda(state)

    def rule_on(self, state: ExchangeState, seat: str, sheet: Sheet) -> tuple[Ruling, ...]:
        if seat == MASTER:
            called = [command for command in sheet if isinstance(command, CallElection)]
            if called:
                return tuple(company.rule_on_vacancy(state, command) for command in called)
            return check_sheet(state.host, state.phase, sheet)
        if seat not in state.investors:
            return tuple(refuse(command, "not-an-order") for command in sheet)
        sheet = tuple(replace(one, hat="") if one.section in _PERSONAL else one for one in sheet)
        if state.phase.kind in (clock.RETREATS, clock.PAYOUT):
            sheet = offers.as_orders(sheet)
        judges = _judges(state, seat, sheet)
        ruled = {
            section: iter(judge([command for command in sheet if command.section == section]))
            for section, judge in judges.items()
            if any(command.section == section for command in sheet)
        }
        return tuple(
            next(ruled[command.section]) if command.section in ruled else refuse(command, "not-an-order")
            for command in sheet
        )

    def forecast(self, state: ExchangeState, seat: str, sheet: Sheet) -> Shown:
        return view.forecast(state, seat, sheet)

    def act(self, state: ExchangeState, seat: str, command: Any) -> Step:
        """The market, gifts, proposals, consent, acceptance lists, draw votes, questions: at once."""
        if command.section == card.MARKET.name:
            return market.do_market(state, seat, command)
        if isinstance(command, CallElection):
            return company.do_vacancy(state, command)
        if isinstance(command, Query):
            return view.answer(state, seat, command)
        return company.do_company(state, seat, command)

    def resolve(self, state: ExchangeState, orders: Orders, dice: Dice) -> Step:
        return play(state, orders, dice)

    def speaks_for(self, state: ExchangeState, seat: str) -> tuple[str, ...]:
        """The companies he leads (1.2)."""
        return state.led_by(seat)

    def situation(self, state: ExchangeState, seat: str) -> Situation:
        """The board: units of the companies he leads, and those of others, all of which may be bid for."""
        return situation_of(state.host.board, position_of(state.host), state.led_by(seat), state.phase)

    def spoken(self, state: ExchangeState, seat: str) -> str:
        return ""

    def samples(self, state: ExchangeState, seat: str) -> tuple[str, ...]:
        return samples(state, seat)

    def standing(self, state: ExchangeState, seat: str | None) -> Shown:
        return view.public(state) if seat is None else view.private(state, seat)

    def picture(self, before: Shown, after: Shown, notices: Told) -> Board | None:
        return picture(before, after, notices)

    def form(self, public: Shown, phase: str, seats: Sequence[str]) -> Form:
        return form(public, phase, seats)

    def account(self, state: ExchangeState, name: str) -> str:
        return ruling.account(state, name)

    def coins(self, state: ExchangeState, account: str) -> tuple[Coin, ...]:
        return (COIN,)

    def adjust(self, state: ExchangeState, account: str, unit: str, amount: int, reason: str) -> Step:
        return ruling.adjust(state, account, unit, amount, reason)

    def books(self, state: ExchangeState) -> Ledger:
        return state.books


def _judges(state: ExchangeState, seat: str, sheet: Sheet) -> dict[str, Judge]:
    """Section -> who rules on its commands."""

    def one_by_one(judge: Callable[[ExchangeState, str, Any], Ruling]) -> Judge:
        return lambda commands: [judge(state, seat, command) for command in commands]

    named = (command for command in sheet if command.section == card.TERMS.name)
    terms = [command for command in named if sheets.rule_on_terms(state, seat, command).stands]
    return {
        card.BIDS.name: lambda commands: sheets.rule_on_bids(state, seat, commands),
        card.TERMS.name: one_by_one(sheets.rule_on_terms),
        card.VALUES.name: lambda commands: [sheets.rule_on_values(state, seat, c, terms) for c in commands],
        card.SHARES.name: lambda commands: sheets.rule_on_lists(state, seat, commands),
        card.BALLOTS.name: one_by_one(sheets.rule_on_ballot),
        card.DIVIDENDS.name: one_by_one(sheets.rule_on_dividend),
        card.OFFERS.name: lambda commands: offers.rule_on_offers(state, seat, commands),
        card.ORDERS.name: lambda commands: sheets.rule_on_orders(state, seat, commands),
        card.MARKET.name: one_by_one(market.rule_on_market),
        card.COMPANY.name: one_by_one(company.rule_on_company),
        card.ACCEPTANCE.name: one_by_one(company.rule_on_company),
        card.QUERIES.name: one_by_one(view.rule_on_query),
    }


VARIANT: Variant = Exchange()
