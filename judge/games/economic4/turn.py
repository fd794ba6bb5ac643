"""Spring and autumn, step by step in the order of the rules (E-2).

Seats move, units move and retreat; then treasuries are captured and transfers run; an autumn goes on with ownership,
the dead, income, calls and victory. Where a retreat has to be ordered the season waits, and goes on after it.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from judge.core.ledger import BANK, VOID, Posting
from judge.core.phase import Phase
from judge.core.variant import Step
from judge.games.economic4 import bulletin
from judge.games.economic4.board import lands
from judge.games.economic4.deadline import Turn, decree, end, finish
from judge.games.economic4.money import CREDIT, call_in
from judge.games.economic4.moving import (
    count_the_silent,
    keep_words,
    move_seats,
    move_units,
    order_retreats,
    retreat_at_once,
    tell_the_waiting,
)
from judge.games.economic4.news import (
    CapturedTreasury,
    ChangedProvince,
    PowerEliminated,
    ProvincesChanged,
    TransfersPublished,
    TreasuriesCaptured,
)
from judge.games.economic4.state import EconomyState, Season
from judge.games.economic4.transfers import deals_of, settle
from judge.games.economic4.winter import Winter, winter_of
from judge.kits.board.units import Position
from judge.kits.host.bulletin import titled
from judge.kits.host.news import Adjustments


def play_season(turn: Turn) -> Step:
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
    turn = bulletin_of(turn)
    turn = replace(turn, state=replace(turn.state, season=Season()))
    return finish(turn, Phase(state.phase.year, "W", "A") if autumn else Phase(state.phase.year, "F"))


# ---- the end of a season -------------------------------------------------------------------------------------------


def capture(turn: Turn) -> Turn:
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
        CapturedTreasury(
            power=power, place=state.seats[power], captor=unit.power, unit=unit.text, amount=state.treasury(power)
        )
        for power, unit in taken
    ]
    postings = tuple(Posting(p, unit.power, CREDIT, state.treasury(p), "captured") for p, unit in taken)
    turn = replace(turn, state=replace(state, seats=seats)).post(postings)
    return turn.tell(TreasuriesCaptured(phase=turn.phase, rows=tuple(rows)))


def transfer(turn: Turn) -> Turn:
    """Loans, gifts and repayments on which both said the same (E-7, E-8)."""
    state = turn.state
    done = settle(state.season.deals, state.treasuries(), state.loans, str(season_of(state.phase)))
    turn = replace(turn, state=replace(state, loans=done.loans), settled=done).post(done.postings)
    shown = bulletin.published(done)
    return turn.tell(TransfersPublished(phase=turn.phase, rows=shown)) if shown else turn


def season_of(phase: Phase) -> Phase:
    """The phase under whose name a season's loans are recorded, whether it had retreats or not."""
    return replace(phase, kind="A" if phase.season == "W" else "M")


def own(turn: Turn) -> Turn:
    """A land province belongs to whose unit stands there after autumn, and stays so until another's does (E-3)."""
    state = turn.state
    land, owners, rows = set(lands(state.board)), dict(state.owners), []
    for unit in sorted(state.position.units.values(), key=lambda unit: unit.province):
        place, was = unit.province, owners.get(unit.province, "")
        if place in land and was != unit.power:
            owners[place] = unit.power
            province = state.board.provinces[place]
            rows.append(
                ChangedProvince(place=place, name=province.name, was=was, owner=unit.power, value=province.value)
            )
    turn = replace(turn, state=replace(state, owners=dict(sorted(owners.items()))))
    return turn.tell(ProvincesChanged(phase=turn.phase, rows=tuple(rows))) if rows else turn


def bury(turn: Turn) -> Turn:
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
        data = PowerEliminated(phase=turn.phase, power=power, amount=amount, heir=holder, place=state.last_seats[power])
        turn = replace(turn, state=state, dropped=(*turn.dropped, *dropped))
        turn = turn.post((Posting(power, holder or VOID, CREDIT, amount, "inherited"),)).tell(data)
    return turn


def earn(turn: Turn) -> Turn:
    """Each province pays its owner (E-2)."""
    incomes = turn.state.incomes()
    return turn.post(tuple(Posting(BANK, power, CREDIT, incomes[power], "income") for power in turn.state.living))


def call_loans(turn: Turn) -> Turn:
    """Calls are honoured out of the treasury as it now stands, income included (E-8)."""
    state = turn.state
    asked: dict[tuple[str, str], int] = {}
    for power, deals in sorted(state.season.deals.items()):
        for deal in deals:
            if deal.verb == "CALL" and deal.power in state.living and power in state.living:
                asked[power, deal.power] = asked.get((power, deal.power), 0) + deal.amount
    loans, called, postings = call_in(state.loans, state.treasuries(), asked)
    return replace(turn, state=replace(state, loans=loans), called=called).post(postings)


def judge_victory(turn: Turn) -> Turn:
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


def bulletin_of(turn: Turn) -> Turn:
    """The treasuries of every turn, the autumn report, and each power's own statement."""
    private = bulletin.statements(turn.state, turn.purses, turn.lines, turn.settled, turn.called, turn.dropped)
    if turn.before.phase.season == "F":
        turn = turn.tell(bulletin.autumn(turn.state, turn.phase))
        private = (*private, *bulletin.alliances(turn.state))
    else:
        turn = turn.tell(bulletin.spring(turn.state, turn.phase))
    return replace(turn, notices=(*turn.notices, *private))


Part = Callable[[Turn], Turn]
MOVEMENT: tuple[Part, ...] = (keep_words, move_seats, move_units, retreat_at_once, count_the_silent)
RETREATS: tuple[Part, ...] = (order_retreats,)
SEASON_END: tuple[Part, ...] = (capture, transfer)
AUTUMN_END: tuple[Part, ...] = (own, bury, earn, call_loans, judge_victory)


def play_winter(turn: Turn) -> Step:
    """One winter deadline from transfers to the winter report."""
    state = turn.before
    deals = {power: found for power, sheet in turn.sheets.items() if (found := deals_of(sheet))}
    turn = transfer(replace(turn, state=replace(state, season=Season(deals=deals))))
    winters = {p: winter_of(state, p, turn.sheets.get(p, ()), turn.state.treasury(p)) for p in state.living}
    turn = turn.post(tuple(Posting(p, BANK, CREDIT, winter.bill, "bill") for p, winter in sorted(winters.items())))
    after = replace(turn.state.with_position(_after(state, winters)), season=Season())
    turn = replace(turn, state=after)
    rows = bulletin.winter_rows(state.board, winters)
    turn = turn.tell(Adjustments(**titled(state.phase), orders=rows)) if rows else turn
    turn = turn.tell(bulletin.winter(after, winters, turn.purses, turn.settled, turn.phase))
    private = bulletin.statements(after, turn.purses, turn.lines, turn.settled, (), (), winters)
    return finish(decree(replace(turn, notices=(*turn.notices, *private))), Phase(state.phase.year + 1, "S"))


def _after(state: EconomyState, winters: Mapping[str, Winter]) -> Position:
    units = {number: unit for winter in winters.values() for number, unit in winter.kept.items()}
    number = state.live.next_id
    for _, winter in sorted(winters.items()):
        for unit in winter.built:
            units[number] = unit
            number += 1
    return Position(dict(sorted(units.items())), state.owners, next_id=number)
