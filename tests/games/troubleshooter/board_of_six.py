"""A table of players for the tests of Troubleshooter, and the master's reports they need."""

from collections.abc import Mapping
from dataclasses import replace

from judge.core.dice import Dice
from judge.core.ledger import BANK, VOID, Posting
from judge.core.notice import MASTER
from judge.core.ruling import words
from judge.core.variant import Role, Seat, Step
from judge.games import variant
from judge.games.troubleshooter.commands import Stay, Travel
from judge.games.troubleshooter.rules import END_ROLL, SIDES
from judge.games.troubleshooter.state import Traveller, TroubleshooterState, cash_account
from judge.kits.board.standard import standard_map
from judge.kits.host.commands import ReportResult

TS = variant("troubleshooter")
DICE = Dice(b"\x05" * 32, "S1901M")
SIX = ("Ada", "Bob", "Cy", "Dot", "Eve", "Fay")
START = {place: standard_map().provinces[place].home for place in standard_map().centres}
HOMES = {place: power for place, power in START.items() if power}
FORCES = {"AUSTRIA": 3, "ENGLAND": 3, "FRANCE": 3, "GERMANY": 3, "ITALY": 3, "RUSSIA": 4, "TURKEY": 3}


def seats(*names: str) -> tuple[Seat, ...]:
    return tuple(Seat(name, Role.TRADER) for name in names or SIX)


def started(*names: str, **options: str) -> TroubleshooterState:
    return TS.open(seats(*names), options, DICE).state


def go(*route: str, start: str = "") -> Travel:
    return Travel(start=start, route=route)


def hold(start: str = "") -> Stay:
    return Stay(start=start)


def report(
    phase: str, owners: Mapping[str, str] | None = None, forces: Mapping[str, int] | None = None, **changes: str
) -> ReportResult:
    """A whole report. `changes` are centres with new owners (`PAR="GERMANY"`); forces are numbers of units."""
    held = {**HOMES, **(owners or {}), **changes}
    counts = {power: list(held.values()).count(power) for power in FORCES}
    armed = {power: FORCES[power] if counts[power] else 0 for power in FORCES}
    return ReportResult.read(
        {"phase": phase, "owners": held, "counts": counts, "unit_counts": {**armed, **(forces or {})}}
    )


def turn(state: TroubleshooterState, *, dice: Dice = DICE, told: ReportResult | None = None, **orders) -> Step:
    """One deadline. The master reports the board as it was unless `told` says otherwise."""
    sheets = {seat: tuple(orders.get(seat, ())) for seat in (*state.traders, *state.flags)}
    master = tuple(orders.get(MASTER, ()))
    if state.host.live is None:
        owners = dict(state.winter.owners)
        result = told or ReportResult.read({"phase": str(state.phase), "owners": owners, "unit_counts": state.forces})
        master = (result, *master)
    return TS.resolve(state, {**sheets, MASTER: master}, dice)


def placed(state: TroubleshooterState, seat: str, cash: int | None = None, **changes) -> TroubleshooterState:
    """The state with one TS changed, and with so much money in the currency he then has."""
    traveller = replace(state.travellers[seat], **changes)
    old, books = state.travellers[seat].currency, state.books
    had = state.cash(seat)
    account = cash_account(seat)
    if cash is not None or traveller.currency != old:
        wanted = had if cash is None else cash
        books = books.post([Posting(account, VOID, old, had), Posting(BANK, account, traveller.currency, wanted)])
    return replace(state, books=books, travellers={**state.travellers, seat: traveller})


def priced(state: TroubleshooterState, **prices: int) -> TroubleshooterState:
    """The state with other prices, in cents."""
    *earlier, last = state.history
    table = {**last.prices, **{code: cents * 100 for code, cents in prices.items()}}
    return replace(state, history=(*earlier, replace(last, prices=table)))


def ts(state: TroubleshooterState, seat: str) -> Traveller:
    return state.travellers[seat]


def verdict(state: TroubleshooterState, seat: str, *sheet):
    """(verdict, words) of the only command, with its remarks."""
    (ruling,) = TS.rule_on(state, seat, sheet)
    said = [ruling.because] if ruling.because else []
    return ruling.verdict.value, " ".join(words(TS.reasons, remark) for remark in (*said, *ruling.remarks))


def lent_to_france(forces: int = 3, **options: str) -> TroubleshooterState:
    """Autumn 1901: Ada went to Paris in spring and lent 9 800 francs to France's three units."""
    return turn(started(**options), Ada=(go("BUR", "PAR"),)).state


def rolling(value: int, phase: str) -> Dice:
    """Dice whose end roll comes up so."""
    for number in range(256):
        dice = Dice(bytes([number]) * 32, phase)
        if dice.roll(END_ROLL, SIDES) == value:
            return Dice(bytes([number]) * 32, phase)
    raise AssertionError("no such dice")
