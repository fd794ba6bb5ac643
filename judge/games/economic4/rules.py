"""The rules of Economic Diplomacy IV as the house asks for them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

from judge.core.abilities import Coin
from judge.core.calendar import Clock
from judge.core.command import Orders, Sheet
from judge.core.dice import Dice
from judge.core.errors import InputError
from judge.core.form import Blank, Blanks, Form, Purse, blank
from judge.core.ledger import BANK, Ledger, Posting
from judge.core.notice import PUBLIC, Notice, tell
from judge.core.phase import Phase
from judge.core.picture import Board, Mark, Note
from judge.core.ruling import Reason, Ruling
from judge.core.shown import Shown
from judge.core.variant import Agenda, Duty, Names, Seat, Situation, Step, Told, Variant
from judge.games.economic4 import bulletin
from judge.games.economic4.board import CAPITALS, economic4_map, home_owners, lands
from judge.games.economic4.check import REASONS, poll_of, rule
from judge.games.economic4.commands import VOCABULARY
from judge.games.economic4.info import INFO, settled
from judge.games.economic4.money import CREDIT, Deal, deals_of, price
from judge.games.economic4.news import EconomyOpened
from judge.games.economic4.shown import EconomyShown, TreasuryShown
from judge.games.economic4.state import EconomyState
from judge.games.economic4.turn import begin, end_with, finish, play_season, play_winter
from judge.games.economic4.view import could_build, forecast, private, public, treasury_rows
from judge.kits.board.opening import start_position
from judge.kits.host.commands import place_names, power_names
from judge.kits.host.hosted import undecided
from judge.kits.host.news import Standing
from judge.kits.host.picture import picture as board_picture
from judge.kits.host.powers import BoardVariant
from judge.kits.host.situation import moves, retreats, unit_lines, vote_lines
from judge.kits.host.state import LiveBoard, Source, flags_of
from judge.kits.host.votes import passed
from judge.kits.rulings import Correction, account_of, adjusted

COIN = Coin(CREDIT, ("credits", "credit", "cr", "points", "point"))
CHEAPEST = 3  # credits of a unit
MOST_REMOVALS = 3  # lines for them
MOST_BUILDS = 8  # whose prices the form knows


def _purse(power: str, public: EconomyShown, phase: str) -> Purse:
    row = public.treasuries[power]
    if phase[-1] != "A":
        return Purse(int(row.credits))
    armies = sum(unit.power == power and unit.type == "A" for unit in public.board.units)
    prices = {kind: tuple(price(power, armies + more, kind) for more in range(MOST_BUILDS)) for kind in ("A", "F")}
    return Purse(int(row.credits), int(row.bill), prices)


def _paid_for(purse: TreasuryShown, units: int) -> int:
    """1 where a treasury reaches for one unit more, below zero where it does not reach for those there are."""
    spare = int(purse.credits) - int(purse.bill)
    return 1 if spare >= CHEAPEST else -min(units, MOST_REMOVALS) if spare < 0 else 0


def _transfers(powers: Sequence[str], autumn: bool) -> tuple[Blank, ...]:
    """What passes between treasuries (E-7)."""
    to = {"to": powers, "from": powers}
    lines = (
        blank("Lend", "LOAN {credits} TO {to}", to, pays="credits"),
        blank("Borrow", "RECEIVE {credits} FROM {from} (LOAN)", to),
        blank("Give", "GIVE {credits} TO {to}", to, pays="credits"),
        blank("Be given", "RECEIVE {credits} FROM {from} (GIFT)", to),
        blank("Pay back", "REPAY {credits} TO {to}", to, pays="credits"),
    )
    return (*lines, blank("Call in", "CALL {credits} FROM {from}", to)) if autumn else lines


def _declared(public: EconomyShown) -> Blanks:
    """What a power declares beside its orders."""
    powers = {"power": tuple(sorted(public.treasuries))}
    units = {"unit": tuple(f"{unit.type} {unit.loc}" for unit in public.board.units)}
    return Blanks(
        "Declarations",
        (
            blank("Move the treasury", "TREASURY TO {place~}"),
            blank("Ally", "ALLIANCE WITH {power}", powers),
            blank("Have it guarded", "GUARDED BY {power}", powers),
            blank("Let a unit go", "LET {power} ORDER {unit}", {**powers, **units}),
        ),
    )


def _broken(told: Told) -> Iterator[Mark]:
    """A chest where an enemy took a treasury in this phase (E-9)."""
    for kind, data in told:
        for row in data["rows"] if kind == "treasury.captured" else ():
            words = f"{row['captor'].title()} has taken {row['power'].title()}'s treasury of {row['amount']} here"
            yield Mark("broken", row["place"], str(row["amount"]), words, row["power"])


def _changed(told: Told) -> Iterator[Mark]:
    """Provinces that changed hands and are no centres: those have their ring (E-3)."""
    centres = economic4_map().centres
    for kind, data in told:
        for row in data["rows"] if kind == "provinces.changed" else ():
            if row["place"] not in centres:
                words = f"{row['name']} has gone to {row['owner'].title()}"
                yield Mark("changed", row["place"], row["owner"][:1], words, row["owner"])


def _values() -> tuple[Mark, ...]:
    provinces = economic4_map().provinces
    return tuple(
        Mark("value", code, str(provinces[code].value), f"{code} brings {provinces[code].value} a year")
        for code in lands(economic4_map())
    )


# Where a code may be meant by an old name, the answer shows the longest spelling.
_TOLD = {
    "CRO": "Croatia, northern Trieste",
    "ZAR": "Zara, southern Trieste",
    "SPN": "Spain, northern coast",
    "SPS": "Spain, southern coast",
}


@cache
def names() -> Names:
    """Kind of name -> canonical name -> spellings. `Tri` and `Spain` fit two places each and are asked about."""
    board = economic4_map()
    places = {code: (*words, _TOLD[code]) if code in _TOLD else words for code, words in place_names(board).items()}
    return {"power": power_names(board), "place": places}


LENT = 2


def samples(state: EconomyState, power: str) -> tuple[str, ...]:
    """Orders to his units, builds that he can pay for or a removal where he cannot pay, and one transfer."""
    if power not in state.living:
        return ()
    board, position = state.board, state.position
    if state.phase.kind == "R":
        return retreats(position, power)
    own = moves(board, position, power) if state.phase.kind == "M" else _builds(state, power)
    other = next((name for name in state.living if name != power), "")
    if not other:
        return own
    credits = state.treasury(power)
    if state.phase.kind == "A" and (could := could_build(state, power)).short:
        return (f"REMOVE {could.goes[0]}", f"RECEIVE {could.short} FROM {other} (LOAN)")
    transfer = f"LOAN {min(LENT, credits)} TO {other}" if credits else f"RECEIVE {LENT} FROM {other} (LOAN)"
    return (*own, transfer)


def _builds(state: EconomyState, power: str) -> tuple[str, ...]:
    """As much as is left when all that stands has been paid (E-4, E-6)."""
    could, provinces = could_build(state, power), state.board.provinces
    for kind, count in (("A", could.armies), ("F", could.fleets)):
        fit = [
            p for p in could.sites if (provinces[p].build == "any" if kind == "A" else provinces[p].terrain == "coast")
        ]
        if count and fit:
            return (f"BUILD {kind} {fit[0]}",)
    return ()


def open_game(seats: tuple[Seat, ...], options: Mapping[str, str]) -> Step:
    """Spring 1901: the units of the start, paid for, and the first credits. InputError without seven powers."""
    settings = settled(options)
    board = economic4_map(settings.switches)
    flags = flags_of(seats, Source.HOSTED, tuple(sorted(board.powers)), "game of Economic IV")
    start = [Posting(BANK, power, CREDIT, settings.start_treasury, "start") for power in sorted(board.powers)]
    state = EconomyState(
        phase=Phase.parse(board.first_phase),
        settings=settings,
        live=LiveBoard.of(start_position(board)),
        owners=home_owners(board),
        seats=dict(CAPITALS),
        last_seats=dict(CAPITALS),
        books=Ledger().post(start),
        flags=flags,
    )
    data = EconomyOpened(
        phase=str(state.phase),
        start=settings.start_treasury,
        rows=treasury_rows(state),
        victory=settings.victory,
        alliance=settings.alliance,
        units=tuple(Standing(power=power, type=kind, loc=place) for power, kind, place in state.live.placed()),
    )
    return Step(state, (tell(PUBLIC, data),))


class EconomicFour(BoardVariant):
    """Economic Diplomacy IV on its own board (E)."""

    info = INFO
    opens = True  # two silent movements open a seat (D-9)
    vocabulary = VOCABULARY
    reasons: Mapping[str, Reason] = REASONS
    state_type: type = EconomyState

    def names(self, options: Mapping[str, str]) -> Names:
        return names()

    def open(self, seats: tuple[Seat, ...], options: Mapping[str, str], dice: Dice) -> Step:
        return open_game(seats, options)

    def admit(self, state: EconomyState, seat: Seat) -> Step:
        raise InputError("A power of Economic IV is played from the start; a vacant one can be taken over.")

    def retune(self, state: EconomyState, options: Mapping[str, str]) -> Step:
        """demobilise, which the master settles in the first year (E-5)."""
        if state.phase.year > Phase.parse(state.board.first_phase).year:
            raise InputError("Whether units may be disbanded at will is settled once the first winter is over (E-5).")
        return Step(replace(state, settings=replace(state.settings, demobilise=options["demobilise"] == "yes")))

    def agenda(self, state: EconomyState) -> Agenda:
        """Retreats have the short clock, the rest the full one; winter always has a deadline of its own (E-2)."""
        if state.ended:
            return Agenda(state.phase, dict.fromkeys(sorted(state.flags), Duty.NONE), (), pace=Clock.NONE)
        sections = {
            "M": ("orders", "declarations", "transfers", "votes"),
            "R": ("orders", "votes"),
            "A": ("orders", "transfers", "votes"),
        }
        return Agenda(
            phase=state.phase,
            duties={seat: _duty(state, power) for seat, power in sorted(state.flags.items())},
            sections=sections[state.phase.kind],
            accepts=("report",),
            pace=INFO.calendar.clock(state.phase),
        )

    def rule_on(self, state: EconomyState, seat: str, sheet: Sheet) -> tuple[Ruling, ...]:
        return rule(state, seat, sheet)

    def forecast(self, state: EconomyState, seat: str, sheet: Sheet) -> Shown:
        return forecast(state, seat, sheet)

    def met(self, state: EconomyState, before: Orders, after: Orders) -> tuple[Notice, ...]:
        """Who asked to be told hears that the other half of a transfer is written, or has been taken back (E-7)."""
        return bulletin.met(state, _deals(state, before), _deals(state, after))

    def resolve(self, state: EconomyState, orders: Orders, dice: Dice) -> Step:
        """One deadline. A vote that passes ends the game before anything else of it is carried out (D-10)."""
        turn = begin(state, orders, self.opens)
        over = passed(poll_of(state), turn.sheets)
        if over is not None:
            return finish(end_with(turn, over), state.phase)
        return play_winter(turn) if state.phase.kind == "A" else play_season(turn)

    def situation(self, state: EconomyState, seat: str) -> Situation:
        """The board, and what the seat's power owes and is owed: debts are known to both sides (E-8)."""
        seen = super().situation(state, seat)
        if seat not in state.flags:
            return seen
        power, names = state.flags[seat], power_names(state.board)
        sums: dict[tuple[str, str], int] = {}
        for loan in state.loans:
            if power in (loan.debtor, loan.lender):
                side = (loan.lender, "owed") if power == loan.debtor else (loan.debtor, "lent")
                sums[side] = sums.get(side, 0) + loan.owed
        told = {
            what: tuple(((o, *names[o]), n) for (o, w), n in sorted(sums.items()) if w == what)
            for what in ("owed", "lent")
        }
        return replace(seen, debts=told["owed"], claims=told["lent"], powers=state.powers)

    def samples(self, state: EconomyState, seat: str) -> tuple[str, ...]:
        return samples(state, state.flags[seat]) if seat in state.flags else ()

    def standing(self, state: EconomyState, seat: str | None) -> Shown:
        return public(state) if seat is None else private(state, seat)

    def picture(self, before: Shown, after: Shown, notices: Told) -> Board | None:
        """Treasuries, incomes and bills are those after the phase; all of them are public (E-2)."""
        assert isinstance(after, EconomyShown)
        told = tuple(notices)
        lies = "{}'s treasury of {} lies in {}"
        rows = sorted(after.treasuries.items())
        notes = tuple(
            Note(power, f"{row.credits} cr, +{row.income}, bill {row.bill}")
            for power, row in rows
            if not row.eliminated
        )
        chests = tuple(
            Mark("chest", row.seat, row.credits, lies.format(power.title(), row.credits, row.seat), power)
            for power, row in rows
            if row.seat
        )
        marks = (*_values(), *chests, *_broken(told), *_changed(told))
        return board_picture(before, after, told, map="economic4", marks=marks, notes=notes)

    def form(self, public: Shown, phase: str, seats: Sequence[str]) -> Form:
        """The form of a phase, by what everybody knows."""
        if not isinstance(public, EconomyShown):
            return Form()
        counts = {power: sum(unit.power == power for unit in public.board.units) for power in public.treasuries}
        due = {power: _paid_for(purse, counts[power]) for power, purse in public.treasuries.items()}
        money = _transfers(tuple(sorted(public.treasuries)), phase[0] == "F") if phase[-1] in ("M", "A") else ()
        told = (*((Blanks("Money", money),) if money else ()), *((_declared(public),) if phase[-1] == "M" else ()))
        purses = {power: _purse(power, public, phase) for power in public.treasuries}
        return Form(
            unit_lines(public, phase, board=economic4_map(), due=due), (*told, vote_lines(public)), purses=purses
        )

    def account(self, state: EconomyState, name: str) -> str:
        """The power of that name, or of the seat of that name, while it lives."""
        named = {**state.flags, **{power: power for power in state.powers}}
        living = {called: power for called, power in named.items() if power in state.living}
        return account_of(name, living, (power.title() for power in state.living))

    def coins(self, state: EconomyState, account: str) -> tuple[Coin, ...]:
        return (COIN,)

    def adjust(self, state: EconomyState, account: str, unit: str, amount: int, reason: str) -> Step:
        """Whole credits."""
        phase, seat = str(state.phase), state.seat_of(account)
        return adjusted(state, Correction(phase, account, account.title(), seat, unit, amount, reason, _told))


def _told(count: int) -> str:
    return f"{count} credit" if count == 1 else f"{count} credits"


def _deals(state: EconomyState, orders: Orders) -> dict[str, tuple[Deal, ...]]:
    sheets = ((power, orders.get(seat, ())) for seat, power in sorted(state.flags.items()) if power in state.living)
    return {power: found for power, sheet in sheets if (found := deals_of(sheet))}


def _duty(state: EconomyState, power: str) -> Duty:
    """Who has units must order them, who cannot pay must say what goes; the rest may. Of retreats those must order
    who sent none ahead (D-7)."""
    if power in state.fate:
        return Duty.NONE
    if state.phase.kind == "M":
        return Duty.MUST if state.units_of(power) else Duty.MAY
    if state.phase.kind == "A":
        return Duty.MUST if state.bill(power) > state.treasury(power) else Duty.MAY
    if power in undecided(state.host, state.phase):
        return Duty.MUST
    waiting = {str(n): gone.unit.power for n, gone in state.position.dislodged.items() if gone.may_retreat_to}
    hirers = (hirer for number, hirer in state.season.hires.items() if number in waiting)
    return Duty.MAY if power in {*waiting.values(), *hirers} else Duty.NONE


VARIANT = EconomicFour()


class FirstEdition(EconomicFour):
    """As games were begun by it before a seat could fall open: two silent movements cost the vote alone."""

    info = replace(INFO, rules_version=1)
    opens = False


EARLIER: tuple[Variant, ...] = (FirstEdition(),)
