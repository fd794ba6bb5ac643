"""Companies that are founded, sold share by share and floated: the arithmetic, the rounds, the units on the board.

All figures are integers; ratios are compared by multiplying out, so nothing is ever rounded but where a rule says so.
"""

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence

from judge.core.values import Value
from judge.kits.board.geography import Map, province_of
from judge.kits.board.units import Position, Unit, read_unit

# ---- shares ---------------------------------------------------------------------------------------------------------


def founders_part(shares: int) -> int:
    """A fifth of the shares, rounded down, for whoever founds the company (4.3)."""
    return shares // 5


def is_floated(outstanding: int, shares: int) -> bool:
    """Whether investors hold at least two thirds (4.5)."""
    return shares > 0 and 3 * outstanding >= 2 * shares


def first_to_float(shares: int) -> int:
    """The fewest shares in investors' hands with which a company floats (4.5)."""
    return (2 * shares + 2) // 3


def room_for(shares: int, own: int) -> int:
    """The most new shares that keep the company's own part within a third of all: 3(own + k) <= shares + k (XR-10)."""
    return max(0, (shares - 3 * own) // 2)


def carried(yes: int, outstanding: int) -> bool:
    """Whether at least 80 in a hundred of the shares held by investors agree (XR-9)."""
    return 5 * yes >= 4 * outstanding


# ---- the rounds -----------------------------------------------------------------------------------------------------


class Stock(Value):
    """What is for sale of one company."""

    number: int
    price: int


class Wish(Value):
    """A buyer's list of single shares, most wanted first, and the most he will spend (his cap or his cash)."""

    buyer: str
    entries: tuple[str, ...]
    limit: int


class Rounds(Value):
    """The shares that each buyer got, by company; what is left of each company, and what each buyer spent."""

    bought: Mapping[str, Mapping[str, int]]
    left: Mapping[str, int]
    spent: Mapping[str, int]


def float_rounds(stock: Mapping[str, Stock], wishes: Sequence[Wish]) -> Rounds:
    """Turn by turn each buyer gets the first share on his list that is there and that he can pay (4.4, XR-14).

    `wishes` come in the drawn order, which holds for every round. Entries that are sold out or too dear are dropped
    for good, and do not use up the turn.
    """
    left = {company: shares.number for company, shares in sorted(stock.items())}
    spent = {wish.buyer: 0 for wish in wishes}
    bought = {wish.buyer: Counter[str]() for wish in wishes}
    turns = deque((wish, iter(wish.entries)) for wish in wishes)
    while turns:
        wish, entries = turns.popleft()
        money = wish.limit - spent[wish.buyer]
        company = next((one for one in entries if left.get(one, 0) > 0 and stock[one].price <= money), "")
        if company:
            left[company] -= 1
            spent[wish.buyer] += stock[company].price
            bought[wish.buyer][company] += 1
            turns.append((wish, entries))
    return Rounds({buyer: dict(sorted(shares.items())) for buyer, shares in bought.items()}, left, spent)


# ---- what the centres are worth -------------------------------------------------------------------------------------


def worth_of_centres(shares: int, price: int) -> int:
    """A fifth of the value of all shares, rounded down (7.2)."""
    return shares * price // 5


def even_split(total: int, centres: Iterable[str]) -> dict[str, int]:
    """`total` over the centres as evenly as can be, the remainder 1 each by the alphabet (XR-20)."""
    names = sorted(centres)
    base, more = divmod(total, len(names))
    return {name: base + (number < more) for number, name in enumerate(names)}


def split_fault(values: Mapping[str, int], total: int, centres: Iterable[str]) -> str:
    """What is wrong with a split: "centres", "sum", "ratio" or "few" (fewer coins than centres); "" if it may be."""
    names = sorted(centres)
    if sorted(values) != names or any(value < 0 for value in values.values()):
        return "centres"
    if sum(values.values()) != total:
        return "sum"
    if total < len(names):
        return "" if max(values.values()) <= 1 else "few"
    return "" if max(values.values()) <= 2 * min(values.values()) else "ratio"


# ---- on the board ---------------------------------------------------------------------------------------------------


class Appearance(Value):
    """What a flotation did to the board: units that appeared, and (unit, former owner) of those taken over."""

    position: Position
    appeared: tuple[Unit, ...]
    taken: tuple[tuple[Unit, str], ...]


def appear(board: Map, position: Position, power: str) -> Appearance:
    """The power's units and centres, as it floats (7.1, XR-19): strangers in its centres become its own and keep
    their type and coast; elsewhere its starting units appear where nobody stands."""
    home = board.home_centres(power)
    units = dict(position.units)
    taken: list[tuple[Unit, str]] = []
    for number, unit in sorted(units.items()):
        if unit.province in home and unit.power != power:
            units[number] = unit._replace(power=power)
            taken.append((units[number], unit.power))
    occupied = {unit.province for unit in units.values()}
    appeared = []
    next_id = position.next_id
    for text in board.powers[power].units:
        unit = read_unit(board, power, text)
        if province_of(unit.location) not in occupied:
            units[next_id] = unit
            appeared.append(unit)
            next_id += 1
    owners = dict(sorted({**position.owners, **dict.fromkeys(home, power)}.items()))
    after = position._replace(units=units, owners=owners, next_id=next_id)
    return Appearance(after, tuple(appeared), tuple(taken))
