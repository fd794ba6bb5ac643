"""Pages to keep open: a game as it stands, a form that writes one's orders, and its deadlines as a calendar.

They say what the game's own page may say. Who still owes a sheet is named only where the game is set to tell it
(owes=yes); which orders there are is made of the public board and prices alone.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from judge.core.shown import Shown
from judge.core.variant import Duty
from judge.desk.cabinet.options import of_house
from judge.desk.cabinet.records import Game, Status, instant
from judge.desk.writing import calendar
from judge.games.economic4.shown import EconomyShown, TreasuryShown
from judge.kits.board import Position, Unit, legal_orders, standard_map
from judge.kits.board.adjust import allowances, open_sites
from judge.kits.board.geography import Map
from judge.kits.host.shown import BoardShown, DrivenOut, board_in
from judge.kits.market.shown import MarketShown, market_in
from judge.render.text import called
from judge.site.blanks import blanks
from judge.site.facts import Facts

CHEAPEST = 3  # credits of a unit, where units cost money
MOST_REMOVALS = 3  # lines for them
BRIBES = frozenset({"payola", "exchange"})
"""Games in which an order to a unit stands behind a sum."""


def scripted(script: str) -> str:
    """What a page's policy allows: this script, and no other."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


# ---- as it stands ---------------------------------------------------------------------------------------------------


def owing(facts: Facts) -> list[str] | None:
    """Who must or may still write, where the game tells; None where it does not."""
    office, game = facts.office, facts.game
    if of_house(game, "owes") != "yes" or game.status is not Status.ACTIVE:
        return None
    filed = {record.seat for record in office.files.sheets(game.key, game.phase) if record.filed}
    duties = office.agenda(game).duties
    return [
        seat.name
        for seat in office.files.seats(game.key).values()
        if duties.get(seat.name, Duty.NONE) is not Duty.NONE and seat.name not in filed and not seat.vacant
    ]


# ---- a calendar -----------------------------------------------------------------------------------------------------


def deadlines(facts_or_games: Iterable[Facts]) -> bytes:
    """The deadlines of games as one calendar to subscribe to."""
    events: list[str] = []
    for facts in facts_or_games:
        game = facts.game
        at = instant(game.settled or game.created)
        text = calendar.deadline(facts.office.config, game, facts.card, at).decode()
        start, end = text.find("BEGIN:VEVENT"), text.rfind("END:VEVENT")
        if start >= 0:
            events.append(text[start : end + len("END:VEVENT\r\n")])
    head = ["BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:{calendar.PRODUCT}", "METHOD:PUBLISH"]
    head += ["NAME:Deadlines", "X-WR-CALNAME:Deadlines", "REFRESH-INTERVAL;VALUE=DURATION:PT1H"]
    return "".join(f"{line}\r\n" for line in head).encode() + "".join(events).encode() + b"END:VCALENDAR\r\n"


# ---- a form for orders ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """Something that can be ordered: what it is for, and the lines to choose from, in the words of the rules.

    sum   a number stands before it: a bribe, or what one's own unit is paid
    """

    what: str
    choices: tuple[str, ...]
    sum: bool = False


@dataclass(frozen=True)
class Group:
    """Lines under one heading: a power's units."""

    title: str
    lines: tuple[Line, ...]


def form(facts: Facts) -> dict[str, Any]:
    """What the order form offers in the open phase."""
    game, public = facts.game, facts.standing if facts.game.snapshot else Shown()
    market = market_in(public) if game.phase[-1:] in ("M", "C") else None
    seated = [seat["name"] for seat in facts.seats if not seat["vacant"]]
    return {
        "seats": [seat["name"] for seat in facts.seats if not seat["vacant"] and not seat["robot"]],
        "blanks": blanks(game.phase, public, seated),
        "currencies": currencies(market) if market is not None else [],
        "groups": groups(game, public),
        "bribes": game.variant in BRIBES,
        "early": game.house["early"] == "yes",
        "forms": [entry for entry in facts.card.help if entry.examples],
    }


def currencies(market: MarketShown) -> list[dict[str, str]]:
    """Currencies that can be traded, with their prices."""
    return [{"code": code, "price": price} for code, price in sorted(market.prices.items()) if float(price) > 0]


def groups(game: Game, public: Shown) -> list[Group]:
    """The units of a board that is played here, by power, with every order the rules take for each."""
    shown = board_in(public)
    if shown is None or not shown.units or shown.source != "hosted" or not _orders_units(game):
        return []
    board = _map(game.variant)
    treasuries = public.treasuries if isinstance(public, EconomyShown) else None
    powers = sorted({unit.power for unit in (*shown.units, *shown.dislodged)})
    found = (_group(game, board, shown, power, treasuries) for power in powers)
    return [group for group in found if group.lines]


def _orders_units(game: Game) -> bool:
    return game.options.get("board", "hosted") == "hosted" and game.phase[-1:] in ("M", "R", "A")


def _map(variant: str) -> Map:
    if variant == "economic4":
        from judge.games.economic4.board import economic4_map  # the one game here with a board of its own

        return economic4_map()
    return standard_map()


def _group(
    game: Game, board: Map, shown: BoardShown, power: str, treasuries: Mapping[str, TreasuryShown] | None
) -> Group:
    kind = game.phase[-1]
    if kind == "R":
        return Group(called(power), tuple(_retreat(one) for one in shown.dislodged if one.power == power))
    units = [Unit(unit.power, unit.type, unit.loc) for unit in shown.units]
    position = Position(dict(enumerate(sorted(units), 1)), shown.centres)
    if kind == "A":
        due = _paid_for(treasuries[power], len(position.units_of(power))) if treasuries is not None else None
        return Group(called(power), _winter(board, position, power, due))
    paid = game.variant in BRIBES
    lines = (Line(unit.text, legal_orders(board, position, unit), paid) for unit in position.units_of(power))
    return Group(called(power), tuple(lines))


def _retreat(gone: DrivenOut) -> Line:
    unit = f"{gone.type} {gone.loc}"
    return Line(unit, (*(f"{unit} R {place}" for place in gone.may_retreat_to), f"DISBAND {unit}"))


def _paid_for(purse: TreasuryShown, units: int) -> int:
    """Where units cost money: 1 where a treasury reaches for one more, below zero where it does not reach for those
    there are."""
    spare = int(purse.credits) - int(purse.bill)
    return 1 if spare >= CHEAPEST else -min(units, MOST_REMOVALS) if spare < 0 else 0


def _winter(board: Map, position: Position, power: str, paid: int | None = None) -> tuple[Line, ...]:
    due = allowances(position).get(power, 0) if paid is None else paid
    if due < 0:
        units = position.units_of(power)
        return tuple(Line(f"Removal {n}", tuple(f"REMOVE {unit.text}" for unit in units)) for n in range(1, 1 - due))
    found = []
    for site in open_sites(board, position, power) if due > 0 else ():
        province = board.provinces[site]
        pieces = [f"A {site}"] if province.build != "fleet" else []
        pieces += [f"F {place}" for place in province.locations] if province.build != "army" else []
        found.append(Line(board.full_name(site), tuple(f"BUILD {piece}" for piece in pieces)))
    return tuple(found)


def letter(facts: Facts) -> str:
    """The frame of a letter with orders, as every page of ours shows it."""
    return f"SIGNON your-name@{facts.game.key} your-password\n\nSIGNOFF"
