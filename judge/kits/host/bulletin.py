"""The notices of a hosted board (D-15), and what a seat's orders will certainly do, for confirmations (D-3)."""

from collections.abc import Iterator, Mapping
from typing import Any

from judge.core.command import Sheet
from judge.core.notice import PUBLIC, Notice, fields_of, tell
from judge.core.phase import Phase
from judge.core.shown import Shown
from judge.core.values import Value
from judge.kits.board.adjust import allowances, open_sites, resolve_adjustments
from judge.kits.board.geography import Map, province_of
from judge.kits.board.notation import Order, OrderKind, read_order, write_order
from judge.kits.board.units import Position, Unit
from judge.kits.host import news, results
from judge.kits.host.commands import HOLD_ALL, ReportResult, UnitOrder, Voice, ending_in, voice_of
from judge.kits.host.hosted import duties, undecided
from judge.kits.host.picture import MasterShown
from judge.kits.host.reported import Season, named, report_for, shown_counts
from judge.kits.host.results import Telling, order_words, owners_by_power, piece, unit_name
from judge.kits.host.state import Host
from judge.kits.host.winter import in_rank, power_of, sent_ahead

_RETREATING = (OrderKind.RETREAT, OrderKind.DISBAND)


class OrderRow(Value):
    """A unit (or a build, or a removal) as it stands: its classic words, and whether an order for it is missing."""

    unit: str
    words: str
    missing: bool


class AheadRow(Value):
    """What is kept for "retreats" or "winter" (D-7), in words."""

    when: str
    words: str


class Outlook(Shown, news.OwnUnits):
    """The forecast of a power's orders, beside what it has to decide.

    kind     of the phase: M, R or A
    missing  the units without an order
    ahead    what came with the orders of a movement for retreats and winter
    """

    phase: str
    kind: str
    power: str
    lines: tuple[OrderRow, ...]
    missing: tuple[str, ...]
    ahead: tuple[AheadRow, ...]


class EndForecast(Shown, kw_only=False):
    """The master's sheet on a board that is played here: whether he ends the game, in words ("" for no)."""

    ends: str = ""
    kind: str = "end"
    waiting: bool = False


class EndingForecast(Shown, kw_only=False):
    """The same in a game with money: whether the master's sheet ends it in this phase, in its own words."""

    phase: str
    ends: str
    waiting: bool = False


def end_forecast(sheet: Sheet) -> EndForecast:
    """What the master's sheet says of the end."""
    over = ending_in(sheet)
    return EndForecast(over.canonical().removeprefix("END ") if over else "")


def own_units(host: Host, phase: Phase, power: str) -> news.OwnUnits:
    """A power's units, those that must retreat with their choices, and its builds (positive) or removals due."""
    position = host.position
    waiting = sorted((gone for gone in position.dislodged.values() if gone.unit.power == power), key=lambda g: g.unit)
    winter = phase.kind == "A"
    return news.OwnUnits(
        units=tuple(unit.text for unit in position.units_of(power)),
        retreats={gone.unit.text: gone.may_retreat_to for gone in waiting},
        due=allowances(position).get(power, 0) if winter else 0,
        sites=tuple(open_sites(host.board, position, power)) if winter else (),
    )


def outlook(host: Host, phase: Phase, power: str, sheet: Sheet) -> Outlook:
    """The forecast of a power's orders: each unit, build or removal, and what is kept for retreats and winter (D-7)."""
    position = host.position
    voice = voice_of(position, power)
    orders = [command for command in sheet if isinstance(command, UnitOrder)]
    make = {"M": _movement, "R": _retreats, "A": _winter}[phase.kind]
    lines = make(host.board, position, voice, orders)
    ahead: list[AheadRow] = []
    if phase.kind == "M":
        ahead = [*_retreats_ahead(host.board, position, voice, orders), *_winter_ahead(host, power, orders)]
    return Outlook(
        phase=str(phase),
        kind=phase.kind,
        power=power,
        lines=tuple(lines),
        missing=tuple(line.unit for line in lines if line.missing),
        ahead=tuple(ahead),
        **fields_of(own_units(host, phase, power)),
    )


def _movement(board: Map, position: Position, voice: Voice, orders: list[UnitOrder]) -> list[OrderRow]:
    """Every unit: what it is ordered, or that it holds."""
    given = {part.place: part for c in orders if not c.rides() for part in c.parts()}
    by_province = {province_of(place): write_order(part) for place, part in given.items()}
    hold_all = any(command.text == HOLD_ALL for command in orders)
    rows = []
    for unit in voice.own(position):
        text = by_province.get(unit.province, "")
        words = order_words(board, position, unit, text or f"{unit.text} H")
        rows.append(OrderRow(unit.text, words, not text and not hold_all))
    return rows


def _retreats(board: Map, position: Position, voice: Voice, orders: list[UnitOrder]) -> list[OrderRow]:
    """Every unit that must retreat: where to, or that it is disbanded."""
    given = {province_of(c.parts()[0].place): c.parts()[0] for c in orders if c.parts()}
    waiting = sorted((gone for n, gone in position.dislodged.items() if n in voice.units), key=lambda g: g.unit)
    rows = []
    for gone in waiting:
        order = given.get(gone.unit.province)
        words = order_words(board, position, gone.unit, write_order(order) if order else f"{gone.unit.text} D")
        rows.append(OrderRow(gone.unit.text, words, order is None))
    return rows


def _winter(board: Map, position: Position, voice: Voice, orders: list[UnitOrder]) -> list[OrderRow]:
    """What is built and removed, removals by the rule among them: no other power can change it."""
    asked: dict[str, list[str]] = {}
    for command in in_rank(orders):
        for part in command.parts():
            power = power_of(board, position, voice, part, command)
            asked.setdefault(power, []).append(write_order(part))
    result = resolve_adjustments(board, position, asked)
    ordered = {text for given in asked.values() for text in given}
    return [
        OrderRow(row.unit, row.words, row.order not in ordered)
        for row in results.winter(board, result)
        if row.power in voice.powers
    ]


def _retreats_ahead(board: Map, position: Position, voice: Voice, orders: list[UnitOrder]) -> list[AheadRow]:
    """Where each unit goes if it is dislodged."""
    rows = []
    for parts in (command.parts() for command in in_rank(orders) if command.rides()):
        unit = voice.hears(position, province_of(parts[0].place)) if parts[0].kind in _RETREATING else None
        if unit is not None:
            rows.append(AheadRow("retreats", _retreat_words(board, unit, [part.target for part in parts])))
    return rows


def _winter_ahead(host: Host, power: str, orders: list[UnitOrder]) -> list[AheadRow]:
    """What is kept for the winter: of this sheet, and of spring's where this one does not say otherwise."""
    assert host.live is not None
    sent = sent_ahead({power: tuple(orders)})
    new = len(sent.winters.get(power, ()))
    every = sent.over(host.live.ahead).winters.get(power, ())
    said = [_winter_words(host.board, read_order(text)) for text in every]
    said[new:] = [f"{words}, as sent in spring" for words in said[new:]]
    return [AheadRow("winter", words) for words in said]


def _winter_words(board: Map, order: Order) -> str:
    if order.kind is OrderKind.WAIVE:
        return "Waives the builds that are left"
    if order.kind is OrderKind.BUILD:
        choices = (piece(board, choice.unit or "A", choice.place, article=True) for choice in order.choices())
        return f"Builds {', else '.join(choices)}"
    return f"Removes the {piece(board, order.unit or 'A', order.place)}"


def _retreat_words(board: Map, unit: Unit, places: list[str]) -> str:
    name = unit_name(board, unit)
    if not places[0]:
        return f"{name} DISBAND"
    return f"{name} -> {', else '.join(board.full_name(place) for place in places)}"


class ReportForecast(Shown):
    """What the master's sheet says of the present phase.

    lines       as they stand on the sheet
    counts      power -> centres as reported; nothing where the sheet reports none
    before      power -> centres until now
    eliminated  the powers that this report ends
    waiting     the phase cannot be resolved without a report, and this sheet has none
    kept        phases whose reports are kept for later
    ends        how the game ends with this, as behind the word END; "" if it does not
    """

    phase: str
    lines: tuple[str, ...]
    counts: Mapping[str, int]
    before: Mapping[str, int]
    eliminated: tuple[str, ...]
    waiting: bool
    kept: tuple[str, ...]
    ends: str


def kept_reports(host: Host) -> MasterShown:
    """What the master sees beside the public standing."""
    return MasterShown(tuple(report.phase for report in host.kept))


def report_forecast(host: Host, phase: Phase, sheet: Sheet, needed: bool) -> ReportForecast:
    """The counts the sheet reports, whom they eliminate, what is kept for later, how the game ends.

    needed  whether the phase cannot be resolved without a report; `waiting` then tells that it still lacks one
    """
    report = report_for(host, phase, sheet)
    counts = shown_counts(report, host) if report and named(report) else {}
    over = ending_in(sheet)
    dead = [power for power in host.living if counts and phase.season == "F" and not counts[power]]
    reports = [command.phase for command in sheet if isinstance(command, ReportResult)]
    return ReportForecast(
        phase=str(phase),
        lines=tuple(command.canonical() for command in sheet),
        counts=counts,
        before=dict(sorted(host.counts.items())),
        eliminated=tuple(dead),
        waiting=report is None and needed,
        kept=tuple(sorted(other for other in reports if other != str(phase))),
        ends=over.canonical().removeprefix("END ") if over else "",
    )


_TITLE_SEASONS = {"S": "Spring", "F": "Fall", "W": "Winter"}  # the classic words, which mappers look for


def board_notices(phase: Phase, season: Season) -> tuple[Notice, ...]:
    """What everybody may read of one phase of the board. All of it is public (D-15). A report of another board is shown
    as it came."""
    return tuple(_notices(phase, season))


def duty_notices(host: Host, phase: Phase, flags: Mapping[str, str]) -> tuple[Notice, ...]:
    """Each seat that has something to decide in the retreats or the winter now open is told what, alone. `flags`
    seat -> power, empty where the board is not hosted."""
    if phase.kind == "M" or not flags:
        return ()
    deciding, waiting = duties(host, phase), undecided(host, phase)
    return tuple(
        tell(
            seat,
            news.OwnDuty(phase=str(phase), sent_ahead=power not in waiting, **fields_of(own_units(host, phase, power))),
        )
        for seat, power in sorted(flags.items())
        if power in deciding
    )


def titled(phase: Phase) -> dict[str, Any]:
    """What heads every notice of the board: the fields of `BoardNews`."""
    return {"phase": str(phase), "season": _TITLE_SEASONS[phase.season], "year": phase.year}


def _notices(phase: Phase, season: Season) -> Iterator[Notice]:
    told, head = season.told, titled(phase)
    if told is None:
        if season.change.told:
            yield tell(PUBLIC, season.change.shown())
        return
    if told.moves is not None:
        yield tell(PUBLIC, news.Results(**head, orders=told.moves))
        if told.dislodged:
            yield tell(PUBLIC, news.DislodgedUnits(**head, units=told.dislodged))
    if told.retreats:
        yield tell(PUBLIC, news.Retreats(**head, orders=told.retreats))
    if season.change.official:
        yield from _counted(head, season.host, told)
    if told.winter:
        yield tell(
            PUBLIC, news.Adjustments(phase=f"W{phase.year}A", season="Winter", year=phase.year, orders=told.winter)
        )


def _counted(head: Mapping[str, Any], host: Host, told: Telling) -> Iterator[Notice]:
    """The count of autumn: who took what, who owns what, what is to be built."""
    if told.captures:
        yield tell(PUBLIC, news.Captures(**head, captures=told.captures))
    by_power = owners_by_power(host.board, host.owners)
    rows = tuple(news.Owned(power=power, centres=tuple(names)) for power, names in by_power.items() if power and names)
    owners = dict(sorted(host.owners.items()))
    yield tell(PUBLIC, news.Ownership(**head, owners=owners, rows=rows, unowned=tuple(by_power[""])))
    yield tell(PUBLIC, news.Counts(**head, counts=told.count or ()))
