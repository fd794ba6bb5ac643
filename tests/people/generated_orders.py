"""Orders that are known, with the ways in which people put them: the raw material of generated letters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from tests.tables import rows


@dataclass(frozen=True)
class Order:
    """`line` is what the sheet must have. `says` are its words behind "please" or "I will", `terse` stands alone,
    `item` under one of `headings`. Two orders of a letter are never `about` the same thing."""

    line: str
    about: str
    says: Sequence[str]
    terse: Sequence[str]
    item: str = ""
    headings: Sequence[str] = ()


Pool = Callable[[Random], list[Order]]
NUMERALS = {
    1: "one",
    2: "two",
    3: "three",
    4: "four",
    5: "five",
    6: "six",
    7: "seven",
    8: "eight",
    50: "fifty",
    100: "a hundred",
    150: "a hundred and fifty",
    200: "two hundred",
    250: "two hundred and fifty",
    300: "three hundred",
    350: "three hundred and fifty",
    400: "four hundred",
}


def number(n: int, rng: Random) -> str:
    """Mostly in digits."""
    return NUMERALS[n] if n in NUMERALS and rng.random() < 0.15 else str(n)


# ---- money ------------------------------------------------------------------------------------------------------

CURRENCIES = dict(rows(__file__, "CURRENCIES"))


def trade(verb: str, amount: int, money: str, rng: Random) -> Order:
    """A sale or a purchase."""
    n, word = number(amount, rng), rng.choice(CURRENCIES[money])
    if verb == "SELL":
        says = [f"sell {n} {word}", f"sell {n} of my {word}", f"get rid of {n} {word}", f"sell off {n} {word}"]
        headings = ["Sell:", "Sales:", "I sell:", "Selling:", "SELL"]
    else:
        says = [f"buy {n} {word}", f"purchase {n} {word}", f"buy {n} more {word}"]
        headings = ["Buy:", "Purchases:", "I buy:", "Buying:", "BUY"]
    low = verb.lower()
    terse = [f"{verb} {amount} {money}", f"{low} {n} {word}", f"{verb} {amount} {word}", f"{low.title()} {n} {word}"]
    return Order(f"{verb} {amount} {money}", f"trade {money}", says, terse, f"{n} {word}", headings)


def trades(rng: Random) -> list[Order]:
    """One to three sales, one to three purchases, each of another currency."""
    names = rng.sample(list(CURRENCIES), 7)
    amounts = [50, 100, 150, 200, 250, 300, 350, 400]
    sales = [trade("SELL", rng.choice(amounts), name, rng) for name in names[:3]]
    return [*sales, *(trade("BUY", rng.choice(amounts), name, rng) for name in names[3:])]


# ---- journeys ---------------------------------------------------------------------------------------------------

PLACES = dict(rows(__file__, "PLACES"))
ROUTES = ["BUR-PAR", "MUN", "MUN-BER", "MUN-KIE", "PIE-VEN", "PIE-TUS-ROM", "BUR-PIC-ENG", "BUR-BEL-HOL", "TYR-VIE"]
ROUTES += ["TYR-BOH", "MAR", "MAR-SPA", "MUN-SIL-WAR", "BUR-GAS"]


def bare(code: str) -> str:
    return PLACES[code].removeprefix("the ")


def journey(route: str, rng: Random) -> Order:
    steps = route.split("-")
    *by, end = (PLACES[code] for code in steps)
    via = f" via {' and '.join(by)}" if by else ""
    says = [f"go to {end}{via}", f"travel from Switzerland to {end}{via}", f"send the troubleshooter to {end}{via}"]
    codes = [code.title() for code in steps]
    names = [bare(code) for code in steps]
    terse = [
        f"TS(SWI)-{route}",
        f"TS(Swi)-{'-'.join(codes)}",
        f"TS (Swi) - {' - '.join(codes)}",
        f"TS: Switzerland - {' - '.join(names)}",
    ]
    return Order(f"TS(SWI)-{route}", "journey", says, terse)


def travels(rng: Random) -> list[Order]:
    """Trades and one journey."""
    return [*trades(rng), journey(rng.choice(ROUTES), rng)]


# ---- units ------------------------------------------------------------------------------------------------------

MOVES = {
    "Austria": {"A BUD": ["SER", "RUM", "GAL"], "A VIE": ["GAL", "TYR", "BOH"], "F TRI": ["ALB", "VEN"]},
    "England": {"F EDI": ["NTH", "NWG"], "F LON": ["ENG", "NTH"], "A LVP": ["YOR", "WAL"]},
    "France": {"F BRE": ["MAO", "ENG", "PIC"], "A MAR": ["SPA", "BUR", "PIE"], "A PAR": ["BUR", "PIC", "GAS"]},
    "Germany": {"A BER": ["KIE", "SIL"], "F KIE": ["DEN", "HOL"], "A MUN": ["RUH", "BUR", "TYR"]},
    "Italy": {"F NAP": ["ION"], "A ROM": ["APU", "TUS"], "A VEN": ["TYR", "PIE", "TRI"]},
    "Russia": {"A MOS": ["UKR", "SEV"], "F SEV": ["BLA", "RUM"], "A WAR": ["GAL", "UKR", "SIL"]},
    "Turkey": {"F ANK": ["BLA", "CON"], "A CON": ["BUL"], "A SMY": ["CON", "ARM"]},
}


ELSEWHERE = {
    **MOVES,
    "Austria": {"A BUD": ["SER", "RUM", "GAL"], "A VIE": ["GAL", "TYR", "BOH"], "F ZAR": ["ALB", "ADR"]},
    "France": {"F BRE": ["MAO", "ENG", "PIC"], "A MAR": ["BUR", "PIE"], "A PAR": ["BUR", "PIC", "GAS"]},
}
"""On the map of Economic IV, where Austria's fleet lies in Zara and Spain is two provinces."""


def subject(unit: str, rng: Random, own: bool = True) -> str:
    kind, place = unit.split()
    name, word = PLACES[place], "army" if kind == "A" else "fleet"
    if not own:
        return rng.choice([unit, f"{kind} {name}", f"{word.title()} {name}", f"the {word} in {name}"])
    return rng.choice(
        [unit, f"{kind} {name}", f"{word.title()} {name}", f"the {word} in {name}", f"my {word} in {name}"]
    )


def move(unit: str, to: str, rng: Random) -> Order:
    kind, place = unit.split()
    name, end, who = PLACES[place], PLACES[to], subject(unit, rng)
    says = [f"move {who} to {end}", f"send {who} to {end}", f"order {who} to {end}"]
    terse = [
        f"{unit} - {to}",
        f"{kind} {place.title()}-{to.title()}",
        f"{kind} {name} - {bare(to)}",
        f"{kind} {name} -> {bare(to)}",
        f"{kind}({place.title()})-{to.title()}",
        f"{name} to {end}",
        f"{'Army' if kind == 'A' else 'Fleet'} {name} to {end}",
        f"{subject(unit, rng)} moves to {end}",
    ]
    headings = ["Moves:", "Moving:", "These units move:"]
    return Order(f"{unit} - {to}", unit, says, terse, f"{name} - {bare(to)}", headings)


def hold(unit: str, rng: Random) -> Order:
    kind, place = unit.split()
    who, name = subject(unit, rng), PLACES[place]
    says = [f"hold {who}", f"hold with {who}", f"keep {who} where it is"]
    terse = [f"{unit} H", f"{kind} {place.title()} holds", f"{name} holds", f"{kind} {name} hold", f"{who} stands"]
    return Order(f"{unit} H", unit, says, terse, name, ["Holds:", "Holding:", "These hold:"])


def help_for(unit: str, other: str, to: str, rng: Random) -> Order:
    """Support of another move."""
    kind, place = unit.split()
    name, end, start = PLACES[place], PLACES[to], PLACES[other.split()[1]]
    says = [f"support {subject(other, rng)} to {end} with {subject(unit, rng)}"]
    terse = [
        f"{unit} S {other} - {to}",
        f"{kind} {name} supports {other.split()[0]} {start} - {bare(to)}",
        f"{kind} {place.title()} S {other.split()[0]} {other.split()[1].title()}-{to.title()}",
        f"{subject(unit, rng)} supports {start} to {end}",
    ]
    return Order(f"{unit} S {other} - {to}", unit, says, terse)


def units(power: str, board: dict[str, dict[str, list[str]]] = MOVES) -> Pool:
    """The orders of a power's first season."""

    def pool(rng: Random) -> list[Order]:
        moves = {unit: rng.choice(ends) for unit, ends in board[power].items()}
        out = [hold(unit, rng) if rng.random() < 0.2 else move(unit, to, rng) for unit, to in moves.items()]
        if power == "France" and rng.random() < 0.4:
            out = [move("A PAR", "BUR", rng), help_for("A MAR", "A PAR", "BUR", rng), out[0]]
        return out

    return pool


def credits(power: str) -> Pool:
    """Unit orders, and money for others."""

    def pool(rng: Random) -> list[Order]:
        names = rng.sample([name for name in MOVES if name != power], 2)
        return [*units(power, ELSEWHERE)(rng), loan(names[0], rng.choice([1, 2]), rng), gift(names[1], 1, rng)]

    return pool


def loan(to: str, amount: int, rng: Random) -> Order:
    n, coin = number(amount, rng), "credit" if amount == 1 else "credits"
    says = [f"lend {n} {coin} to {to}", f"lend {to} {n} {coin}", f"loan {n} to {to}"]
    line = f"LOAN {amount} TO {to.upper()}"
    return Order(line, to, says, [line, f"Loan {amount} to {to}", f"lend {n} to {to}"], f"{amount} to {to}", ["Loans:"])


def gift(to: str, amount: int, rng: Random) -> Order:
    n, coin = number(amount, rng), "credit" if amount == 1 else "credits"
    says = [f"give {n} {coin} to {to}", f"give {to} {n} {coin}", f"make {to} a present of {n} {coin}"]
    line = f"GIVE {amount} TO {to.upper()}"
    return Order(line, to, says, [line, f"Give {amount} to {to}", f"give {to} {n}"], f"{amount} to {to}", ["Gifts:"])


# ---- offers, companies, ballots ---------------------------------------------------------------------------------


def offer(amount: int, unit: str, to: str, rng: Random) -> Order:
    n, who, end = number(amount, rng), subject(unit, rng, own=False), PLACES[to]
    code = f"{unit[0]} {unit[2:].title()}-{to.title()}"
    says = [f"offer {n} for {unit} - {to}", f"pay {n} AgP for {code}", f"pay {who} {n} AgP to go to {end}"]
    says.append(f"bribe {who} with {n} to move to {end}")
    terse = [f"{amount} : {unit} - {to}", f"{amount}: {code}", f"{n} for {code}", f"{amount} AgP: {unit} - {to}"]
    return Order(f"{amount} : {unit} - {to}", unit, says, terse, f"{amount} for {code}", ["Offers:", "My offers:"])


def offers(rng: Random) -> list[Order]:
    """Bribes for units anywhere."""
    every = [(unit, ends) for moves in MOVES.values() for unit, ends in moves.items()]
    return [offer(rng.choice([2, 3, 4, 5, 6]), unit, rng.choice(ends), rng) for unit, ends in rng.sample(every, 4)]


COMPANIES = ["Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey"]


def bids(rng: Random) -> list[Order]:
    return [bid(company, rng.choice([50, 60, 75, 80, 90]), rng) for company in rng.sample(COMPANIES, 4)]


def bid(company: str, amount: int, rng: Random) -> Order:
    line = f"BID {company.upper()} {amount}"
    says = [f"bid {amount} for {company}", f"bid {amount} AgP on {company}", f"make a bid of {amount} for {company}"]
    terse = [line, f"Bid {amount} for {company}", f"BID {company} {amount}", f"bid {company}: {amount}"]
    return Order(line, company, says, terse, f"{company} {amount}", ["Bids:", "My bids:", "I bid:"])


def lists(rng: Random) -> list[Order]:
    """One list of shares: whole or not at all."""
    names, cap = rng.sample(["RUSSIA", "FRANCE", "GERMANY", "TURKEY"], rng.choice([2, 3])), rng.choice([60, 80, 100])
    entries = [(name, rng.choice([2, 3, 4, 5])) for name in names]
    line = f"OFFERLIST {', '.join(f'{name} {n}' for name, n in entries)} CAP {cap}"
    head, tail = line.split(" CAP ")
    inner = ", ".join(f"{n} {name.title()}" for name, n in entries)
    longer = " and ".join(f"{n} shares of {name.title()}" for name, n in entries)
    says = [f"put {inner} on my offer list, cap {cap}", f"order {longer}, for at most {cap} altogether"]
    spread = "\n".join(f"{name.title()} {n}" for name, n in entries)
    terse = [line, f"{head}\nCAP {tail}", f"Offer list: {inner}, cap {cap}", f"OFFERLIST\n{spread}\nCAP {cap}"]
    terse.append(f"OFFERLIST {', '.join(f'{name} {n}' for name, n in entries)}, spend at most {cap}")
    return [Order(line, "list", says, terse)]


def ballots(rng: Random) -> list[Order]:
    held = {"RUSSIA": ["Anna", "Bob"], "FRANCE": ["Bob"], "GERMANY": ["Carl", "Bob"]}
    return [ballot(company, rng.choice(people)) for company, people in held.items()]


def ballot(company: str, name: str) -> Order:
    line, title = f"VOTE {company} FOR {name}", company.title()
    says = [f"vote for {name} in {title}", f"vote {title} for {name}", f"give {name} my votes in {title}"]
    terse = [line, f"Vote {title} for {name}", f"vote: {title} for {name}"]
    return Order(line, company, says, terse, f"{title}: {name}", ["Votes:", "My votes:"])
