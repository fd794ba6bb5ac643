"""A board in small integers, for the adjudicator: provinces are 0, 1, 2 … in the order of their codes.

A *station* is a place a kind of unit may stand (`A PAR`, `F SPA/NC`), numbered too. Sets of sea provinces are
bit masks. Nothing here is seen by callers of the kit; they speak in codes.
"""

from collections.abc import Iterable
from functools import lru_cache

from judge.kits.board.geography import Map, province_of


class Grid:
    """What follows from the borders of one board."""

    def __init__(self, board: Map) -> None:
        self.board = board
        self.codes = tuple(sorted(board.provinces))
        self.number = {code: i for i, code in enumerate(self.codes)}
        for province in board.provinces.values():
            for location in province.locations:
                self.number[location] = self.number[province.code]
        self.sea = tuple(board.provinces[code].terrain == "sea" for code in self.codes)
        self.bit = tuple(1 << i for i in range(len(self.codes)))  # quicker looked up than shifted
        self.near_seas = self._near_seas()
        self.shore = tuple(not sea and near > 0 for sea, near in zip(self.sea, self.near_seas, strict=True))
        self._lay_stations()
        # voyages between the same shores, by the same fleets, are asked for again and again
        self.can_ferry = lru_cache(maxsize=4096)(self._can_ferry)
        self.useful_seas = lru_cache(maxsize=4096)(self._useful_seas)

    def number_of(self, place: str) -> int:
        """The province a place lies in, whatever coast is written; -1 for an unknown one."""
        found = self.number.get(place)
        return self.number.get(province_of(place), -1) if found is None else found

    def _near_seas(self) -> tuple[int, ...]:
        """Province → mask of the seas a fleet there, or beside its shore, touches."""
        masks = [0] * len(self.codes)
        for location, others in self.board.fleet.items():
            for other in others:
                sea = self.number[other]
                if self.sea[sea]:
                    masks[self.number[location]] |= 1 << sea
        return tuple(masks)

    def _lay_stations(self) -> None:
        board, number = self.board, self.number
        self.station: dict[str, dict[str, int]] = {"A": {}, "F": {}}
        names: list[tuple[str, str]] = []
        station_province: list[int] = []
        reach: list[frozenset[int]] = []
        exits: list[tuple[tuple[int, str], ...]] = []
        army_places = [code for code in self.codes if board.provinces[code].terrain != "sea"]
        fleet_places = [loc for code in self.codes for loc in board.provinces[code].locations]
        for unit_type, places in (("A", army_places), ("F", fleet_places)):
            for place in places:
                self.station[unit_type][place] = len(reach)
                ways = tuple((number[other], other) for other in sorted(board.neighbours(unit_type, place)))
                names.append((unit_type, place))
                station_province.append(number[place])
                reach.append(frozenset(province for province, _ in ways))
                exits.append(ways)
        self.station_names = tuple(names)
        self.station_province = tuple(station_province)
        self.first_fleet_station = len(army_places)
        self.reach = tuple(reach)
        self.exits = tuple(exits)

    def _can_ferry(self, origin: int, target: int, fleets: int) -> bool:
        """Whether fleets standing in the seas of the mask `fleets` form a chain from shore to shore."""
        near = self.near_seas
        front = near[origin] & fleets
        goal = near[target] & fleets
        while not front & goal:
            fleets &= ~front
            touched = 0
            while front:
                low = front & -front
                touched |= near[low.bit_length() - 1]
                front ^= low
            front = touched & fleets
            if not front:
                return False
        return True

    def _useful_seas(self, origin: int, target: int, fleets: int) -> int:
        """Mask of the seas that lie on some *minimal* chain from `origin` to `target`, one from which no fleet can be
        left out (DATC 6.F.12, 6.G.7, 6.G.19): only the first touches the origin, only the last the target, and no
        two fleets of it are neighbours unless they follow each other."""
        near = self.near_seas
        starts, ends = near[origin] & fleets, near[target] & fleets
        useful = starts & ends
        inner = fleets & ~useful
        chains = [(1 << sea, sea, inner & ~starts) for sea in bits(starts & ~ends)]
        while chains:
            chain, last, allowed = chains.pop()
            steps = near[last] & allowed
            for sea in bits(steps):
                longer = chain | 1 << sea
                if ends >> sea & 1:
                    useful |= longer
                else:
                    chains.append((longer, sea, allowed & ~steps))
        return useful


def bits(mask: int) -> list[int]:
    """The numbers of the bits set in `mask`, lowest first."""
    numbers = []
    while mask:
        low = mask & -mask
        numbers.append(low.bit_length() - 1)
        mask ^= low
    return numbers


def mask_of(numbers: Iterable[int]) -> int:
    """The mask with the bits of these numbers set."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask
