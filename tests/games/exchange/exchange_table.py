"""A table of investors for the tests: commands in, rulings and steps out, without letters."""

from dataclasses import replace

from judge.core.codec import document, pack, unpack
from judge.core.dice import Dice
from judge.core.ruling import Verdict
from judge.core.variant import Role, Seat
from judge.games import variant
from judge.games.exchange.commands import Bid, OfferList, Terms, Vote
from judge.games.exchange.state import ExchangeState
from judge.kits.bribes.rules import MONEY
from judge.kits.bribes.sheets import Accept, Bribe
from judge.parse.reading import Grammar, Understood
from judge.post import Line
from tests.harness import shared_reader

EXCHANGE = variant("exchange")
FOUR = ("ANNA", "BOB", "CARL", "DORA")
READER = shared_reader()
GRAMMAR = Grammar("exchange", EXCHANGE.vocabulary, EXCHANGE.names({}))


def read(text, hat=""):
    readings = READER.orders(GRAMMAR).read(Line(1, text), hat)
    assert all(isinstance(reading, Understood) for reading in readings), readings
    return [command for reading in readings if isinstance(reading, Understood) for command in reading.commands]


def written(step):
    """Who writes, and the orders: `ANNA: BID ITALY 60`, `BOB for RUSSIA: A WAR - GAL`."""
    writer, _, text = step.partition(": ")
    seat, _, hat = writer.partition(" for ")
    return seat, read(text, hat)


class Table:
    """A game under way. Every deadline is audited and its state written and read again."""

    def __init__(self, names=FOUR, seed="table", **options):
        self.seed = seed
        seats = tuple(Seat(name, Role.INVESTOR) for name in names)
        self.sheets = {}
        self.ended = None
        self.take(EXCHANGE.open(seats, options, self.dice("START")))

    def dice(self, phase):
        return Dice(self.seed.encode(), phase)

    def take(self, step):
        assert not EXCHANGE.books(step.state).faults()
        assert unpack(ExchangeState, pack(step.state)) == step.state
        self.state, self.notices = step.state, step.notices
        self.ended = step.ended or self.ended
        return step

    @property
    def phase(self):
        return str(self.state.phase)

    def rule(self, seat, *commands):
        return EXCHANGE.rule_on(self.state, seat, commands)

    def code(self, seat, command):
        """The code of a refusal, or "" if it stands."""
        (ruling,) = self.rule(seat, command)
        return "" if ruling.stands else ruling.because.code

    def file(self, seat, *commands):
        """What stands goes on the seat's sheet; all of it must."""
        rulings = self.rule(seat, *commands)
        assert all(ruling.stands for ruling in rulings), rulings
        self.sheets[seat] = (*self.sheets.get(seat, ()), *(ruling.command for ruling in rulings))

    def act(self, seat, command):
        (ruling,) = self.rule(seat, command)
        assert ruling.stands, ruling
        self.take(EXCHANGE.act(self.state, seat, ruling.command))
        return ruling

    def go(self):
        """The deadline."""
        orders = {seat: self.sheets.get(seat, ()) for seat in self.state.investors}
        if "MASTER" in self.sheets:
            orders["MASTER"] = self.sheets["MASTER"]
        self.sheets = {}
        return self.take(EXCHANGE.resolve(self.state, orders, self.dice(self.phase)))

    def play(self, start, steps):
        """From where one of the functions below leaves the game: orders filed, or done `at once`; `deadline`, or
        deadlines `until` a phase."""
        if start:
            getattr(self, start)()
        for step in steps:
            if step.startswith("until "):
                while self.phase != step.removeprefix("until "):
                    self.go()
            elif step == "deadline":
                self.go()
            elif " at once" in step:
                seat, commands = written(step.replace(" at once", "", 1))
                for command in commands:
                    self.act(seat, command)
            else:
                seat, commands = written(step)
                self.file(seat, *commands)
        return self

    def shows(self, asked):
        """What tables ask for."""
        state, corps = self.state, self.state.corps
        founders = {power: corp.founder for power, corp in corps.items() if corp.founder}
        each = {
            "money": state.money,
            "held": state.holders,
            "own": state.own,
            "floated": lambda power: corps[power].floated,
            "leaders": lambda power: corps[power].leader,
            "shares": lambda power: corps[power].shares,
            "ballots": lambda power: {seat: [list(row) for row in rows] for seat, rows in corps[power].ballots.items()},
            "units": lambda power: [f"{kind} {place}" for owner, kind, place in state.host.units if owner == power],
        }
        whole = {"phase": self.phase, "founders": founders}
        return {
            name: whole[name] if name in whole else {key: each[name](key) for key in of} for name, of in asked.items()
        }

    def told(self, kind, seat="*"):
        return [document(notice.data) for notice in self.notices if notice.kind == kind and notice.audience == seat]

    # ---- the vectors' game ------------------------------------------------------------------------------------

    def founded(self):
        """E-01: Germany to CARL, Russia and France to BOB, Turkey to ANNA."""
        self.file("ANNA", Bid(power="TURKEY", amount=60))
        self.file("BOB", Bid(power="RUSSIA", amount=120), Bid(power="FRANCE", amount=100))
        self.file("CARL", Bid(power="GERMANY", amount=350))
        self.go()
        return self

    def priced(self):
        """E-08: the terms."""
        self.founded()
        self.file("ANNA", Terms(power="TURKEY", shares=30, price=4))
        self.file("BOB", Terms(power="RUSSIA", shares=40, price=5), Terms(power="FRANCE", shares=23, price=7))
        self.file("CARL", Terms(power="GERMANY", shares=50, price=9))
        self.go()
        return self

    def floated(self):
        """E-08, E-09: the sale."""
        self.priced()
        self.file("ANNA", OfferList(entries=(("TURKEY", 14), ("RUSSIA", 10), ("FRANCE", 2)), cap=120))
        self.file("BOB", OfferList(entries=(("RUSSIA", 12), ("FRANCE", 8)), cap=110))
        self.file("CARL", OfferList(entries=(("GERMANY", 5),), cap=50))
        self.file("DORA", OfferList(entries=(("RUSSIA", 9), ("FRANCE", 6), ("GERMANY", 15)), cap=200))
        self.go()
        return self

    def elected(self):
        """BOB leads Russia and France, ANNA Turkey."""
        self.floated()
        self.file("BOB", Vote(power="RUSSIA", lines=((0, "BOB"),)))
        self.go()
        return self

    def moving(self):
        """Spring 1901, movement."""
        self.elected()
        self.go()
        return self

    def with_money(self, **money):
        """The same with other balances: the difference comes from the bank, or goes there."""
        from judge.core.ledger import BANK, Posting

        postings = []
        for account, amount in money.items():
            less = self.state.money(account) - amount
            source, target = (account, BANK) if less > 0 else (BANK, account)
            postings.append(Posting(source, target, MONEY, abs(less)))
        self.state = replace(self.state, books=self.state.books.post(postings))
        return self


def bribe(text, hat=""):
    return Bribe(text=text, hat=hat)


def accepting(text, hat=""):
    return Accept(text=text.upper(), hat=hat)


def amended(ruling):
    return ruling.verdict is Verdict.AMENDED
