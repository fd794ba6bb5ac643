"""An example route for a player's letters: it could be sent as it stands."""

from __future__ import annotations

from judge.games.troubleshooter.board import FARES, travel_map
from judge.games.troubleshooter.commands import Stay, Travel
from judge.games.troubleshooter.state import TroubleshooterState
from judge.kits.route import cheapest, within

TOO_FAR = 25  # percent of what he carries: an example does not ruin anybody


def route_sample(state: TroubleshooterState, seat: str) -> tuple[str, ...]:
    """The cheapest way to the nearest home centre that takes his loans; to stay, where he cannot go (T-6)."""
    traveller, board = state.travellers[seat], travel_map()
    near = sorted((percent, place) for place, percent in within(board, traveller.place, FARES).items())
    for percent, place in near if not traveller.bound else ():
        power = state.open_home(place)
        if not power or place == traveller.place or traveller.is_barred(power, state.phase.year):
            continue
        route = cheapest(board, traveller.place, place, FARES)
        if route and percent <= TOO_FAR:
            return (Travel(start=traveller.place, route=route).canonical(),)
    return (Stay(start=traveller.place).canonical(),)
