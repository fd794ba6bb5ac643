"""The rules of bribing a second time, word by word from A4 and A7 to A9, slow and simple: one entry a promise, one step
a pass, everything decided anew after each. What the kit does must come to the same."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from judge.kits.bribes.reading import read_offer
from judge.kits.bribes.values import Offer, Saving

FAR = 10**9


@dataclass
class Entry:
    payer: str
    place: int
    unit: str
    amount: int
    plateau: int
    order: str = ""  # a direct entry's
    kind: str = ":"
    listed: tuple[str, ...] = ()

    def meets(self, order: str) -> bool:
        """Whether the entry pays for an order of its unit."""
        if self.kind == ":":
            return order == self.order
        if self.kind == "!":
            return order not in self.listed
        if self.kind == "&":
            return True
        return (order[0] == "-") == (self.kind == ">")


def expanded(payer: str, offers: Sequence[Offer]) -> list[Entry]:
    entries: list[Entry] = []

    def put(unit: str, amount: int, plateau: int, order: str = "", kind: str = ":", listed=()) -> None:
        entries.append(Entry(payer, len(entries), unit, amount, plateau, order, kind, tuple(listed)))

    for offer in offers:
        for item in offer.items:
            for _ in range(item.times):
                if offer.kind == "!" and "H" not in offer.orders:
                    put(offer.unit, 0, 0, "H")
                for order in offer.orders if offer.kind != "!" else ():
                    move = order[0] == "-"
                    nothing = {":": False, ">": move, "@": not move, "&": True}[offer.kind]
                    put(offer.unit, *((0, 0) if nothing else (item.amount, item.plateau)), order)
                if offer.kind != ":":
                    put(offer.unit, item.amount, item.plateau, "", offer.kind, offer.orders)
    return entries


def decided(
    units: Mapping[str, Sequence[str]],
    balances: Mapping[str, int],
    sheets: Mapping[str, Sequence[str]],
    welcome: Mapping[str, Sequence[str]],
) -> tuple[dict[str, tuple[str, int, dict[str, int]]], dict[str, int], dict[str, int]]:
    """(unit -> order, price and who pays; payer -> balance after; payer -> reductions)."""
    lines = {payer: [read_offer(text) for text in texts] for payer, texts in sheets.items()}
    offers = {payer: [line for line in found if isinstance(line, Offer)] for payer, found in lines.items()}
    saved = {payer: sum(line.amount for line in found if isinstance(line, Saving)) for payer, found in lines.items()}
    spendable = {payer: max(0, balance - saved.get(payer, 0)) for payer, balance in balances.items()}
    entries = {payer: expanded(payer, offers.get(payer, [])) for payer in balances}
    for owner, own in units.items():
        for unit in own:
            if not any(entry.unit == unit and entry.kind == ":" for entry in entries[owner]):
                entries[owner].append(Entry(owner, len(entries[owner]), unit, 0, 0, "H"))
    reductions = dict.fromkeys(balances, 0)
    while True:
        everything = [entry for found in entries.values() for entry in found]
        won = {unit: _winner(unit, everything, welcome[owner]) for owner, own in units.items() for unit in own}
        owed = dict.fromkeys(balances, 0)
        for _, _, paid in won.values():
            for payer, amount in paid.items():
                owed[payer] += amount
        over = [payer for payer in balances if owed[payer] > spendable[payer]]
        if not over:
            after = {payer: balances[payer] - owed[payer] for payer in balances}
            return won, after, {payer: times for payer, times in reductions.items() if times}
        for payer in over:
            reductions[payer] += 1
            above = [entry for entry in entries[payer] if entry.amount > entry.plateau]
            if not above:
                for entry in entries[payer]:
                    entry.plateau = 0
                above = [entry for entry in entries[payer] if entry.amount > 0]
            for entry in above:
                entry.amount -= 1


def _winner(unit: str, entries: list[Entry], welcome: Sequence[str]) -> tuple[str, int, dict[str, int]]:
    here = [entry for entry in entries if entry.unit == unit]
    orders = {entry.order for entry in here if entry.kind == ":"}
    best = None
    for order in sorted(orders):
        paying = [entry for entry in here if entry.meets(order)]
        direct = [entry for entry in paying if entry.kind == ":"]
        total = sum(entry.amount for entry in paying)
        key = (-total, _places(paying, welcome), _places(direct, welcome))
        if best is None or key < best[0]:
            best = (key, order, paying)
    assert best is not None
    paid: dict[str, int] = {}
    for entry in best[2]:
        paid[entry.payer] = paid.get(entry.payer, 0) + entry.amount
    return best[1], -best[0][0], {payer: amount for payer, amount in paid.items() if amount}


def _places(entries: list[Entry], welcome: Sequence[str]) -> tuple[int, ...]:
    return tuple(min((entry.place for entry in entries if entry.payer == payer), default=FAR) for payer in welcome)
