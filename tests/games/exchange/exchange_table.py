"""A table of investors for the tests: commands in, rulings and steps out, without letters."""

from dataclasses import replace

from judge.core.codec import document, pack, unpack
from judge.core.dice import Dice
from judge.core.ledger import BANK, Posting
from judge.core.ruling import Verdict
from judge.core.variant import Role, Seat
from judge.games import variant
from judge.games.exchange.commands import Bid, CallElection, OfferList, Terms, Vote
from judge.games.exchange.state import ExchangeState, Status, pool
from judge.kits.bribes.rules import MONEY
from judge.kits.bribes.sheets import Accept, Bribe
from tests.games.setting import reader, stand

EXCHANGE = variant("exchange")
FOUR = ("ANNA", "BOB", "CARL", "DORA")
read = reader("exchange")


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
            elif (what := step.partition(": "))[0].islower():
                self.rig(what[0], *(part.split() for part in what[2].split(", ")))
            elif " at once" in step:
                seat, commands = written(step.replace(" at once", "", 1))
                for command in commands:
                    self.act(seat, command)
            else:
                seat, commands = written(step)
                self.file(seat, *commands)
        return self

    def rig(self, what, *given):
        """What no order does: `money: ANNA 6`, `board: PAR FRANCE, FRANCE A GAS`, `led: RUSSIA BOB`, `all led: ANNA`,
        `election: RUSSIA`, `gone: BOB`, `back: BOB`, `owned: RUSSIA 100 6, ANNA 15, BOB 9` (treasury, own
        shares, shareholders; BOB leads)."""
        (first, *_), *_ = given
        if what == "money":
            self.with_money(**{account: int(amount) for account, amount in given})
        elif what == "board":
            with_board(self, dict(one for one in given if len(one) == 2), *(one for one in given if len(one) == 3))
        elif what == "led":
            for power, leader in given:
                self.state = self.state.with_corp(power, leader=leader)
        elif what == "all led":
            all_floated(self, first)
        elif what == "owned":
            (power, treasury, own), *held = given
            self.owned(power, int(treasury), int(own), {seat: int(shares) for seat, shares in held})
        elif what == "election":
            self.act("MASTER", CallElection(power=first))
        else:
            assert what in ("gone", "back")
            self.take(EXCHANGE.seated(self.state, first, what == "back"))

    def shows(self, asked):
        """What tables ask for; `told` has `kind audience field`, or `all` of it."""
        state, corps = self.state, self.state.corps
        founders = {power: corp.founder for power, corp in corps.items() if corp.founder}
        each = {
            "money": state.money,
            "held": state.holders,
            "own": state.own,
            "floated": lambda power: corps[power].floated,
            "leaders": lambda power: corps[power].leader,
            "shares": lambda power: corps[power].shares,
            "prices": lambda power: corps[power].price,
            "values": lambda power: corps[power].values,
            "owners": state.host.owners.get,
            "counts": state.host.counts.get,
            "portfolio": state.portfolio,
            "duties": lambda seat: str(EXCHANGE.agenda(state).duties[seat]),
            "told": self._field,
            "ballots": lambda power: {seat: [list(row) for row in rows] for seat, rows in corps[power].ballots.items()},
            "units": lambda power: [f"{kind} {place}" for owner, kind, place in state.host.units if owner == power],
        }
        whole = {
            "phase": self.phase,
            "founders": founders,
            "sections": list(EXCHANGE.agenda(state).sections),
            "eliminated": list(state.host.eliminated),
            "ended": [self.ended.reason, *self.ended.winners] if self.ended else None,
        }
        return {
            name: whole[name] if name in whole else {key: each[name](key) for key in of} for name, of in asked.items()
        }

    def _field(self, asked):
        kind, audience, field = asked.split()
        return [data if field == "all" else data.get(field) for data in self.told(kind, audience)]

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

    def owned(self, power, treasury, own, held):
        """BOB leads a floated company with these shareholders."""
        for account in (*self.state.investors, pool(power)):
            wanted = own if account == pool(power) else held.get(account, 0)
            less = self.state.held(account, power) - wanted
            source, target = (account, BANK) if less > 0 else (BANK, account)
            posting = Posting(source, target, power, abs(less))
            self.state = replace(self.state, books=self.state.books.post((posting,)))
        self.state = self.state.with_corp(power, shares=own + sum(held.values()), leader="BOB")
        return self.with_money(**{power: treasury})

    def with_money(self, **money):
        """The same with other balances: the difference comes from the bank, or goes there."""
        postings = []
        for account, amount in money.items():
            less = self.state.money(account) - amount
            source, target = (account, BANK) if less > 0 else (BANK, account)
            postings.append(Posting(source, target, MONEY, abs(less)))
        self.state = replace(self.state, books=self.state.books.post(postings))
        return self


def with_board(table, owners, *units):
    """The same game with another board: units as (power, type, place)."""
    pieces = {power: [f"{kind} {place}" for one, kind, place in units if one == power] for power, *_ in units}
    host = stand(table.state.host, pieces, dict(sorted(owners.items())))
    table.state = replace(table.state, host=host, year=host.counts)
    return table


def all_floated(table, leader="ANNA"):
    """Every company floated and led by one of them."""
    for power in table.state.corps:
        table.state = table.state.with_corp(power, status=Status.FLOATED, leader=leader, founder=leader)
    return table


def bribe(text, hat=""):
    return Bribe(text=text, hat=hat)


def accepting(text, hat=""):
    return Accept(text=text.upper(), hat=hat)


def amended(ruling):
    return ruling.verdict is Verdict.AMENDED
