"""A phase of a board that is played here: movement, retreats, adjustments, and the count of autumn (D-6 to D-8).

A phase in which nobody has anything to decide is not opened, be it that there is no choice or that every choice was
sent ahead with the moves (D-7). What happened is told in rows (results.py); the season says which phase comes next.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from functools import wraps
from typing import Literal

from judge.core.command import Sheet
from judge.core.phase import Phase
from judge.core.values import Value
from judge.kits.board.adjust import AdjustmentResult, allowances, open_sites, resolve_adjustments
from judge.kits.board.captures import Arrival, capture_records, movement_arrivals, owners_after, retreat_arrivals
from judge.kits.board.geography import EDITION_2023, Edition, province_of
from judge.kits.board.resolve import resolve_movement
from judge.kits.board.retreats import resolve_retreats
from judge.kits.board.units import Position
from judge.kits.host import results
from judge.kits.host.commands import HOLD_ALL, GameOver, UnitOrder, ending_in, orders_by_power, voice_of
from judge.kits.host.news import Fate, Taken
from judge.kits.host.reported import Season, following, solo
from judge.kits.host.results import Telling, dislodged, moves
from judge.kits.host.state import BoardChange, Host, LiveBoard
from judge.kits.host.winter import Ahead, in_rank, sent_ahead, settled_retreats, usable_retreats, usable_winter

PowerOrders = Mapping[str, Iterable[str]]


def hosted_sheets(host: Host, phase: Phase, sheets: Mapping[str, Sheet]) -> tuple[PowerOrders, Ahead]:
    """Orders by power, and what rides with them, out of the sheets by power."""
    position = host.position
    if phase.kind == "A":
        return texts(sheets), Ahead()
    voices = {power: voice_of(position, power) for power in sheets}
    if phase.kind == "R":
        return orders_by_power(position, voices, sheets), Ahead()
    return orders_by_power(position, voices, moves_only(sheets)), sent_ahead(sheets)


def moves_only(sheets: Mapping[str, Sheet]) -> dict[str, Sheet]:
    """The sheets without what is for a later phase of the season."""
    return {power: tuple(command for command in sheet if not command.rides()) for power, sheet in sheets.items()}


def texts(sheets: Mapping[str, Sheet]) -> dict[str, list[str]]:
    """Power -> its orders in canonical notation, out of the sheets by power; HOLD ALL is no order of its own here."""
    return {
        power: [
            str(part)
            for command in in_rank(sheet)
            if command.text != HOLD_ALL
            for part in command.parts() or (command.text,)
        ]
        for power, sheet in sorted(sheets.items())
    }


def hosted_season(
    host: Host,
    phase: Phase,
    orders: PowerOrders,
    master: Sheet = (),
    *,
    ahead: Ahead | None = None,
    conditional: str = "on",
    edition: Edition = EDITION_2023,
    places: Collection[str] | None = None,
    winter: bool = True,
) -> Season:
    """One phase of the hosted board. `orders` by power; a master's END waits for the count in autumn (B-6).

    `ahead` rides with the moves (D-7), what is for the winter with those of spring too, unless `conditional`, the
    setting, is off; where it is `only`, a season has one deadline, and what was not sent ahead counts as not ordered
    (D-6). `places` are the centres that can be captured, where that is not all of them; without `winter` an autumn ends
    with its count, and the game itself opens a phase for builds and removals.
    """
    over = ending_in(master) or host.over
    kept = host.live.ahead if host.live is not None else Ahead()
    sent = ahead if ahead is not None and conditional != "off" else Ahead()
    riding = sent.over(kept) if phase.kind == "M" else kept
    single = conditional == "only"
    return _Play(replace(host, over=over), phase, orders, riding, single, edition, places, winter).season()


def _once(asked: Callable[[Host, Phase], tuple[str, ...]]) -> Callable[[Host, Phase], tuple[str, ...]]:
    """An answer that everybody's letter asks for, found once for a board."""

    @wraps(asked)
    def once(host: Host, phase: Phase) -> tuple[str, ...]:
        known: tuple[str, ...] | None = host.remembered.get((asked, phase))
        if known is None:
            known = host.remembered[asked, phase] = asked(host, phase)
        return known

    return once


@_once
def duties(host: Host, phase: Phase) -> tuple[str, ...]:
    """The powers that have something to order in this phase, sorted."""
    position = host.position
    if phase.kind == "R":
        return tuple(sorted({gone.unit.power for gone in position.dislodged.values() if gone.may_retreat_to}))
    if phase.kind == "A":
        allowed = allowances(position)
        return tuple(power for power in host.powers if _must_decide(host, position, power, allowed.get(power, 0)))
    return tuple(power for power in host.powers if position.units_of(power))


@_once
def undecided(host: Host, phase: Phase) -> tuple[str, ...]:
    """Those of `duties` that have not sent all of it ahead (D-7), sorted."""
    if host.live is None or phase.kind == "M":
        return duties(host, phase)
    pending = _pending_retreats if phase.kind == "R" else _pending_winters
    return pending(host, host.live.ahead)


def order_province(text: str) -> str:
    parts = UnitOrder(text=text).parts()
    return province_of(parts[0].place) if parts else text


# ---- who still has to decide --------------------------------------------------------------------------------------


def _pending_retreats(host: Host, ahead: Ahead) -> tuple[str, ...]:
    position = host.position
    settled = settled_retreats(position, ahead.retreats)
    waiting = [gone.unit for gone in position.dislodged.values() if gone.may_retreat_to]
    return tuple(sorted({unit.power for unit in waiting if unit.province not in settled}))


def _pending_winters(host: Host, ahead: Ahead) -> tuple[str, ...]:
    position = host.position
    allowed = allowances(position)
    left = []
    for power in duties(host, Phase(1900, "W", "A")):
        sent = ahead.winters.get(power, ())
        usable = usable_winter(host.board, position, power, sent)
        due = allowed.get(power, 0)
        wanted = -due if due < 0 else min(due, len(open_sites(host.board, position, power)))
        if len(usable) < wanted and not (due > 0 and "WAIVE" in sent):
            left.append(power)
    return tuple(left)


def _must_decide(host: Host, position: Position, power: str, due: int) -> bool:
    """Whether a power has a choice this winter: a site to build in, or more units than it must remove. `due` builds if
    above 0, removals if below."""
    if due > 0:
        return bool(open_sites(host.board, position, power))
    return 0 < -due < len(position.units_of(power))


# ---- the three kinds of phases ------------------------------------------------------------------------------------


class _Play(Value):
    """One phase being played, on through those that need no deadline. `before` is the board at its beginning."""

    before: Host
    phase: Phase
    orders: PowerOrders
    ahead: Ahead
    single: bool
    edition: Edition
    places: Collection[str] | None
    winter: bool

    def season(self) -> Season:
        if self.phase.kind == "R":
            after, rows = self._retreated(self.before, self._with_ahead_retreats(self.before))
            return self._close(after, Telling(retreats=rows))
        if self.phase.kind == "A":
            after, rows = self._adjusted(self.before, self._with_ahead_winters(self.before))
            change = _change(self.before, after, self.phase, over=self.before.over)
            return Season(after, change, following(replace(self.phase, season="F")), Telling(winter=rows))
        return self._movement()

    def _movement(self) -> Season:
        host, before = self.before, self.before.position
        result = resolve_movement(host.board, before, self.orders, self.edition)
        arrivals = self._arrivals(host) | movement_arrivals(before, result, _season(self.phase))
        telling = Telling(
            moves=moves(host.board, before, result, self.orders), dislodged=dislodged(host.board, result.dislodged)
        )
        after = _placed(host, result.position, arrivals, self.ahead)
        retreats = replace(self.phase, kind="R")
        if undecided(after, retreats) and not self.single:
            return Season(after, _change(host, after, self.phase), retreats, telling)
        after, rows = self._retreated(after, usable_retreats(after.position, self.ahead.retreats))
        return self._close(after, replace(telling, retreats=rows))

    def _with_ahead_retreats(self, host: Host) -> PowerOrders:
        """The orders of the phase; for a unit without one, what was sent ahead. What is no retreat stays as it is."""
        position = host.position
        chosen = _overlaid(self.orders, usable_retreats(position, self.orders))
        return _overlaid(usable_retreats(position, self.ahead.retreats), chosen)

    def _with_ahead_winters(self, host: Host) -> PowerOrders:
        """The orders of the phase; of a power that sent none, what it sent ahead."""
        given = self.orders if self.phase.kind == "A" else {}
        orders = {power: list(written) for power, written in given.items()}
        for power, sent in sorted(self.ahead.winters.items()):
            if not orders.get(power):
                orders[power] = usable_winter(host.board, host.position, power, sent)
        return orders

    def _retreated(self, host: Host, orders: PowerOrders) -> tuple[Host, tuple[Fate, ...]]:
        before = host.position
        result = resolve_retreats(before, orders)
        arrivals = self._arrivals(host) | retreat_arrivals(before, result, _season(self.phase))
        waited = {gone.unit.province for gone in before.dislodged.values() if gone.may_retreat_to}
        rows = results.retreats(host.board, result, waited)
        return _placed(host, result.position, arrivals, self.ahead), rows

    def _adjusted(self, host: Host, orders: PowerOrders) -> tuple[Host, tuple[Fate, ...]]:
        result: AdjustmentResult = resolve_adjustments(host.board, host.position, orders, self.edition)
        return _placed(host, result.position, {}), results.winter(host.board, result)

    # ---- the end of a season --------------------------------------------------------------------------------------

    def _close(self, host: Host, telling: Telling) -> Season:
        """Retreats are done or were not needed: a spring is over, an autumn is counted."""
        if self.phase.season == "S":
            arrivals = {} if host.live is None else dict(host.live.arrivals)
            after = _placed(host, host.position, arrivals, Ahead(winters=self.ahead.winters))
            change = _change(self.before, after, self.phase, over=host.over)
            return Season(after, change, following(self.phase), telling)
        counted, captures = _count(host, self.phase.year, self.places)
        over = counted.over or solo(dict(counted.counts), counted.board.victory_centres)
        dead = tuple(power for power in counted.living if not counted.counts[power])
        counted = replace(counted, eliminated=tuple(sorted((*counted.eliminated, *dead))))
        change = _change(self.before, counted, self.phase, official=True, dead=dead, over=over)
        telling = replace(telling, captures=captures, count=results.counts(counted.board, counted.position, dead))
        winter = Phase(self.phase.year, "W", "A")
        if over is not None or not self.winter or (undecided(counted, winter) and not self.single):
            return Season(counted, change, winter, telling)
        after, rows = self._adjusted(counted, self._with_ahead_winters(counted))
        change = replace(change, units=after.units)
        return Season(after, change, following(self.phase), replace(telling, winter=rows))

    def _arrivals(self, host: Host) -> dict[int, Arrival]:
        """The year's log so far; a spring movement begins a new one."""
        fresh = self.phase.season == "S" and self.phase.kind == "M" and host is self.before
        return {} if fresh or host.live is None else dict(host.live.arrivals)


def _overlaid(under: PowerOrders, over: PowerOrders) -> PowerOrders:
    """`over`, and of `under` what is for units that `over` does not name."""
    out = {power: list(given) for power, given in over.items()}
    for power, given in sorted(under.items()):
        named = {order_province(text) for text in over.get(power, ())}
        out.setdefault(power, []).extend(text for text in given if order_province(text) not in named)
    return out


def _count(host: Host, year: int, places: Collection[str] | None = None) -> tuple[Host, tuple[Taken, ...]]:
    """The winter count: captures are written, centres counted (D-13)."""
    position = host.position
    arrivals = dict(host.live.arrivals) if host.live else {}
    captures = capture_records(host.board, position, year, arrivals, places)
    owners = owners_after(position, captures)
    counts = {power: list(owners.values()).count(power) for power in host.powers}
    return replace(host, owners=owners, counts=counts), results.captures(host.board, position, captures)


def _season(phase: Phase) -> Literal["spring", "autumn"]:
    return "spring" if phase.season == "S" else "autumn"


def _placed(host: Host, position: Position, arrivals: Mapping[int, Arrival], ahead: Ahead | None = None) -> Host:
    live = LiveBoard.of(position, arrivals, ahead)
    return replace(host, live=live, units=live.placed())


def _change(
    before: Host,
    after: Host,
    phase: Phase,
    official: bool = False,
    dead: tuple[str, ...] = (),
    over: GameOver | None = None,
) -> BoardChange:
    counts, owners = dict(after.counts), dict(after.owners)
    return BoardChange(str(phase), official, True, before.counts, counts, owners, after.units, dead, over)
