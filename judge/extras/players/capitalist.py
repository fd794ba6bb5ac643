"""Scripted players for the demonstration game: nine investors with fixed habits, commanders who march on centres.

They see what everybody sees. Trades follow a habit of each seat; whoever commands a power sends its units to the
nearest centre that is not its own, several together with one in front and the others in support.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from judge.games.capitalist.shown import CapitalistShown
from judge.kits.board.geography import province_of
from judge.kits.board.standard import standard_map

PLAYERS = ("Lupus", "Vulpes", "Corvus", "Ursus", "Aquila", "Grey Wolf", "Mrs Miggins", "Zaharoff", "Trick 17")
OPTIONS: Mapping[str, str] = {"phases": "separate", "last_year": "1908"}

Habit = Callable[[CapitalistShown, str, int], str]
Piece = tuple[str, str]  # type, location


def letters(phase: str, turn: int, public: CapitalistShown, seats: tuple[str, ...]) -> dict[str, str]:
    """What everybody writes. Corvus forgets every fifth turn; Ursus tries to order a power that is not his."""
    trading, ordering = phase.endswith("C"), not phase.endswith("C")
    if not trading and phase.endswith("M") and public.next_commanders:
        trading = True
    out: dict[str, str] = {}
    for number, seat in enumerate(seats):
        if seat == "Corvus" and turn % 5 == 4:
            continue
        said = [HABITS[number % len(HABITS)](public, seat, turn + number // len(HABITS))] if trading else []
        said += _commands(phase, public, seat) if ordering else []
        if said:
            out[seat] = "\n".join(said)
    if turn % 6 == 2 and "Ursus" in out and ordering:
        out["Ursus"] += "\nA PAR - BUR"
    if turn % 4 == 2 and "Lupus" in out:
        out["Lupus"] += "\nBROADCAST\nWhose bread I eat, his song I sing. Buy the Mark!\nENDPRESS"
    return out


# ---- trades -------------------------------------------------------------------------------------------------------


def _open(public: CapitalistShown) -> dict[str, int]:
    """Living currency -> its price in hundredths of a franc."""
    prices = {code: int(text.replace(".", "")) // 100 for code, text in public.market.prices.items()}
    return {code: price for code, price in sorted(prices.items()) if price}


def _value(public: CapitalistShown) -> list[str]:
    """Living currencies, most centres for a franc first."""
    prices, counts, powers = _open(public), public.board.counts, public.market.powers
    return sorted(prices, key=lambda code: (-counts.get(powers[code], 0) * 1000 // prices[code], code))


def _great(public: CapitalistShown) -> list[str]:
    """Living currencies, most centres first."""
    counts, powers = public.board.counts, public.market.powers
    return sorted(_open(public), key=lambda code: (-counts.get(powers[code], 0), code))


def _bargains(public: CapitalistShown, seat: str, turn: int) -> str:
    best = _value(public)
    return f"SELL MAX {best[-1]}\nSELL 300 {best[-2]}\nBUY {best[turn % 2]} WITH REST"


def _greatness(public: CapitalistShown, seat: str, turn: int) -> str:
    best = _great(public)
    return f"Please sell 400 {best[-1]}\nSELL {200 + turn % 3} {best[-2]}, BUY {best[0].lower()} WITH REST"


def _guard(public: CapitalistShown, seat: str, turn: int) -> str:
    """Defends what it commands."""
    own = [code for code, power in sorted(public.market.powers.items()) if public.commanders[power] == seat]
    living = _open(public)
    mine = [code for code in own if code in living] or [_value(public)[1]]
    sold = [code for code in _value(public) if code not in mine]
    return f"SELL MAX {sold[-1]}\nSELL MAX {sold[-2 - turn % 2]}\nBUY {mine[0]} WITH REST"


def _signed(public: CapitalistShown, seat: str, turn: int) -> str:
    """The old order form, every living power on a line of its own (C-11)."""
    powers, best = public.market.powers, _value(public)
    wanted = {best[-1]: "-450", best[-2]: "-100", best[turn % 3]: "+480"}
    return "\n".join(f"{powers[code].title()}: {wanted.get(code, '-0')}" for code in sorted(best))


def _cautious(public: CapitalistShown, seat: str, turn: int) -> str:
    best = _great(public)
    return "NO TRADE" if turn % 3 else f"SELL 150 {best[-1]}\nBUY {best[1]} WITH REST\nThanks!"


HABITS: tuple[Habit, ...] = (_bargains, _guard, _greatness, _signed, _cautious)


# ---- orders -------------------------------------------------------------------------------------------------------


def _commands(phase: str, public: CapitalistShown, seat: str) -> list[str]:
    said = []
    for power, commander in sorted(public.commanders.items()):
        if commander == seat:
            lines = {"M": _moves, "R": _retreats, "A": _winter}[phase[-1]](public, power)
            said += [f"AS {power}", *lines] if lines else []
    return [*said, "AS SELF"] if said else []


def _pieces(public: CapitalistShown, power: str) -> list[Piece]:
    return sorted((unit.type, unit.loc) for unit in public.board.units if unit.power == power)


@cache
def _distances(kind: str, centre: str) -> Mapping[str, int]:
    """Location -> moves of such a unit to a centre, over all ways it can go."""
    board = standard_map()
    found = dict.fromkeys((centre, *board.provinces[centre].locations), 0)
    front = list(found)
    while front:
        near = sorted({place for here in front for place in board.neighbours(kind, here)} - set(found))
        found.update({place: found[front[0]] + 1 for place in near})
        front = near
    return found


def _moves(public: CapitalistShown, power: str) -> list[str]:
    """Each unit has the nearest centre of others for its aim; those next to it go together."""
    owners = public.board.centres
    goals = [centre for centre in sorted(standard_map().centres) if owners.get(centre) != power]
    aims = {piece: _aim(piece, goals) for piece in _pieces(public, power)}
    lines, taken = [], {province_of(place) for _, place in aims}
    for centre in goals:
        beside = [
            piece for piece, aim in aims.items() if aim == centre and _distances(piece[0], centre).get(piece[1]) == 1
        ]
        lines += _attack(beside, centre)
        taken.add(centre)
        for piece in beside:
            del aims[piece]
    for piece, aim in aims.items():
        step = _step(piece, aim, taken) if aim else ""
        lines.append(f"{piece[0]} {piece[1]} - {step}" if step else f"{piece[0]} {piece[1]} H")
        taken.add(province_of(step or piece[1]))
    return lines


def _aim(piece: Piece, goals: Sequence[str]) -> str:
    kind, place = piece
    reached = [centre for centre in goals if _distances(kind, centre).get(place, 0)]
    return min(reached, key=lambda centre: (_distances(kind, centre)[place], centre), default="")


def _attack(beside: Sequence[Piece], centre: str) -> list[str]:
    if not beside:
        return []
    (kind, place), *others = beside
    locations = (centre, *standard_map().provinces[centre].locations)
    target = next(one for one in locations if one in standard_map().neighbours(kind, place))
    supports = [f"{k} {p} S {kind} {place} - {target}" for k, p in others]
    return [f"{kind} {place} - {target}", *supports]


def _step(piece: Piece, aim: str, taken: set[str]) -> str:
    """The neighbouring place nearest to the aim into which no other unit of the power goes."""
    kind, place = piece
    ways = _distances(kind, aim)
    free = [one for one in standard_map().neighbours(kind, place) if one in ways and province_of(one) not in taken]
    best = min(free, key=lambda one: (ways[one], one), default="")
    return best if best and ways[best] < ways[place] else ""


def _retreats(public: CapitalistShown, power: str) -> list[str]:
    gone = [unit for unit in public.board.dislodged if unit.power == power]
    return [
        f"{unit.type} {unit.loc} R {unit.may_retreat_to[0]}"
        if unit.may_retreat_to
        else f"DISBAND {unit.type} {unit.loc}"
        for unit in gone
    ]


def _winter(public: CapitalistShown, power: str) -> list[str]:
    board, pieces = standard_map(), _pieces(public, power)
    due = public.board.counts[power] - len(pieces)
    if due < 0:
        return [f"REMOVE {kind} {place}" for kind, place in pieces[due:]]
    occupied = {province_of(unit.loc) for unit in public.board.units}
    owners = public.board.centres
    sites = [one for one in sorted(board.home_centres(power)) if owners.get(one) == power and one not in occupied]
    return [f"BUILD A {site}" for site in sites[:due]]
