"""The orders of a season: what was said beside them, treasuries that move, units that move and retreat."""

from collections.abc import Mapping
from dataclasses import replace

from judge.core.codec import UNSET
from judge.core.command import Sheet
from judge.games.economic4 import bulletin
from judge.games.economic4.commands import Ally, Guard, MoveTreasury, UnitOrder
from judge.games.economic4.deadline import Turn
from judge.games.economic4.news import MovedSeat, SeatsMoved
from judge.games.economic4.ruling import hires_of, kept_by_owner, voices
from judge.games.economic4.state import LOST, EconomyState, Season
from judge.games.economic4.transfers import deals_of
from judge.kits.board.resolve import resolve_movement
from judge.kits.board.retreats import resolve_retreats
from judge.kits.host import told
from judge.kits.host.ahead import is_ahead, sent_ahead, settled_retreats, usable_retreats
from judge.kits.host.bulletin import duty_notices, titled
from judge.kits.host.hosted import undecided
from judge.kits.host.news import DislodgedUnits, NoOrders, Results, Retreats, Silent
from judge.kits.host.orders import of_parts, orders_by_power
from judge.kits.host.state import LiveBoard


def keep_words(turn: Turn) -> Turn:
    """What was said beside the orders waits for the end of the season, retreats or not."""
    hires, standing = hires_of(turn.state, turn.sheets)
    season = Season(
        deals={power: deals for power, sheet in turn.sheets.items() if (deals := deals_of(sheet))},
        hires=hires,
        allies={p: c.power for p, sheet in turn.sheets.items() for c in sheet if isinstance(c, Ally)},
        guards={
            power: guards
            for power, sheet in turn.sheets.items()
            if (guards := tuple(sorted(command.power for command in sheet if isinstance(command, Guard))))
        },
    )
    turn = replace(turn, state=replace(turn.state, season=season, standing=standing or UNSET))
    kept = kept_by_owner(turn.state, _moves_only(turn.sheets))
    return replace(turn, notices=(*turn.notices, *bulletin.hired(turn.state, kept)))


def count_the_silent(turn: Turn) -> Turn:
    """Who had units and sent nothing, for how many movements in a row: at two a power has no vote, and its seat is
    open (D-9). By the first edition it needs no units for that."""
    state, old = turn.state, turn.state.silent
    missed = [power for power, sheet in turn.sheets.items() if not sheet and power not in turn.wrote]
    silent = {power: old.get(power, 0) + 1 for power in missed if turn.before.units_of(power) or not turn.opens}
    turn = replace(turn, state=replace(state, silent=silent))
    if not silent or not turn.opens:
        return turn
    rows = tuple(
        Silent(seat=state.seat_of(power), power=power, turns=turns, open=turns >= LOST)
        for power, turns in sorted(silent.items())
    )
    lost = tuple(row.seat for row in rows if row.open)
    return replace(turn.tell(NoOrders(phase=turn.phase, seats=rows)), vacate=lost)


def move_seats(turn: Turn) -> Turn:
    """Treasuries move before units do; one without a seat gets the one named, else the first by name (E-9)."""
    state = turn.state
    seats, rows = dict(state.seats), []
    for power in state.living:
        wanted = next((c.place for c in turn.sheets.get(power, ()) if isinstance(c, MoveTreasury)), "")
        free = wanted and state.owners.get(wanted) == power and not state.enemy_in(power, wanted)
        new = wanted if free else seats[power] or default_seat(state, power)
        if new != seats[power]:
            rows.append(MovedSeat(power=power, was=seats[power], seat=new, named=bool(free)))
            seats[power] = new
    last = {power: seats.get(power) or state.last_seats[power] for power in state.powers}
    turn = replace(turn, state=replace(state, seats=seats, last_seats=last))
    return turn.tell(SeatsMoved(phase=turn.phase, rows=tuple(rows))) if rows else turn


def default_seat(state: EconomyState, power: str) -> str:
    """The first owned home centre by name without an enemy, else any such province; "" if there is none (E-9)."""
    free = [place for place in state.provinces_of(power) if not state.enemy_in(power, place)]
    homes = state.board.home_centres(power)
    return next((place for place in free if place in homes), free[0] if free else "")


def move_units(turn: Turn) -> Turn:
    state = turn.state
    before, moving = state.position, _moves_only(turn.sheets)
    orders = orders_by_power(before, voices(state, moving), moving)
    result = resolve_movement(state.board, before, orders)
    turn = turn.tell(Results(**titled(turn.before.phase), orders=told.moves(state.board, before, result, orders)))
    if result.dislodged:
        turn = turn.tell(
            DislodgedUnits(**titled(turn.before.phase), units=told.dislodged(state.board, result.dislodged))
        )
    live = LiveBoard.of(result.position, None, sent_ahead(turn.sheets))
    return replace(turn, state=replace(state, live=live))


def _moves_only(sheets: Mapping[str, Sheet]) -> dict[str, Sheet]:
    return {
        power: tuple(c for c in sheet if not (isinstance(c, UnitOrder) and is_ahead(c)))
        for power, sheet in sheets.items()
    }


def retreat_at_once(turn: Turn) -> Turn:
    """A retreat that was sent ahead, or that nobody can make, needs no deadline of its own (D-7, D-8)."""
    position = turn.state.position
    if not position.dislodged:
        return turn
    if undecided(turn.state.host(), replace(turn.state.phase, kind="R")):
        return turn
    return _retreated(turn, usable_retreats(position, turn.state.live.ahead.retreats))


def order_retreats(turn: Turn) -> Turn:
    """The retreats of this phase; for a unit without an order, what was sent ahead. A retreat that its owner sent
    ahead goes before a hirer's, unless it is not open (E-13)."""
    state = turn.state
    sheets = {power: _first_places(sheet) for power, sheet in turn.sheets.items()}
    ahead = state.live.ahead.retreats
    orders = orders_by_power(state.position, voices(state, sheets, settled_retreats(state.position, ahead)), sheets)
    given = usable_retreats(state.position, ahead)
    ordered = {text[2:].split()[0] for texts in orders.values() for text in texts}
    for power, texts in sorted(given.items()):
        orders.setdefault(power, []).extend(text for text in texts if text[2:].split()[0] not in ordered)
    return _retreated(turn, orders)


def _first_places(sheet: Sheet) -> Sheet:
    """Of a list of places to retreat to the first: in this phase every place that stands is open."""
    return tuple(
        replace(command, text=of_parts(command.parts()[:1]))
        if isinstance(command, UnitOrder) and len(command.parts()) > 1
        else command
        for command in sheet
    )


def _retreated(turn: Turn, orders: Mapping[str, list[str]]) -> Turn:
    state = turn.state
    position = state.position
    result = resolve_retreats(position, orders)
    waited = {gone.unit.province for gone in position.dislodged.values() if gone.may_retreat_to}
    rows = told.retreats(state.board, result, waited)
    turn = replace(turn, state=replace(state, live=LiveBoard.of(result.position)))
    return turn.tell(Retreats(**titled(turn.before.phase), orders=rows)) if rows else turn


def tell_the_waiting(turn: Turn) -> Turn:
    """Each power that has a retreat to order is told which, alone, unless the game is over."""
    if turn.ended is not None:
        return turn
    duties = duty_notices(turn.state.host(), replace(turn.state.phase, kind="R"), turn.state.flags)
    return replace(turn, notices=(*turn.notices, *duties))
