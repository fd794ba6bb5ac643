"""What is said of a line, why it is refused or cut; the votes that end a game (D-10), units for hire (E-13)."""

from collections.abc import Collection, Mapping
from dataclasses import replace

from judge.core.abilities import Coin
from judge.core.command import Sheet
from judge.core.ids import fold
from judge.core.ruling import Reason, Ruling, refuse
from judge.core.tables import reasons
from judge.core.variant import Step
from judge.games.economic4.commands import Let
from judge.games.economic4.money import CREDIT
from judge.games.economic4.state import LOST, EconomyState
from judge.kits.board.geography import province_of
from judge.kits.host import votes
from judge.kits.host.legal import HOSTED_REASONS
from judge.kits.host.orders import HOLD_ALL, UnitOrder, Voice, voice_of
from judge.kits.host.reports import GameOver
from judge.kits.host.votes import Poll, Vote, rule_on_vote
from judge.kits.rulings import Correction, corrected, nobody

COIN = Coin(CREDIT, ("credits", "credit", "cr", "points", "point"))


def account(state: EconomyState, name: str) -> str:
    """The power of that name, or of the seat of that name, while it lives."""
    named = {fold(seat): power for seat, power in state.flags.items()} | {fold(power): power for power in state.powers}
    power = named.get(fold(name), "")
    if power not in state.living:
        raise nobody(name, tuple(living.title() for living in state.living))
    return power


def adjust(state: EconomyState, power: str, unit: str, amount: int, reason: str) -> Step:
    """Whole credits."""
    books, notices = corrected(
        state.books,
        Correction(str(state.phase), power, power.title(), state.seat_of(power), unit, amount, reason, _told),
    )
    return Step(replace(state, books=books), notices)


def _told(count: int) -> str:
    return f"{count} credit" if count == 1 else f"{count} credits"


RULING_REASONS: dict[str, Reason] = {
    **votes.REASONS,
    **reasons(
        """
# remarks
vote-means (D-10) It passes if {voters} all vote for the same before {phase} is resolved; then nothing else of {phase}
    is carried out. Nobody is told of it unless it passes.
"""
    ),
}


def poll_of(state: EconomyState) -> Poll:
    """A power in civil disorder, silent for two movements running, has no vote until something comes from it (D-9)."""
    voters = tuple(power for power in state.living if state.silent.get(power, 0) < LOST)
    return Poll(state.settings.draws, state.settings.concession, state.living, voters)


def check_votes(state: EconomyState, power: str, lines: Sheet, sheet: Sheet) -> tuple[Ruling, ...]:
    """One ruling a vote."""
    poll = poll_of(state)
    return tuple(
        rule_on_vote(poll, power, command, state.phase)
        if isinstance(command, Vote)
        else refuse(command, "not-an-order")
        for command in lines
    )


def passed(state: EconomyState, sheets: Mapping[str, Sheet]) -> GameOver | None:
    """The ending that all have voted for; `sheets` by power."""
    return votes.passed(poll_of(state), sheets)


def hires_of(state: EconomyState, sheets: Mapping[str, Sheet]) -> tuple[dict[str, str], dict[str, str]]:
    """Unit number (as text) -> the power that may order it this turn; and the same of those let until revoked.

    A line for one turn goes before what stands, and leaves it standing.
    """
    units = state.position.units
    standing = {n: p for n, p in state.lets.items() if int(n) in units and p in state.living}
    once: dict[str, str] = {}
    for power, sheet in sheets.items():
        for command in sheet:
            number = _unit_number(state, power, command.place) if isinstance(command, Let) else ""
            if not isinstance(command, Let) or not number:
                continue
            if not command.power:
                standing.pop(number, None)
            elif command.lasting:
                standing[number] = command.power
            else:
                once[number] = command.power
    return {**standing, **once}, standing


def _unit_number(state: EconomyState, power: str, place: str) -> str:
    for number, unit in state.position.units.items():
        if unit.power == power and unit.province == province_of(place):
            return str(number)
    return ""


def voices(state: EconomyState, sheets: Mapping[str, Sheet], settled: Collection[str] = ()) -> dict[str, Voice]:
    """Whom each power orders: its own units, and those hired for which their owner wrote no order (E-13). `settled`
    are the provinces whose unit its owner sends away by an order of before."""
    position = state.position
    units = {**position.units, **{number: gone.unit for number, gone in position.dislodged.items()}}
    out = {power: set(voice_of(position, power).units) for power in sheets}
    kept = kept_by_owner(state, sheets)
    for number, power in sorted(state.season.hires.items()):
        unit = units.get(int(number))
        own = number in kept or (unit is not None and unit.province in settled)
        if unit is not None and power in out and not own:
            out[power].add(int(number))
    return {power: Voice(frozenset(numbers), (power,)) for power, numbers in out.items()}


def kept_by_owner(state: EconomyState, sheets: Mapping[str, Sheet]) -> frozenset[str]:
    """The hired units that their owner orders himself: his order goes before the hirer's."""
    position = state.position
    units = {**position.units, **{number: gone.unit for number, gone in position.dislodged.items()}}
    ordered = {power: _provinces_ordered(sheet) for power, sheet in sheets.items()}
    return frozenset(
        number
        for number in state.season.hires
        if (unit := units.get(int(number))) is not None and unit.province in ordered.get(unit.power, ())
    )


def _provinces_ordered(sheet: Sheet) -> set[str]:
    orders = [command for command in sheet if isinstance(command, UnitOrder) and command.text != HOLD_ALL]
    return {province_of(part.place) for order in orders for part in order.parts()}


REASONS: Mapping[str, Reason] = {
    **HOSTED_REASONS,
    **RULING_REASONS,
    **reasons(
        """
# transfers
own-treasury (E-7) {line} names your own power. A transfer is between two powers.
not-your-line (E-16) This line is {said}'s to write, and you are {own}. Yours would be {line}.
dead-power (E-10) {power} was eliminated in {phase}: its debts and its part in the game are ended.
loan-or-gift (E-7) Is it a loan or a gift? Write RECEIVE {amount} FROM {power} (LOAN) or RECEIVE {amount} FROM {power}
    (GIFT).
gift-repaid (E-7) A gift is not repaid. Write RECEIVE {amount} FROM {power} (GIFT), or (LOAN REPAY {repay}).
no-such-sum (E-7) {amount} is no sum: write a whole number of credits from 1 up.
too-large (E-7) {amount} credits are more than the whole board pays in a hundred years.
call-in-autumn (E-8) Loans are called with autumn orders, and paid at the end of that autumn. Put it below FOR F{year}.
nothing-owed (E-8) {power} owes you nothing, so there is nothing to call. GIVE and REPAY need no call.
call-cut (E-8) You wrote {asked}; {power} owes you {owed}, and that is called.
you-owe-nothing (E-8) You owe {power} nothing. To give credits away write GIVE {amount} TO {power}.
repay-cut (E-8) You wrote {asked}; you owe {power} {owed}, and that is repaid.
called-twice (E-8) {line} calls {power} a second time; the calls add up to more than the {owed} owed.
no-transfers-beside (E-7) NO TRANSFERS stands beside transfers, which stay.
# remarks on transfers
needs-mirror (E-7) Nothing moves unless {power} writes {mirror} this season.
both-are-told (E-7) You and {power} are told, and nobody else, as soon as both halves are written.
above-treasury (E-7) Your treasury holds {credits} and your lines send {total}: this is carried out, whole or not at
    all, only if enough comes in first.
repaid-in-parts (E-8) {now} now, the other {rest} as money comes in this season; what then stays, stays owed.
above-debt (E-8) {power} owes you {owed} now; only a loan agreed this autumn can add to it.
below-repayment (E-8) You owe {power} {owed} now; only a loan agreed this season can add to it.
less-back (E-8) The sum to repay, {repay}, is less than the {amount} lent.
# declarations
not-in-winter (E-9) {line} belongs to spring and autumn orders. Put it below FOR S{year}.
not-owned (E-9) {place} is {owner}. A treasury stands in a province of your own: {places}.
at-sea (E-9) {place} is a sea. A treasury stands in a province of your own: {places}.
occupied (E-9) An enemy unit, {unit}, stands in {place}: the treasury cannot go there.
stays (E-9) The treasury is in {place} already.
alliance-in-autumn (E-11) An alliance is declared with autumn orders: put it below FOR F{year}.
alone (E-11) An alliance is made with another power.
both-declare (E-11) It counts if {power} declares ALLIANCE WITH {own} this autumn, too, and you have {alliance}
    together; you have {points} now.
not-your-unit-to-let (E-13) You have no unit in {place}. Your units are {own}.
nothing-let (E-16) {unit} is let to nobody beyond a turn, so there is nothing to revoke.
let-yourself (E-13) You order your own units without LET.
own-order-wins (E-13) You order {unit} yourself as well, and the owner's order goes before.
guard-setting (E-9) Any other power's unit in the seat takes the treasury here: the setting guarded is no.
guard-yourself (E-9) Your own units never take your treasury.
# units of others
let-to-you (E-16) {unit} is {owner}'s, and let to you: this counts unless {owner} revokes that, lets somebody else or
    orders it itself.
hired (E-13) {unit} is {owner}'s: this counts only if {owner} writes LET {own} ORDER {unit} and gives it no order
    itself.
winter-apart (E-2) {order} is for the winter, which has a deadline of its own after the autumn report. Put it below FOR
    W{year}.
# winter
no-winter-order (E-2) {order} is no order for the winter: BUILD, REMOVE or WAIVE.
not-home (E-6) {order} cannot be: builds go into home centres, {sites}.
home-lost (E-6) {order} cannot be: {place} is {owner}. Free home centres: {sites}.
home-full (E-6) {order} cannot be: {unit} stands there. Free home centres: {sites}.
no-such-build (E-6) {order} cannot be: {why}. Possible there: {instead}.
archangel (E-6) {order} cannot be: in this game Archangel builds only while St Petersburg is Russian.
two-builds (E-6) {order} cannot be: {place} has a build already.
not-yours-to-remove (E-5) {order} cannot be: you have no unit there. Your units are {own}.
dropped-builds (E-6, loses) Of this {gone} cannot be: {why}.
# remarks on the winter
beyond-funds (E-6) After the bill of {bill} your own treasury leaves {left}: {units} must be paid with money from
    others, or be waived.
second-choice (E-6) {first} cannot be paid or has no room as it stands, so {instead} is built, your second choice.
only-if-short (E-5) Your treasury of {credits} pays the bill of {bill}: removals count only where it could not.
after-removal (E-6) {unit} stands there and its removal is not needed, so as it stands the build is waived.
"""
    ),
}
