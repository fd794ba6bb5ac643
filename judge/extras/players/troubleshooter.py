"""Scripted players for the demonstration game: six travellers with fixed habits, and a board story of eleven years.

The story ends with a solo in 1911, if the die has not ended the game before (T-11).
"""

from collections.abc import Callable, Mapping

from judge.games.troubleshooter.news import Home, TravellerNow
from judge.games.troubleshooter.shown import TroubleshooterShown
from judge.games.troubleshooter.state import FARES, place_name, travel_map
from judge.kits.route import cheapest, price

PLAYERS = ("Lupus", "Vulpes", "Corvus", "Mrs Miggins", "Grey Wolf", "Zaharoff")
OPTIONS: Mapping[str, str] = {}

CAPTURES: Mapping[int, Mapping[str, str]] = {
    1901: {
        "SER": "AUSTRIA",
        "GRE": "AUSTRIA",
        "NWY": "ENGLAND",
        "SPA": "FRANCE",
        "POR": "FRANCE",
        "DEN": "GERMANY",
        "HOL": "GERMANY",
        "TUN": "ITALY",
        "RUM": "RUSSIA",
        "SWE": "RUSSIA",
        "BUL": "TURKEY",
    },
    1902: {"BEL": "ENGLAND"},
    1903: {"TRI": "ITALY", "WAR": "GERMANY"},
    1904: {"BUD": "ITALY", "SEV": "TURKEY", "BEL": "FRANCE"},
    1905: {"VIE": "ITALY", "HOL": "ENGLAND"},
    1906: {"SER": "ITALY", "GRE": "ITALY"},
    1907: {"MAR": "ITALY", "RUM": "TURKEY"},
    1908: {"MUN": "ITALY", "SPA": "ITALY"},
    1909: {"BUL": "ITALY", "POR": "ITALY"},
    1910: {"CON": "ITALY", "SMY": "ITALY"},
    1911: {"ANK": "ITALY", "PAR": "ITALY"},
}
"""The centres that change hands each autumn. Austria is out in 1906."""

Homes = Mapping[str, Home]
Habit = Callable[[TravellerNow, Homes, int], str]


def letters(phase: str, turn: int, public: TroubleshooterShown, seats: tuple[str, ...]) -> dict[str, str]:
    """What everybody writes. Corvus forgets every fifth turn; the master reports each season."""
    out = {"MASTER": _report(phase)}
    for number, seat in enumerate(seats):
        if seat == "Corvus" and turn % 5 == 4:
            continue
        habit = HABITS[number % len(HABITS)]
        traveller = public.troubleshooters[seat]
        out[seat] = f"{_trades(public, number, turn)}\n{habit(traveller, public.homes, turn)}".strip()
    if turn % 4 == 2:
        out["Lupus"] += "\nBROADCAST\nLend where the armies march. Italy will repay double!\nENDPRESS"
    return out


# ---- the board's story ------------------------------------------------------------------------------------------


def _owners(year: int) -> dict[str, str]:
    """Who owns what after the autumn of a year."""
    board = travel_map()
    owners = {place: board.provinces[place].home for place in board.centres if board.provinces[place].home}
    for autumn in sorted(CAPTURES):
        if autumn <= year:
            owners.update(CAPTURES[autumn])
    return owners


def _report(phase: str) -> str:
    """The master's report: an autumn's with owners and the units of last winter, a spring's with units alone."""
    year, autumn = int(phase[1:5]), phase.startswith("F")
    before, now = _owners(year - 1), _owners(year if autumn else year - 1)
    lines = [f"RESULT {phase[:5]}"]
    powers = sorted(travel_map().powers)
    if autumn:
        lines.append("CENTRES " + " ".join(f"{power} {len(_held(now, power))}" for power in powers))
        lines += ["OWNERS", *(f"{power}: {' '.join(held)}" for power in powers if (held := _held(now, power)))]
    lines.append("UNITS")
    for power in powers:
        places = _held(now, power)[: len(_held(before, power))]
        if places:
            lines.append(f"{power}: " + ", ".join(f"A {place}" for place in places))
    return "\n".join([*lines, "END"])


def _held(owners: Mapping[str, str], power: str) -> list[str]:
    return sorted(place for place, owner in owners.items() if owner == power)


# ---- the Businessmen --------------------------------------------------------------------------------------------


def _trades(public: TroubleshooterShown, number: int, turn: int) -> str:
    """Sell what shrinks, buy what one means to come back from; every third turn nothing."""
    ranked = [row.currency for row in _by_size(public.homes)]
    weak, strong = ranked[-1 - number % 2], ranked[(number + turn) % 3]
    if (number + turn) % 3 == 2 or weak == strong:
        return "NO TRADE" if turn % 2 else ""
    if number % 2:
        return f"Sell max {weak.lower()}, buy {strong.lower()} with rest"
    return f"SELL 200 {weak}\nBUY {strong} WITH REST"


def _by_size(homes: Homes) -> list[Home]:
    """Living powers, most centres first."""
    living = [row for _, row in sorted(homes.items()) if row.centres]
    return sorted(living, key=lambda row: (-row.centres, row.power))


# ---- the Troubleshooters ----------------------------------------------------------------------------------------


def _open(traveller: TravellerNow, homes: Homes) -> list[tuple[str, str]]:
    """(power, place) of the home centres where he may lend, biggest powers first."""
    return [(row.power, place) for row in _by_size(homes) for place in row.open if row.power not in traveller.barred]


def _way(traveller: TravellerNow, goal: str) -> tuple[str, ...]:
    return cheapest(travel_map(), traveller.place, goal, FARES) or ()


def _leader(traveller: TravellerNow, homes: Homes, turn: int) -> str:
    """To the biggest power, and stay with it."""
    choices = _open(traveller, homes)
    if traveller.bound or traveller.guest or not choices:
        return "TS HOLD"
    return f"TS({traveller.place})-" + "-".join(_way(traveller, choices[0][1]))


def _second(traveller: TravellerNow, homes: Homes, turn: int) -> str:
    """To the second power, in long names; he leaves each spring."""
    choices = [place for power, place in _open(traveller, homes) if power != traveller.guest]
    if traveller.bound or not choices:
        return ""
    way = _way(traveller, choices[min(3, len(choices) - 1)])
    return "TS " + " - ".join(place_name(place) for place in (traveller.place, *way))


def _nearest(traveller: TravellerNow, homes: Homes, turn: int) -> str:
    """Wherever it is cheapest to go, written with arrows; he stays by silence."""
    near = [
        (price(travel_map(), _way(traveller, place), FARES), place)
        for _, place in _open(traveller, homes)
        if place != traveller.place
    ]
    if traveller.bound or traveller.guest or not near:
        return ""
    return "TS -> " + " -> ".join(_way(traveller, min(near)[1]))


def _underdog(traveller: TravellerNow, homes: Homes, turn: int) -> str:
    """To the smallest power there is, once in two turns."""
    choices = _open(traveller, homes)
    if traveller.bound or traveller.guest or not choices or turn % 2:
        return "TS HOLD"
    here, way = traveller.place, _way(traveller, choices[-1][1])
    return f"ts ({here.lower()}) - {' - '.join(way).lower()}" if way else "TS HOLD"


HABITS: tuple[Habit, ...] = (_leader, _second, _nearest, _underdog)
