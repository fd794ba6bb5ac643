"""For scripted players of demonstration games on the standard board: what stands where, retreats, builds.

Everything is reckoned from the board of the public standing, as a player would.
"""

from judge.kits.board.adjust import allowances, open_sites
from judge.kits.board.opening import position_of
from judge.kits.board.standard import standard_map
from judge.kits.board.units import Position
from judge.kits.host.picture import BoardShown

_BOARD = standard_map()


def position_in(shown: BoardShown) -> Position:
    """Its units and centres."""
    units: dict[str, list[str]] = {}
    for unit in shown.units:
        units.setdefault(unit.power, []).append(f"{unit.type} {unit.loc}")
    return position_of(_BOARD, units, shown.centres)


def retreats(power: str, shown: BoardShown) -> str:
    """A line for each dislodged unit with all the places open to it; "" where none has any."""
    lines = []
    for gone in shown.dislodged:
        if gone.power == power and gone.may_retreat_to:
            lines.append(f"RETREAT {gone.type} {gone.loc} - {', '.join(gone.may_retreat_to)}")
    return "\n".join(lines)


def winter(power: str, position: Position) -> str:
    """Builds or removals as they are due, twice as many armies as fleets; "" where nothing is due."""
    due = allowances(position).get(power, 0)
    if due > 0:
        sites = open_sites(_BOARD, position, power)[:due]
        fleets = sum(unit.type == "F" for unit in position.units_of(power))
        armies = len(position.units_of(power)) - fleets
        return "\n".join(f"BUILD {_piece(site, armies, fleets + n)}" for n, site in enumerate(sites)) or "WAIVE"
    return "REMOVE " + ", ".join(unit.text for unit in position.units_of(power)[due:]) if due else ""


def _piece(site: str, armies: int, fleets: int) -> str:
    province = _BOARD.provinces[site]
    if province.terrain == "coast" and fleets * 2 < armies:
        return f"F {province.locations[-1]}"
    return f"A {site}"
