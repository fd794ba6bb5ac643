"""The rules of Crates: every method of the protocol in judge/core/variant.py, in its order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from judge.games.crates.info import AUCTION, INFO, REASONS, VOCABULARY, Bid
from judge.games.crates.news import Bidder, CrateSold
from judge.games.crates.shown import BidForecast, CratesShown, SaleShown, TraderShown
from judge.games.crates.state import COIN, CRATE, CRATES, CratesState

from judge.core.command import Command, Orders, Sheet
from judge.core.dice import Dice
from judge.core.errors import InputError
from judge.core.ledger import BANK, Ledger, Posting
from judge.core.notice import PUBLIC, tell
from judge.core.phase import Phase
from judge.core.ruling import Ruling, accept, amend, refuse
from judge.core.shown import Shown
from judge.core.variant import Agenda, Duty, Ended, Names, Seat, Step, Told, Variant


class Crates(Variant):
    """The variant. No clock, no chance, no file: data in, data out."""

    info = INFO
    vocabulary = VOCABULARY
    reasons = REASONS
    state_type = CratesState

    def names(self, options: Mapping[str, str]) -> Names:
        return {}

    def open(self, seats: tuple[Seat, ...], options: Mapping[str, str], dice: Dice) -> Step:
        low, high = INFO.players
        if not low <= len(seats) <= (high or len(seats)):
            raise InputError(f"Crates is for {low} to {high} players.", hint="JOIN is open.")
        traders = tuple(sorted(seat.name for seat in seats))
        coins = int(options.get("coins", INFO.options[0].default))
        books = Ledger().post(Posting(BANK, seat, COIN, coins, "K-1") for seat in traders)
        return Step(CratesState(Phase(1901, "S", AUCTION.letter), traders, books))

    def admit(self, state: CratesState, seat: Seat) -> Step:
        raise InputError("Crates takes no latecomers.", hint="LIST shows the games.")

    def agenda(self, state: CratesState) -> Agenda:
        duty = Duty.NONE if state.ended else Duty.MAY
        return Agenda(state.phase, dict.fromkeys(state.traders, duty), () if state.ended else ("bids",))

    def rule_on(self, state: CratesState, seat: str, sheet: Sheet) -> tuple[Ruling, ...]:
        return tuple(self._ruling(state, seat, command, number) for number, command in enumerate(sheet))

    def _ruling(self, state: CratesState, seat: str, command: Command, number: int) -> Ruling:
        assert isinstance(command, Bid)
        if number > 0:
            return refuse(command, "twice")
        have = state.coins(seat)
        return accept(command) if command.coins <= have else amend(replace(command, coins=have), "poor", have=have)

    def forecast(self, state: CratesState, seat: str, sheet: Sheet) -> BidForecast:
        return BidForecast(bid=_bid(sheet), coins=state.coins(seat))

    def act(self, state: CratesState, seat: str, command: Any) -> Step:
        raise InputError("Nothing in Crates works at once.")

    def resolve(self, state: CratesState, orders: Orders, dice: Dice) -> Step:
        """K-3: the highest bid pays and takes the crate; where two are highest, nobody does."""
        bids = {seat: _bid(orders.get(seat, ())) for seat in state.traders}
        best = max(bids.values())
        highest = [seat for seat in state.traders if bids[seat] == best and best > 0]
        winner = highest[0] if len(highest) == 1 else ""
        books = state.books
        if winner:
            books = books.post((Posting(winner, BANK, COIN, best, "K-3"), Posting(BANK, winner, CRATE, 1, "K-3")))
        after = replace(state, books=books, sold=state.sold + 1, phase=_next(state.phase))
        ended = _ended(after)
        after = replace(after, ended=ended.reason if ended else "", phase=state.phase if ended else after.phase)
        rows = tuple(
            Bidder(seat=seat, bid=bids[seat], coins=after.coins(seat), crates=after.crates(seat))
            for seat in state.traders
        )
        sold = CrateSold(number=after.sold, winner=winner, price=best, rows=rows)
        return Step(after, (tell(PUBLIC, sold),), ended)

    def standing(self, state: CratesState, seat: str | None) -> CratesShown | TraderShown:
        if seat is None:
            rows = {name: TraderShown(state.coins(name), state.crates(name)) for name in state.traders}
            return CratesShown(SaleShown(state.sold, CRATES, rows))
        return TraderShown(state.coins(seat), state.crates(seat))

    def samples(self, state: CratesState, seat: str) -> tuple[str, ...]:
        """The example in a player's letter: a bid the player can pay."""
        return (f"BID {min(7, state.coins(seat))}",) if state.coins(seat) else ()

    def picture(self, before: Shown, after: Shown, notices: Told) -> None:
        """Crates has no board."""


def _bid(sheet: Sheet) -> int:
    return next((command.coins for command in sheet if isinstance(command, Bid)), 0)


def _next(phase: Phase) -> Phase:
    year, season = (phase.year, "F") if phase.season == "S" else (phase.year + 1, "S")
    return Phase(year, season, AUCTION.letter)


def _ended(state: CratesState) -> Ended | None:
    """K-4: after the last crate; most crates, then most coins."""
    if state.sold < CRATES:
        return None
    merits = {seat: (state.crates(seat), state.coins(seat)) for seat in state.traders}
    best = max(merits.values())
    return Ended(
        "crates sold",
        {seat: str(count) for seat, (count, _) in merits.items()},
        tuple(seat for seat in state.traders if merits[seat] == best),
    )


VARIANT = Crates()
