"""A deadline, step by step in the order of the rules (E-2): the orders of a season, and what a winter leaves.

Seats move, units move and retreat; then treasuries are captured and transfers run; an autumn goes on with ownership,
the dead, income, calls and victory. Where a retreat has to be ordered the season waits, and goes on after it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from judge.core.codec import UNSET
from judge.core.command import Orders, wrote
from judge.core.ledger import BANK, VOID, Posting
from judge.core.notice import MASTER
from judge.core.phase import Phase
from judge.core.variant import Ended, Step
from judge.games.economic4 import bulletin, news
from judge.games.economic4.board import lands
from judge.games.economic4.bulletin import EconomyTurn
from judge.games.economic4.commands import Ally, Guard, MoveTreasury
from judge.games.economic4.money import CREDIT, call_in, deals_of, settle
from judge.games.economic4.state import EconomySeason, EconomyState, hires_of, kept_by_owner, voices
from judge.games.economic4.winter import Winter, winter_of
from judge.kits.board.units import Position
from judge.kits.deadline import played
from judge.kits.host.bulletin import board_notices, duty_notices, titled
from judge.kits.host.commands import DRAW, GameOver, ending_in, orders_by_power
from judge.kits.host.hosted import PowerOrders, hosted_season, moves_only
from judge.kits.host.news import Adjustments, NoOrders, Silent
from judge.kits.host.state import LiveBoard
from judge.kits.host.votes import LOST
from judge.kits.host.winter import Ahead, sent_ahead, settled_retreats


def begin(state: EconomyState, orders: Orders, opens: bool) -> EconomyTurn:
    return EconomyTurn(
        before=state,
        state=state,
        orders=orders,
        sheets={power: orders.get(seat, ()) for seat, power in sorted(state.flags.items()) if power in state.living},
        wrote=frozenset(state.flags.get(seat, "") for seat in wrote(orders)),
        purses=state.treasuries(),
        opens=opens,
    )


def end(turn: EconomyTurn, reason: str, winners: tuple[str, ...]) -> EconomyTurn:
    """The game is over; scores are points of income."""
    state = turn.state
    incomes = state.incomes()
    scores = {seat: str(incomes[power]) for seat, power in sorted(state.flags.items())}
    seats = tuple(state.seat_of(power) for power in winners)
    return replace(turn.changed(ended=reason), ended=Ended(reason, scores, seats))


def decree(turn: EconomyTurn) -> EconomyTurn:
    """The master's END, unless the game was won."""
    over = ending_in(turn.orders.get(MASTER, ()))
    return turn if over is None or turn.ended is not None else end_with(turn, over)


def end_with(turn: EconomyTurn, over: GameOver) -> EconomyTurn:
    """The end that all voted for, or that the master decreed."""
    winners = over.powers or (turn.state.living if over.how == DRAW else ())
    return end(turn, " ".join((over.how.lower(), *over.powers)), tuple(winners))


def finish(turn: EconomyTurn, following: Phase) -> Step:
    """On to the next phase, unless the game is over."""
    if turn.ended is not None:
        return played(turn.public(bulletin.final(turn.state, turn.ended, turn.phase)), ())
    return played(turn.changed(phase=following), ())


def keep_words(turn: EconomyTurn) -> EconomyTurn:
    """What was said beside the orders waits for the end of the season, retreats or not."""
    hires, standing = hires_of(turn.state, turn.sheets)
    season = EconomySeason(
        deals={power: deals for power, sheet in turn.sheets.items() if (deals := deals_of(sheet))},
        hires=hires,
        allies={p: c.power for p, sheet in turn.sheets.items() for c in sheet if isinstance(c, Ally)},
        guards={
            power: guards
            for power, sheet in turn.sheets.items()
            if (guards := tuple(sorted(command.power for command in sheet if isinstance(command, Guard))))
        },
    )
    turn = turn.changed(season=season, standing=standing or UNSET)
    return turn.telling(*bulletin.hired(turn.state, kept_by_owner(turn.state, moves_only(turn.sheets))))


def count_the_silent(turn: EconomyTurn) -> EconomyTurn:
    """Who had units and sent nothing, for how many movements in a row: at two a power has no vote, and its seat is
    open (D-9). By the first edition it needs no units for that."""
    state, old = turn.state, turn.state.silent
    missed = [power for power, sheet in turn.sheets.items() if not sheet and power not in turn.wrote]
    silent = {power: old.get(power, 0) + 1 for power in missed if turn.before.units_of(power) or not turn.opens}
    turn = turn.changed(silent=silent)
    if not silent or not turn.opens:
        return turn
    rows = tuple(
        Silent(seat=state.seat_of(power), power=power, turns=turns, open=turns >= LOST)
        for power, turns in sorted(silent.items())
    )
    lost = tuple(row.seat for row in rows if row.open)
    return replace(turn.public(NoOrders(phase=turn.phase, seats=rows)), vacate=lost)


def move_seats(turn: EconomyTurn) -> EconomyTurn:
    """Treasuries move before units do; one without a seat gets the one named, else the first by name (E-9)."""
    state = turn.state
    seats, rows = dict(state.seats), []
    for power in state.living:
        wanted = next((c.place for c in turn.sheets.get(power, ()) if isinstance(c, MoveTreasury)), "")
        free = wanted and state.owners.get(wanted) == power and not state.enemy_in(power, wanted)
        new = wanted if free else seats[power] or default_seat(state, power)
        if new != seats[power]:
            rows.append(news.MovedSeat(power=power, was=seats[power], seat=new, named=bool(free)))
            seats[power] = new
    last = {power: seats.get(power) or state.last_seats[power] for power in state.powers}
    turn = turn.changed(seats=seats, last_seats=last)
    return turn.public(news.SeatsMoved(phase=turn.phase, rows=tuple(rows))) if rows else turn


def default_seat(state: EconomyState, power: str) -> str:
    """The first owned home centre by name without an enemy, else any such province; "" if there is none (E-9)."""
    free = [place for place in state.provinces_of(power) if not state.enemy_in(power, place)]
    homes = state.board.home_centres(power)
    return next((place for place in free if place in homes), free[0] if free else "")


def move_units(turn: EconomyTurn) -> EconomyTurn:
    """A retreat that was sent ahead, or that nobody can make, needs no deadline of its own (D-7, D-8)."""
    state, moving = turn.state, moves_only(turn.sheets)
    orders = orders_by_power(state.position, voices(state, moving), moving)
    return _play_the_board(turn, orders, sent_ahead(turn.sheets))


def order_retreats(turn: EconomyTurn) -> EconomyTurn:
    """The retreats of this phase; for a unit without an order, what was sent ahead. A retreat that its owner sent
    ahead goes before a hirer's, unless it is not open (E-13)."""
    state = turn.state
    settled = settled_retreats(state.position, state.live.ahead.retreats)
    return _play_the_board(turn, orders_by_power(state.position, voices(state, turn.sheets, settled), turn.sheets))


def _play_the_board(turn: EconomyTurn, orders: PowerOrders, ahead: Ahead | None = None) -> EconomyTurn:
    """Moves with their retreats, or the retreats alone. Centres are not counted here: all land can be owned (E-3)."""
    phase = turn.before.phase
    season = hosted_season(turn.state.host, phase, orders, ahead=ahead, winter=False)
    assert season.told is not None
    retreated = season.told.dislodged and season.next.kind != "R"
    live = LiveBoard.of(season.host.position, None, None if retreated else ahead)
    return turn.changed(live=live).telling(*board_notices(phase, season.uncounted))


def tell_the_waiting(turn: EconomyTurn) -> EconomyTurn:
    """Each power that has a retreat to order is told which, alone, unless the game is over."""
    if turn.ended is not None:
        return turn
    return turn.telling(*duty_notices(turn.state.host, replace(turn.state.phase, kind="R"), turn.state.flags))


def play_season(turn: EconomyTurn) -> Step:
    """One deadline of a spring or an autumn, movement or retreats."""
    state = turn.before
    opening = MOVEMENT if state.phase.kind == "M" else RETREATS
    for step in opening:
        turn = step(turn)
    if turn.state.live.dislodged:
        return finish(tell_the_waiting(decree(turn)), replace(state.phase, kind="R"))
    autumn = state.phase.season == "F"
    for step in (*SEASON_END, *(AUTUMN_END if autumn else ()), decree):
        turn = step(turn)
    turn = bulletin_of(turn).changed(season=EconomySeason())
    return finish(turn, Phase(state.phase.year, "W", "A") if autumn else Phase(state.phase.year, "F"))


# ---- the end of a season -------------------------------------------------------------------------------------------


def capture(turn: EconomyTurn) -> EconomyTurn:
    """An enemy unit in the seat takes the whole treasury. All captures happen at one moment: each takes what was
    there before any of them (E-9)."""
    state = turn.state
    taken = []
    for power in state.living:
        unit = state.enemy_in(power, state.seats[power]) if state.seats[power] else None
        if unit is None or (state.settings.guarded and unit.power in state.season.guards.get(power, ())):
            continue
        taken.append((power, unit))
    if not taken:
        return turn
    seats = {**state.seats, **dict.fromkeys((power for power, _ in taken), "")}
    rows = [
        news.CapturedTreasury(
            power=power, place=state.seats[power], captor=unit.power, unit=unit.text, amount=state.treasury(power)
        )
        for power, unit in taken
    ]
    postings = tuple(Posting(p, unit.power, CREDIT, state.treasury(p), "captured") for p, unit in taken)
    turn = turn.changed(seats=seats).post(postings)
    return turn.public(news.TreasuriesCaptured(phase=turn.phase, rows=tuple(rows)))


def transfer(turn: EconomyTurn) -> EconomyTurn:
    """Loans, gifts and repayments on which both said the same (E-7, E-8). A season's loans are recorded under the name
    of its movement, whether it had retreats or not."""
    state = turn.state
    recorded = replace(state.phase, kind="A" if state.phase.season == "W" else "M")
    done = settle(state.season.deals, state.treasuries(), state.loans, str(recorded))
    turn = replace(turn.changed(loans=done.loans), settled=done).post(done.postings)
    shown = bulletin.published(done)
    return turn.public(news.TransfersPublished(phase=turn.phase, rows=shown)) if shown else turn


def own(turn: EconomyTurn) -> EconomyTurn:
    """A land province belongs to whose unit stands there after autumn, and stays so until another's does (E-3)."""
    state = turn.state
    land, owners, rows = set(lands(state.board)), dict(state.owners), []
    for unit in sorted(state.position.units.values(), key=lambda unit: unit.province):
        place, was = unit.province, owners.get(unit.province, "")
        if place in land and was != unit.power:
            owners[place] = unit.power
            province = state.board.provinces[place]
            rows.append(
                news.ChangedProvince(place=place, name=province.name, was=was, owner=unit.power, value=province.value)
            )
    turn = turn.changed(owners=dict(sorted(owners.items())))
    return turn.public(news.ProvincesChanged(phase=turn.phase, rows=tuple(rows))) if rows else turn


def bury(turn: EconomyTurn) -> EconomyTurn:
    """Who has no province and no unit is out; its treasury goes to who holds its last seat, its debts end (E-10)."""
    for power in turn.state.living:
        state = turn.state
        if state.provinces_of(power) or state.units_of(power):
            continue
        holder = state.owners.get(state.last_seats[power], "")
        amount = state.treasury(power)
        dropped = tuple(loan for loan in state.loans if power in (loan.lender, loan.debtor))
        state = replace(
            state,
            fate={**state.fate, power: str(state.phase)},
            seats={**state.seats, power: ""},
            loans=tuple(loan for loan in state.loans if loan not in dropped),
        )
        data = news.PowerEliminated(
            phase=turn.phase, power=power, amount=amount, heir=holder, place=state.last_seats[power]
        )
        turn = replace(turn, state=state, dropped=(*turn.dropped, *dropped))
        turn = turn.post((Posting(power, holder or VOID, CREDIT, amount, "inherited"),)).public(data)
    return turn


def earn(turn: EconomyTurn) -> EconomyTurn:
    """Each province pays its owner (E-2)."""
    incomes = turn.state.incomes()
    return turn.post(tuple(Posting(BANK, power, CREDIT, incomes[power], "income") for power in turn.state.living))


def call_loans(turn: EconomyTurn) -> EconomyTurn:
    """Calls are honoured out of the treasury as it now stands, income included (E-8)."""
    state = turn.state
    asked: dict[tuple[str, str], int] = {}
    for power, deals in sorted(state.season.deals.items()):
        for deal in deals:
            if deal.verb == "CALL" and deal.power in state.living and power in state.living:
                asked[power, deal.power] = asked.get((power, deal.power), 0) + deal.amount
    loans, called, postings = call_in(state.loans, state.treasuries(), asked)
    return replace(turn.changed(loans=loans), called=called).post(postings)


def judge_victory(turn: EconomyTurn) -> EconomyTurn:
    """80 points win alone, and go before an alliance; two who declared each other win with 108 (E-11)."""
    state = turn.state
    incomes = state.incomes()
    high = max(incomes.values())
    alone = [power for power in state.living if incomes[power] == high >= state.settings.victory]
    if len(alone) == 1:
        return end(turn, f"solo {alone[0]}", tuple(alone))
    allies = state.season.allies
    pairs = [
        (one, other)
        for one, other in sorted(allies.items())
        if one < other and allies.get(other) == one and one in state.living and other in state.living
    ]
    for pair in pairs:
        if sum(incomes[power] for power in pair) >= state.settings.alliance:
            return end(turn, f"alliance {pair[0]} {pair[1]}", pair)
    return turn


def bulletin_of(turn: EconomyTurn) -> EconomyTurn:
    """The treasuries of every turn, the autumn report, and each power's own statement."""
    private = bulletin.statements(turn)
    if turn.before.phase.season == "S":
        return turn.public(bulletin.spring(turn.state, turn.phase)).telling(*private)
    return turn.public(bulletin.autumn(turn.state, turn.phase)).telling(*private, *bulletin.alliances(turn.state))


Part = Callable[[EconomyTurn], EconomyTurn]
MOVEMENT: tuple[Part, ...] = (keep_words, move_seats, move_units, count_the_silent)
RETREATS: tuple[Part, ...] = (order_retreats,)
SEASON_END: tuple[Part, ...] = (capture, transfer)
AUTUMN_END: tuple[Part, ...] = (own, bury, earn, call_loans, judge_victory)


def play_winter(turn: EconomyTurn) -> Step:
    """One winter deadline from transfers to the winter report."""
    state = turn.before
    deals = {power: found for power, sheet in turn.sheets.items() if (found := deals_of(sheet))}
    turn = transfer(turn.changed(season=EconomySeason(deals=deals)))
    winters = {p: winter_of(state, p, turn.sheets.get(p, ()), turn.state.treasury(p)) for p in state.living}
    turn = turn.post(tuple(Posting(p, BANK, CREDIT, winter.bill, "bill") for p, winter in sorted(winters.items())))
    live = LiveBoard.of(_after(state, winters), None, state.live.ahead)
    turn = turn.changed(live=live, season=EconomySeason())
    rows = bulletin.winter_rows(state.board, winters)
    turn = turn.public(Adjustments(**titled(state.phase), orders=rows)) if rows else turn
    turn = turn.public(bulletin.winter(turn, winters)).telling(*bulletin.statements(turn, winters))
    return finish(decree(turn), Phase(state.phase.year + 1, "S"))


def _after(state: EconomyState, winters: Mapping[str, Winter]) -> Position:
    units = {number: unit for winter in winters.values() for number, unit in winter.kept.items()}
    number = state.live.next_id
    for _, winter in sorted(winters.items()):
        for unit in winter.built:
            units[number] = unit
            number += 1
    return Position(dict(sorted(units.items())), state.owners, next_id=number)
