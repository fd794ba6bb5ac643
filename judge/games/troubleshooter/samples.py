"""The examples in letters of a Troubleshooter, and its board for the eye."""

from judge.core.picture import Board, Mark
from judge.core.shown import Shown
from judge.core.variant import Told
from judge.games.troubleshooter.board import FARES, travel_map
from judge.games.troubleshooter.commands import Stay, Travel
from judge.games.troubleshooter.shown import TroubleshooterShown
from judge.games.troubleshooter.state import TroubleshooterState
from judge.kits.host.picture import picture as board_picture
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


def picture(before: Shown, after: Shown, notices: Told) -> Board | None:
    """Each traveller stands where his journey of the phase ended."""
    assert isinstance(after, TroubleshooterShown)
    marks = tuple(
        Mark("pawn", row.place, initials(seat), f"{seat} is in {row.place_name}")
        for seat, row in sorted(after.troubleshooters.items())
    )
    return board_picture(before, after, notices, map="troubleshooter", marks=marks)


def initials(seat: str) -> str:
    """`Lu` for Lupus, `GW` for Grey Wolf."""
    words = seat.split()
    return "".join(word[0] for word in words[:3]) if len(words) > 1 else seat[:2]
