"""What letters bring for the board: orders to units and of a winter, the master's reports and the end of a game; the
names of powers and places, and who may order what."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import field, replace
from functools import cache, lru_cache
from typing import Any, Self

from judge.core.calendar import Calendar, Clock, PhaseKind
from judge.core.command import Command, Sheet
from judge.core.errors import InputError
from judge.core.tables import called, tables
from judge.core.values import Value
from judge.core.variant import Names
from judge.kits.board.geography import Map, fold, province_of, spellings
from judge.kits.board.notation import Order, OrderKind, read_order, write_order
from judge.kits.board.standard import standard_map
from judge.kits.board.units import Position, Unit

HOLD_ALL = "HOLD ALL"
_LATER = {
    OrderKind.RETREAT: "RETREAT",
    OrderKind.DISBAND: "RETREAT",
    OrderKind.BUILD: "BUILD",
    OrderKind.REMOVE: "REMOVE",
}


class UnitOrder(Command, kw_only=True, section="orders"):
    """One order to a unit, or of a winter. `text` is the board's canonical notation: `A PAR - BUR`, `BUILD A PAR`.

    Some forms are wider than the board's own: a retreat may name several places in the order of preference
    (`A MUN R BOH, SIL`), builds and removals may be a list in that order (`BUILD A PAR, F BRE`), a build with a second
    choice (`BUILD F BRE ELSE A BRE`), and `HOLD ALL` is for every unit without an order of its own in the same letter
    or a later one. `rank` is the place of a build or removal in the order written: the line in its letter until the
    rules number all that are on file (D-7).
    """

    text: str
    rank: int = field(default=0, compare=False)

    def key(self) -> str:
        """The province whose unit is ordered: a later order for it replaces this one (D-3).

        What is meant for later phases of the season (D-7) has a key of its own beside the unit's move. HOLD ALL and
        WAIVE name no province: where one player orders several powers there is one below each hat.
        """
        first = self.parts()[0] if self.parts() else None
        if first is None or first.kind is OrderKind.WAIVE:
            return f"{self.text} {self.hat}".rstrip()
        later = _LATER.get(first.kind)
        return f"{later} {province_of(first.place)}" if later else province_of(first.place)

    def parts(self) -> tuple[Order, ...]:
        """The board's orders in it, a retreat one for each place; () for HOLD ALL and for text that cannot be read."""
        return _parts(self.text)

    def rides(self) -> bool:
        return bool(self.parts()) and self.parts()[0].kind in (*_LATER, OrderKind.WAIVE)

    def covers(self, other: Command) -> bool:
        """HOLD ALL is the newest order of every unit (D-3), under a hat of those of one power."""
        own = isinstance(other, UnitOrder) and other.text != HOLD_ALL and not other.rides()
        return own and self.text == HOLD_ALL and self.hat in ("", other.hat)

    def canonical(self) -> str:
        return self.text

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        """From `text` in any case and spacing that the notation allows, or from what the grammar found.

        What cannot be read as an order stays as written, to be refused by the rules.
        """
        text = str(fields["text"]) if "text" in fields else _written(fields)
        text = " ".join(text.upper().split())
        with suppress(InputError):
            text = write_order(read_order(text))
        line = fields.get("line", 0)
        return cls(text=text, line=line, rank=line, hat=fields.get("hat", ""))


@lru_cache(20_000)
def _parts(text: str) -> tuple[Order, ...]:
    """The same texts are asked for their orders dozens of times a letter."""
    head, *rest = text.split(", ")
    try:
        first = read_order(head)
    except InputError:
        return ()
    if first.kind is OrderKind.RETREAT:
        return (first, *(Order(first.kind, first.unit, first.place, target=place) for place in rest))
    if first.kind in (OrderKind.BUILD, OrderKind.REMOVE):
        with suppress(InputError):
            return (first, *(read_order(f"{first.kind.upper()} {unit}") for unit in rest))
    return (first,) if not rest else ()


def of_parts(parts: tuple[Order, ...]) -> str:
    """The text of one command out of the board's orders in it: the inverse of `parts`."""
    first = write_order(parts[0])
    if parts[0].kind is OrderKind.RETREAT:
        return ", ".join((first, *(order.target for order in parts[1:])))
    return ", ".join((first, *(write_order(order).partition(" ")[2] for order in parts[1:])))


# ---- from the grammar's words -------------------------------------------------------------------------------------


def _written(fields: Mapping[str, Any]) -> str:
    """The notation of what grammar/lib/board.lark found."""
    if "hold_all" in fields:
        return HOLD_ALL
    if "waive" in fields:
        return "WAIVE"
    if "build" in fields:
        return f"BUILD {', '.join(_choices(fields['build']))}"
    if "remove" in fields:
        return f"REMOVE {', '.join(_unit(unit) for unit in fields['remove'])}"
    unit = _unit(fields["unit"])
    if "disband" in fields:
        return f"{unit} D"
    if "retreat" in fields:
        return f"{unit} R {', '.join(fields['retreat'])}"
    if "support" in fields:
        return f"{unit} S {_subject(fields['support'])}"
    if "convoy" in fields:
        return f"{unit} C {_subject(fields['convoy'])}"
    if "path" in fields:
        return f"{unit} - {fields['path'][-1]}{' VIA' if 'via' in fields or len(fields['path']) > 1 else ''}"
    return f"{unit} H"


def _choices(builds: tuple[tuple[tuple[str, ...], ...], ...]) -> list[str]:
    """Each build with what is to be built if it cannot be: `F BRE ELSE A BRE`."""
    said = iter(_all_of_a_kind(tuple(unit for choices in builds for unit in choices)))
    return [" ELSE ".join(_unit(next(said)) for _ in choices) for choices in builds]


def _all_of_a_kind(units: tuple[tuple[str, ...], ...]) -> list[tuple[str, ...]]:
    """`fleets in London and Edinburgh`: a kind said once holds for the places behind it."""
    said: list[tuple[str, ...]] = []
    for unit in units:
        said.append(unit if len(unit) > 1 or not said or len(said[-1]) < 2 else (said[-1][0], *unit))
    return said


def _unit(found: tuple[str, ...]) -> str:
    """`("ARMY", "PAR")` or `("PAR",)`."""
    *kind, place = found
    return f"{kind[0][0]} {place}" if kind else place


def _subject(found: tuple[Any, ...]) -> str:
    """The supported or convoyed unit and where it goes: only the end of a written route counts."""
    unit, *rest = found
    paths = [item for item in rest if isinstance(item, tuple)]
    return f"{_unit(unit)} - {paths[0][-1]}" if paths else _unit(unit)


ORDER_WORDS: dict[str, type[Command]] = {"unit_order": UnitOrder}
"""Grammar rule name -> class, for a game's vocabulary."""


@cache
def standard_names() -> Names:
    """Powers and places of the standard board, for the lexicon of a game."""
    return board_names(standard_map())


def board_names(board: Map) -> Names:
    """Kind of name -> canonical name -> spellings: powers and places of a board."""
    return {"power": power_names(board), "place": place_names(board)}


@cache
def power_letters() -> dict[str, str]:
    """Capital letter -> power of the standard board, for lists of powers."""
    return {power.letter: code for code, power in sorted(standard_map().powers.items())}


def power_names(board: Map) -> dict[str, tuple[str, ...]]:
    """Power -> its name, adjective, letter, first three letters, and its name in other tongues."""
    others = called(tables(__package__)["powers"])
    return {
        code: (
            power.name,
            power.adjective,
            power.letter,
            code[:3],
            *(others[code].split(", ") if code in others else ()),
        )
        for code, power in sorted(board.powers.items())
    }


def place_names(board: Map) -> dict[str, tuple[str, ...]]:
    """Location -> spellings. One that several places share stands under each, and is asked about (D-5)."""
    out: dict[str, list[str]] = {}
    for spelling, locations in spellings(board).items():
        for location in locations:
            full = board.full_name(location)
            out.setdefault(location, []).append(full if fold(full) == spelling else _capital(spelling))
    for code, province in board.provinces.items():
        out[code] += [_capital(spelling) for spelling in province.spellings if "-" in spelling]
    return {location: tuple(words) for location, words in sorted(out.items())}


def _capital(spelling: str) -> str:
    """`gulf of lyons` as it is shown: `Gulf of Lyons`."""
    return " ".join(word if word in ("of", "the") else word[:1].upper() + word[1:] for word in spelling.split())


class Voice(Value):
    """What one seat may order: unit numbers, and the powers whose builds and removals it decides, sorted."""

    units: frozenset[int]
    powers: tuple[str, ...] = ()

    def hears(self, position: Position, province: str) -> Unit | None:
        """The unit in a province, standing or dislodged from it, if this seat may order it."""
        return next((unit for unit in self.own(position) if unit.province == province), None)

    def own(self, position: Position) -> tuple[Unit, ...]:
        """Its units on the board, the dislodged among them, sorted."""
        return tuple(sorted(unit for number, unit in position.all_units().items() if number in self.units))


def voice_of(position: Position, *powers: str) -> Voice:
    """The voice of a seat that commands these powers whole."""
    own = frozenset(number for number, unit in position.all_units().items() if unit.power in powers)
    return Voice(own, tuple(sorted(powers)))


def orders_by_power(
    position: Position, voices: Mapping[str, Voice], sheets: Mapping[str, Sheet]
) -> dict[str, list[str]]:
    """Power -> orders in the board's notation, for movements and retreats. What a seat may not say is left out."""
    out: dict[str, list[str]] = {}
    for seat, voice in sorted(voices.items()):
        mine = {unit.province: unit for unit in voice.own(position)}
        for command in sheets.get(seat, ()):
            if not isinstance(command, UnitOrder):
                continue
            for order in command.parts():
                unit = mine.get(province_of(order.place))
                if unit is not None:
                    out.setdefault(unit.power, []).append(write_order(order))
            for unit in voice.own(position) if command.text == HOLD_ALL else ():  # an order of its own goes before it
                out.setdefault(unit.power, []).insert(0, f"{unit.text} H")
    return out


MOVES = PhaseKind("M", "movement", main=True, due="moves", meant="SF", spoken=("MOVE", "MOVES", "MOVEMENT", "ORDERS"))
RETREATS = PhaseKind("R", "retreats", Clock.SHORT, spoken=("RETREAT", "RETREATS"))
BUILDS = PhaseKind(
    "A", "adjustments", Clock.SHORT, due="builds", meant="W", spoken=("ADJUSTMENT", "ADJUSTMENTS", "BUILDS")
)
BOARD = Calendar((MOVES, RETREATS, BUILDS))
"""The phases of a board, as a master's reports and the adjudicator go by them."""

HOSTED = {"board": ("hosted",)}
"""Under a reported board every phase is one of moves: the rest happens elsewhere."""
APART = {"conditional": ("off", "on")}
"""Where retreats and builds must be sent with the moves, each season has one deadline (D-7)."""


def board_calendar(given: Mapping[str, tuple[str, ...]], *before: PhaseKind) -> Calendar:
    """Moves, with the kinds of phases `before` them; and retreats and builds by the short clock (D-8) under the
    settings `given`."""
    return Calendar((*before, MOVES, replace(RETREATS, given=given), replace(BUILDS, given=given)))


SOLO = "SOLO"
DRAW = "DRAW"
CONCEDED = "CONCEDED"
ABANDONED = "ABANDONED"
ENDINGS = (SOLO, DRAW, CONCEDED, ABANDONED)


class ReportResult(Command, kw_only=True, section="report", replaces="{phase}"):
    """RESULT F1901 ... END: the board after a season. A later report of the same phase replaces it.

    phase        phase id
    counts       (power, centres), sorted
    owners       (centre, power), sorted
    units        (power, "A" or "F", location) after retreats, sorted
    unit_counts  (power, units after retreats), sorted, where their places are not told
    """

    phase: str
    counts: tuple[tuple[str, int], ...] = ()
    owners: tuple[tuple[str, str], ...] = ()
    units: tuple[tuple[str, str, str], ...] = ()
    unit_counts: tuple[tuple[str, int], ...] = ()

    def canonical(self) -> str:
        lines = [f"RESULT {self.phase}"]
        if self.counts:
            lines.append("CENTRES " + " ".join(f"{power} {count}" for power, count in self.counts))
        if self.owners:
            lines += ["OWNERS", *_by_power([(power, place) for place, power in self.owners], " ")]
        if self.units or self.unit_counts:
            lines += ["UNITS", *_by_power([(power, f"{kind} {place}") for power, kind, place in self.units], ", ")]
            lines += [f"{power}: {count}" for power, count in self.unit_counts]
        return "\n".join([*lines, "END"])

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        """`counts` and `owners` may be mappings or pairs; the phase in any form. Everything is put in one order."""
        return cls(
            phase=phase_id(str(fields["phase"])),
            counts=_pairs(fields.get("counts", ())),
            owners=_pairs(fields.get("owners", ())),
            units=tuple(sorted(tuple(unit) for unit in fields.get("units", ()))),
            unit_counts=_pairs(fields.get("unit_counts", ())),
            line=fields.get("line", 0),
            hat=fields.get("hat", ""),
        )


class GameOver(Command, kw_only=True, section="report", replaces="end"):
    """END SOLO ITALY / END DRAW [powers] / END CONCEDED ITALY / END ABANDONED: the board game is over."""

    how: str
    powers: tuple[str, ...] = ()

    def canonical(self) -> str:
        return " ".join(("END", self.how, *self.powers))

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        powers = fields.get("powers", ())
        powers = tuple(sorted({powers} if isinstance(powers, str) else set(powers)))
        return cls(**{**fields, "how": str(fields["how"]).upper(), "powers": powers})


def ending_in(sheet: Sheet) -> GameOver | None:
    """How the master's sheet ends the game, if it does."""
    return next((command for command in sheet if isinstance(command, GameOver)), None)


def phase_id(text: str) -> str:
    """The phase in its one form; what is no phase stays as written, to be refused with the others' faults."""
    try:
        return str(BOARD.parse(text))
    except InputError:
        return text


def _pairs(given: Any) -> tuple[tuple[Any, Any], ...]:
    items = given.items() if isinstance(given, Mapping) else given
    return tuple(sorted((first, second) for first, second in items))


def _by_power(pairs: list[tuple[str, str]], separator: str) -> list[str]:
    powers = sorted({power for power, _ in pairs})
    return [f"{power}: {separator.join(what for owner, what in pairs if owner == power)}" for power in powers]


REPORT_WORDS: dict[str, type[Command]] = {"report_result": ReportResult, "game_over": GameOver}
"""Names for a game's vocabulary. The desk makes these from the master's RESULT and END; no grammar does."""
