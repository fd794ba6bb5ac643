"""Worlds for the tests that ask everything in every state: one game of each kind, walked to a state, and left so."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from judge.core.variant import Role, Variant
from judge.desk.cabinet.records import Cause, Status
from judge.desk.words import enrol
from judge.games import variants
from tests.harness import Judge, Out, Standing, address_of, password_of
from tests.memory_engine import MemoryEngine
from tests.once import once
from tests.stores import memory_store

GAMES = variants()
GAME = "game7"
every_game = pytest.mark.parametrize("slug", sorted(GAMES))
BEASTS = ("Lupus", "Grey Wolf", "Vulpes", "Ursa", "Aquila", "Corvus", "Felis", "Lynx", "Meles")
OBSERVER, STRANGER, KEEPER = "observer@example.test", "stranger@example.test", "keeper@example.test"
SMALL_TABLE = {
    "diplomacy": {"empty": "hold"},
    "payola": {"empty": "dummy"},
    "troubleshooter": {"start_units": "1000", "sell_limit": "500", "separate": "no"},
    "capitalist": {"last_year": "1901"},
}
"""What a game must be told so that it starts with the least number of players, lets one of them have two seats where
that is for the master to say, and can be over soon."""
REPORT = """RESULT {year}
OWNERS
AUSTRIA: BUD TRI VIE
ENGLAND: EDI LON LVP
FRANCE: BRE MAR PAR
GERMANY: BER KIE MUN
ITALY: NAP ROM VEN
RUSSIA: MOS SEV STP WAR
TURKEY: ANK CON SMY
UNITS
AUSTRIA: A BUD, A TRI, A VIE
ENGLAND: A EDI, A LON, A LVP
FRANCE: A BRE, A MAR, A PAR
GERMANY: A BER, A KIE, A MUN
ITALY: A NAP, A ROM, A VEN
RUSSIA: A MOS, A SEV, A STP, A WAR
TURKEY: A ANK, A CON, A SMY
END"""
STATES = ("forming", "active", "awaiting", "paused", "held", "resolved", "finished")
SCHEDULE = {"schedule": "FRI 18:00 Europe/London"}
MOST_DEADLINES = 12


def boards(variant: Variant) -> list[str]:
    """The values of the option `board`, hosted alone where there is none."""
    found = [option for option in variant.info.options if option.name == "board"]
    return list(found[0].choices) if found else ["hosted"]


def worlds() -> list[tuple[str, str, str]]:
    """Every (variant, board, state) there is: only a board reported from elsewhere has a report to wait for."""
    return [
        (slug, board, state)
        for slug, variant in GAMES.items()
        for board in boards(variant)
        for state in STATES
        if state != "awaiting" or board == "reported"
    ]


@dataclass
class World:
    """A judge with one game in a state. `seats` are those of the table, the first of them sends the letters; `double`
    is a seat whose player has another one as well, "" where the rules know no such thing; `old` are letters of earlier
    phases that a slow reader answers."""

    judge: Judge
    slug: str
    board: str
    state: str
    seats: tuple[str, ...] = ()
    double: str = ""
    old: list[Out] = field(default_factory=list)
    mark: int = 0  # letters sent before the world was looked at

    @property
    def variant(self) -> Variant:
        return GAMES[self.slug]

    @property
    def phase(self) -> str:
        return self.judge.game(GAME).phase

    @contextmanager
    def unchanged(self) -> Iterator[Judge]:
        """The judge as it stands; what happens meanwhile is undone at the end."""
        judge, now, sent = self.judge, self.judge.clock.now(), len(self.judge.relay.sent)
        storage = judge.app.store.storage
        engine = storage.engine
        assert isinstance(engine, MemoryEngine)
        mark = MemoryEngine({})
        mark.stand_as(engine)
        try:
            yield judge
        finally:
            engine.stand_as(mark)
            storage.generation += 1  # whatever was derived from the rows is void, and so are rows that were read
            storage._hot.clear()
            judge.clock.set(now)
            del judge.relay.sent[sent:]
            judge.inbox.waiting.clear()
            judge.services.released.clear()


def table(slug: str, board: str) -> tuple[tuple[str, ...], str]:
    """The seats of a small table, and the seat of the pair whose player has two, "" where there is none."""
    variant = GAMES[slug]
    powers = [str(name) for name in variant.names({o.name: o.default for o in variant.info.options}).get("power", {})]
    low = max(variant.info.players[0], 2)
    others = [role for role in variant.info.roles if role is not Role.POWER]
    if Role.POWER not in variant.info.roles or (others and board == "reported"):
        return BEASTS[: max(low, 3)], ""
    if not others:
        return tuple(powers[: max(low, 3)]), ""
    return (*BEASTS[: max(low, 3)], *powers), powers[0]


def world(folder: Path, slug: str, board: str, state: str, **settings: str) -> World:
    """A game walked to this state; `settings` are the judge's."""
    made = World(Judge(folder, store=memory_store(), **settings), slug, board, state, *table(slug, board))
    name = f"world.{slug}.{board}.{state}.{settings}"
    standing, made.old = once(name, lambda: walked(made))
    standing.copied_to(made.judge)
    return made


def walked(made: World) -> tuple[Standing, list[Out]]:
    """Where its judge stands then, and the old letters."""
    judge, variant = made.judge, made.variant
    chosen = {"board": made.board} if len(boards(variant)) > 1 else {}
    judge.new(GAME, made.slug, **chosen, **SMALL_TABLE.get(made.slug, {}), **SCHEDULE)
    judge.join(GAME, *(seat for seat in made.seats if seat != made.double))
    if made.double:
        with judge.app.store.batch():
            enrol.take_seat(
                judge.services,
                judge.game(GAME),
                made.double,
                address_of(made.seats[0]),
                password_of(made.double),
                Cause(judge.clock.now()),
            )
    judge.services.files.subscribe(GAME, OBSERVER)
    judge.tick()
    if made.state != "forming":
        walk(made)
    return Standing(judge), made.old


def walk(made: World) -> None:
    """From the start to the state. Some sheets are on file on the way, and letters of an older phase are kept."""
    judge = made.judge
    judge.start(GAME)
    judge.tick(judge.after(hours=1))
    judge.orders(GAME, made.seats[0], orders(made.variant))
    if made.state in ("resolved", "finished"):
        made.old = [judge.letters(address_of(made.seats[0]))[-1]]
        resolve(judge)
    if made.state == "awaiting":
        while not judge.game(GAME).locked:
            judge.resolve(GAME)
    elif made.state == "paused":
        judge.master(GAME, "PAUSE for the holidays")
    elif made.state == "held":
        hold(made)
    elif made.state == "finished":
        finish(made)
    if made.state != "held":
        judge.tick(judge.after(minutes=5))
    wanted = {"held": Status.HELD, "paused": Status.PAUSED, "finished": Status.FINISHED}
    assert judge.game(GAME).status is wanted.get(made.state, Status.ACTIVE)


def orders(variant: Variant) -> str:
    """Every example of the game's own orders: some can stand, some cannot."""
    return "\n".join(example for entry in variant.info.help for example in entry.examples)


def report(judge: Judge) -> str:
    return REPORT.format(year=judge.game(GAME).phase[:-1])


def resolve(judge: Judge) -> None:
    """Let the deadline pass, with the master's report where the game waits for one."""
    judge.resolve(GAME)
    if judge.game(GAME).locked:
        judge.master(GAME, report(judge))
    assert not judge.game(GAME).locked


def hold(made: World) -> None:
    """A fault in the rules holds the game at its deadline."""

    def broken(*args: object) -> None:
        raise RuntimeError("the rules have a fault")

    log = logging.getLogger("judge")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(made.variant), "resolve", broken)
        patch.setattr(log, "disabled", True)
        made.judge.resolve(GAME)
        if made.judge.game(GAME).status is not Status.HELD:
            made.judge.master(GAME, report(made.judge))


def finish(made: World) -> None:
    """To the end by whatever ends it: the master's word, the votes of all, or the last of what there was to play."""
    judge = made.judge
    for _ in range(MOST_DEADLINES):
        if judge.game(GAME).status is Status.FINISHED:
            return
        for seat in made.seats:
            judge.orders(GAME, seat, "VOTE DRAW")
        judge.master(GAME, "END DRAW")
        if judge.game(GAME).status is not Status.FINISHED:
            resolve(judge)
    assert judge.game(GAME).status is Status.FINISHED


# ---- what was written ---------------------------------------------------------------------------------------------


class Faults(logging.Handler):
    """Everything the judge logs as an error, or with a traceback."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.ERROR or record.exc_info:
            self.found.append(logging.Formatter().format(record))


@contextmanager
def faultless() -> Iterator[list[str]]:
    """Collects what the judge logs as errors."""
    handler, log = Faults(), logging.getLogger("judge")
    log.addHandler(handler)
    try:
        yield handler.found
    finally:
        log.removeHandler(handler)
