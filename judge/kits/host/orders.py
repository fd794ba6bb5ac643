"""Orders to units, where the board is hosted, as players' letters bring them; the names of powers and places, and who
speaks for a unit (D-14)."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import field
from functools import cache, lru_cache
from typing import Any, Self

from judge.core.command import Command, Sheet
from judge.core.errors import InputError
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


ORDERS: dict[str, type[Command]] = {"unit_order": UnitOrder}
"""Grammar rule name -> class, for a game's vocabulary."""


_TONGUES: dict[str, tuple[str, ...]] = {
    "AUSTRIA": ("Austria-Hungary", "Austro-Hungarian", "Autriche", "Österreich", "Oesterreich"),
    "ENGLAND": ("Great Britain", "Britain", "British", "Angleterre", "Großbritannien"),
    "FRANCE": ("Frankreich",),
    "GERMANY": ("Allemagne", "Deutschland"),
    "ITALY": ("Italie", "Italien", "Italia"),
    "RUSSIA": ("Russie", "Russland", "Rußland"),
    "TURKEY": ("Turquie", "Türkei", "Tuerkei", "Ottoman Empire"),
}


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
    return {
        code: (power.name, power.adjective, power.letter, code[:3], *_TONGUES.get(code, ()))
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
        units = {**position.units, **{number: gone.unit for number, gone in position.dislodged.items()}}
        return tuple(sorted(unit for number, unit in units.items() if number in self.units))


def voice_of(position: Position, *powers: str) -> Voice:
    """The voice of a seat that commands these powers whole."""
    units = {**position.units, **{number: gone.unit for number, gone in position.dislodged.items()}}
    return Voice(frozenset(n for n, unit in units.items() if unit.power in powers), tuple(sorted(powers)))


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
            if command.text == HOLD_ALL:
                _hold_the_rest(position, voice, out)
    return out


def _hold_the_rest(position: Position, voice: Voice, out: dict[str, list[str]]) -> None:
    """HOLD ALL: an order for every unit that stands; one of its own, written behind it, goes before it."""
    for unit in voice.own(position):
        out.setdefault(unit.power, []).insert(0, f"{unit.text} H")
