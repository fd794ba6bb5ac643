"""Small games of Capitalist Diplomacy for the tests: seats, sheets, boards with a few units."""

from collections.abc import Mapping
from dataclasses import replace

from judge.core.dice import Dice
from judge.core.ledger import BANK, Posting
from judge.core.notice import MASTER
from judge.core.phase import Phase
from judge.core.variant import Role, Seat, Step
from judge.games import variant
from judge.games.capitalist.state import CapitalistState, Charge, Title
from judge.kits.board.standard import standard_map
from judge.kits.host.commands import UnitOrder
from tests.games.setting import reader, stand, told

GAME = variant("capitalist")
read = reader("capitalist")
NINE = ("Ada", "Bob", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ivy")
POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")


def seats(*names: str) -> tuple[Seat, ...]:
    return tuple(Seat(name, Role.INVESTOR) for name in names or NINE)


def dice(phase: object = "S1901C", secret: int = 1) -> Dice:
    return Dice(bytes([secret]) * 32, str(phase))


def opened(*names: str, **options: str) -> CapitalistState:
    return GAME.open(seats(*names), options, dice("START")).state


def order(text, hat=""):
    return UnitOrder(text=text, hat=hat)


def turn(state: CapitalistState, sheets: Mapping[str, tuple] | None = None, secret: int = 1) -> Step:
    given = sheets or {}
    everybody = {seat: given.get(seat, ()) for seat in (*state.investors, MASTER)}
    return GAME.resolve(state, everybody, dice(state.phase, secret))


def at(state: CapitalistState, season: str, kind: str, year: int = 1901) -> CapitalistState:
    """The same game in another phase."""
    return replace(state, phase=replace(state.phase, year=year, season=season, kind=kind))


def commanded(state: CapitalistState, **seats_by_power: str) -> CapitalistState:
    """The same game with these commanders; all other powers have none."""
    made = tuple(
        Charge(power, seats_by_power.get(power, ""), 1, 0, Title.MOST if power in seats_by_power else Title.NOBODY)
        for power in POWERS
    )
    return replace(state, charges=made)


def placed(state: CapitalistState, pieces: Mapping[str, list[str]], owners: Mapping[str, str] | None = None):
    """The same game with these units and nobody else's; centres as at the start unless told otherwise."""
    held = {**state.host.owners, **(owners or {})}
    return replace(state, host=stand(state.host, pieces, held))


def holding(state: CapitalistState, currency: str, **units: int) -> CapitalistState:
    """The same game with these holdings of one currency; who is not named keeps his."""
    postings = []
    for seat, wanted in units.items():
        more = wanted - state.books.balance(seat, currency)
        source, target = (BANK, seat) if more > 0 else (seat, BANK)
        postings.append(Posting(source, target, currency, abs(more)))
    return replace(state, books=state.books.post(postings))


def priced(state: CapitalistState, **prices: int) -> CapitalistState:
    """The same game at these rates, in ticks."""
    *earlier, last = state.history
    return replace(state, history=(*earlier, replace(last, prices={**last.prices, **prices})))


def empire(power: str, count: int) -> dict[str, str]:
    """Owners in which a power has so many centres: its own first."""
    board = standard_map()
    own = sorted(board.home_centres(power))
    others = [centre for centre in sorted(board.centres) if centre not in own]
    return dict.fromkeys((own + others)[:count], power)


def because(state, seat, *commands):
    """The code of each ruling's reason, None for what stands as written."""
    rulings = GAME.rule_on(state, seat, tuple(commands))
    return [ruling.because.code if ruling.because else None for ruling in rulings]


def standing(state):
    return GAME.standing(state, None)


class Table:
    """A game as tables set it up and look at it: `units` has `A PAR, F BRE` of each power, `held` the units of a
    currency by seat, `prices` rates in ticks."""

    def __init__(self, options=None, phase="", commanders=None, units=None, owners=None, held=None, prices=None):
        state = opened(**(options or {}))
        if phase:
            state = replace(state, phase=Phase.parse(phase))
        if commanders is not None:
            state = commanded(state, **commanders)
        if units is not None:
            state = placed(state, units, owners)
        for currency, seats_ in (held or {}).items():
            state = holding(state, currency, **seats_)
        self.state = priced(state, **(prices or {}))

    def play(self, turns):
        """Deadlines, each with what `Ada` or `Ada for FRANCE` wrote: lines with `;` between them."""
        for written in turns:
            sheets = {}
            for writer, text in written.items():
                seat, commands = lines(writer, text)
                sheets[seat] = (*sheets.get(seat, ()), *commands)
            self.dice = dice(self.state.phase)
            everybody = {seat: sheets.get(seat, ()) for seat in (*self.state.investors, MASTER)}
            self.step = GAME.resolve(self.state, everybody, self.dice)
            self.state = self.step.state
        return self

    def shows(self, asked):
        """What tables ask for."""
        state, public, agenda = self.state, standing(self.state), GAME.agenda(self.state)
        whole = {
            "phase": lambda: str(state.phase),
            "sections": lambda: list(agenda.sections),
            "pace": lambda: agenda.pace,
            "draws": lambda: [one.label for one in self.dice.drawn],
            "ended": lambda: [self.step.ended.reason, *self.step.ended.winners] if self.step.ended else None,
        }
        each = {
            "commanders": public.commanders.get,
            "next": lambda power: public.next_commanders[power] if public.next_commanders else None,
            "commands": lambda seat: list(state.commands(seat)),
            "duties": lambda seat: agenda.duties[seat].name,
            "units": lambda power: [f"{unit.type} {unit.loc}" for unit in public.board.units if unit.power == power],
            "prices": public.market.prices.get,
            "cash": public.market.cash.get,
            "told": lambda asked: told(self.step, asked),
        }
        return {
            name: whole[name]() if name in whole else {key: each[name](key) for key in of} for name, of in asked.items()
        }


def lines(writer, text):
    seat, _, hat = writer.partition(" for ")
    return seat, tuple(command for line in text.split("; ") for command in read(line, hat))
