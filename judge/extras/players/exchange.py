"""Scripted players for the demonstration game: seven founders, a raider on the market, an issue, a draw of three."""

from collections.abc import Mapping

from judge.games.exchange.shown import ExchangeShown
from judge.kits.board.geography import province_of
from judge.kits.board.legality import move_targets
from judge.kits.board.standard import standard_map
from judge.kits.board.units import Position, Unit

PLAYERS = ("Anna", "Bob", "Carl", "Dora", "Grey Wolf", "Mrs Miggins", "Zaharoff")
OPTIONS: Mapping[str, str] = {"min_bid": "50, RUSSIA 60", "neutral_value": "6"}

POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
LAST_YEAR = 1904


def letters(phase: str, turn: int, public: ExchangeShown, seats: tuple[str, ...]) -> dict[str, str]:
    """What everybody writes; whoever has nothing to say stays silent."""
    kind, year = phase[-1], int(phase[1:5])
    out = {}
    for number, seat in enumerate(seats):
        said = WRITERS.get(kind, _nothing)(number, seat, year, public, seats)
        said += _market(number, seat, phase, public)
        if phase.startswith("F") and kind == "M" and year >= LAST_YEAR:
            said += _draw(seat, public)
        if said:
            out[seat] = "\n".join(said)
    if phase == "S1901F" and "Zaharoff" in out:
        out["Zaharoff"] += "\nBROADCAST\nTurkish shares: a harbour on two seas, and a chairman you know.\nENDPRESS"
    return out


def led(seat: str, public: ExchangeShown) -> list[str]:
    """Companies the seat leads."""
    return [power for power in POWERS if public.corporations[power].leader == seat]


# ---- the phases before spring -----------------------------------------------------------------------------------


def _bids(number: int, seat: str, year: int, public: ExchangeShown, seats: tuple[str, ...]) -> list[str]:
    """Everybody founds one country; Carl tries for a second, and Grey Wolf names his terms later."""
    power = POWERS[number % 7]
    free = [one for one in POWERS if public.corporations[one].status == "unstarted"]
    if power not in free:
        return []
    terms = "" if seat == "Grey Wolf" else " SHARES 30 PRICE 3"
    lines = [f"BID {power} {60 + 5 * number}{terms}"]
    if seat == "Carl" and "ITALY" in free:
        lines.append("BID ITALY 62")
    return lines


def _terms(number: int, seat: str, year: int, public: ExchangeShown, seats: tuple[str, ...]) -> list[str]:
    power = POWERS[number % 7]
    corp = public.corporations[power]
    if corp.founder == seat and not corp.shares:
        return [f"TERMS {power} SHARES 25 PRICE 4"]
    return []


def _list(number: int, seat: str, year: int, public: ExchangeShown, seats: tuple[str, ...]) -> list[str]:
    """A third of one's own company and as much of three others."""
    sale = [POWERS[(number + step) % 7] for step in range(4)]
    wanted = [f"{power} 6" for power in sale if public.corporations[power].company_owned]
    return [f"OFFERLIST {', '.join(wanted)} CAP 150"] if wanted else []


def _votes(number: int, seat: str, year: int, public: ExchangeShown, seats: tuple[str, ...]) -> list[str]:
    """Founders first; from 1903 on Bob's friends follow him in England and France."""
    own = POWERS[number % 7]
    lines = [f"VOTE {own} FOR {seat}"]
    if seat == "Bob" and year == 1901:
        lines.append("VALUES ENGLAND EDI 6 LON 6 LVP 6")
    if seat in ("Anna", "Grey Wolf") and year >= 1903:
        lines = [f"VOTE {power} FOR Bob" for power in ("ENGLAND", "FRANCE")]
    return lines


def _payout(number: int, seat: str, year: int, public: ExchangeShown, seats: tuple[str, ...]) -> list[str]:
    lines: list[str] = []
    for power in led(seat, public):
        if year == 1903 and power == "FRANCE":
            lines.append("ISSUE FRANCE 5 AT 6")
        if year > 1901 and number % 3 == 0:
            lines.append(f"DIVIDEND {power} 1 PER SHARE")
        if builds := _builds(power, public):
            lines += [f"AS {power}", *builds, "AS SELF"]
    return lines


def _builds(power: str, public: ExchangeShown) -> list[str]:
    board = public.board
    due = board.counts.get(power, 0) - sum(unit.power == power for unit in board.units)
    taken = {province_of(unit.loc) for unit in board.units}
    free = [
        site
        for site in sorted(standard_map().build_sites(power))
        if board.centres.get(site) == power and site not in taken
    ]
    return [f"BUILD A {site}" for site in free[: max(0, due)]]


# ---- the board --------------------------------------------------------------------------------------------------


def _moves(number: int, seat: str, year: int, public: ExchangeShown, seats: tuple[str, ...]) -> list[str]:
    """A little money for each unit of one's companies, and some of one's own for a neighbour's."""
    lines: list[str] = []
    position = _position(public)
    for power in led(seat, public):
        lines += [f"AS {power}", *(_order(unit, position, public) for unit in position.units_of(power)), "AS SELF"]
    others = [unit for unit in sorted(position.units.values()) if unit.power not in led(seat, public)]
    if others and number % 2:
        lines.append(f"2 : {others[number % len(others)].text} H")
    return lines


def _position(public: ExchangeShown) -> Position:
    units = [Unit(unit.power, unit.type, unit.loc) for unit in public.board.units]
    return Position(dict(enumerate(units, 1)), dict(public.board.centres))


def _order(unit: Unit, position: Position, public: ExchangeShown) -> str:
    """Towards the nearest centre that is not one's own and can be taken; else it stays."""
    board = standard_map()
    wanted = [
        place
        for place in move_targets(board, position, unit)
        if province_of(place) in public.board.active
        and position.owners.get(province_of(place)) != unit.power
        and position.unit_in(province_of(place)) is None
    ]
    return f"2 : {unit.text} - {wanted[0]}" if wanted else f"{unit.text} H"


def _retreats(number: int, seat: str, year: int, public: ExchangeShown, seats: tuple[str, ...]) -> list[str]:
    lines: list[str] = []
    for gone in public.board.dislodged:
        if gone.power in led(seat, public) and gone.may_retreat_to:
            lines += [f"AS {gone.power}", f"RETREAT {gone.type} {gone.loc} - {gone.may_retreat_to[0]}"]
    return [*lines, "AS SELF"] if lines else []


# ---- at any time ------------------------------------------------------------------------------------------------


def _market(number: int, seat: str, phase: str, public: ExchangeShown) -> list[str]:
    """Dora sells in the spring of 1902 and 1903, and Zaharoff buys whatever there is."""
    if seat == "Dora" and phase in ("S1902M", "S1903M"):
        return ["SELL 4 GERMANY AT 7"]
    if seat == "Zaharoff" and public.listings:
        listing = public.listings[0]
        return [f"BUY 2 {listing.listing} AT {listing.price}"]
    if phase == "S1903M" and seat in ("Anna", "Bob", "Carl"):
        return ["APPROVE FRANCE"]
    return ["PORTFOLIO"] if seat == "Anna" and phase == "S1902B" else []


def _draw(seat: str, public: ExchangeShown) -> list[str]:
    """The three largest share the win, if all survivors' leaders say so."""
    counts = public.board.counts
    largest = sorted(POWERS, key=lambda power: (-counts[power], power))[:3]
    lines = []
    for power in led(seat, public):
        lines += [f"AS {power}", f"DRAW {' '.join(sorted(largest))}"]
    return [*lines, "AS SELF"] if lines else []


def _nothing(number: int, seat: str, year: int, public: ExchangeShown, seats: tuple[str, ...]) -> list[str]:
    return []


WRITERS = {
    "B": _bids,
    "T": _terms,
    "F": _list,
    "E": _votes,
    "P": _payout,
    "M": _moves,
    "R": _retreats,
}
