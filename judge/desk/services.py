"""The services: everything a handler needs, in one place, made once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from judge.clock import Clock
from judge.config import Config
from judge.core import dice
from judge.core.calendar import PLAIN, Calendar
from judge.core.codec import unpack_sheet
from judge.core.command import Orders, Sheet, Sheets
from judge.core.errors import InputError, SetupError
from judge.core.ids import fold
from judge.core.notice import MASTER
from judge.core.shown import Shown
from judge.core.variant import Agenda, Duty, Section, Variant
from judge.desk.cabinet.crash_guard import Shunt
from judge.desk.cabinet.files import Files, Recent
from judge.desk.cabinet.journal import Journal
from judge.desk.cabinet.keys import Keys, kept_secret
from judge.desk.cabinet.limits import Limits
from judge.desk.cabinet.records import Cause, Game, SeatRecord, SheetRecord, Status
from judge.entropy import Entropy
from judge.loglines import Log, short
from judge.store import Store

if TYPE_CHECKING:  # what reads and writes letters is loaded when the first letter comes
    from judge.desk.writing.letters import Letters
    from judge.reading import Budget, Grammar, Reader
    from judge.render.page import Picture
    from judge.render.template_renderer import TemplateRenderer

log = Log("judge.desk")
REMEMBERED = 512  # games whose agenda is kept ready
SKETCHED = 64  # rows of `drawings` whose pictures need not be planned anew
Marked = tuple[str, int, tuple[tuple[str, str], ...]]  # `Game.rules`


@dataclass
class Work:
    """What a letter has cost so far. `budgets`: what reading it may still cost, by what it is read for."""

    letter: str = ""
    orders: int = 0
    budgets: dict[str, Budget] = field(default_factory=dict)


@dataclass(eq=False, repr=False)
class Services:
    """Holds the rooms together. Handlers are functions that take it as their first argument.

    make_reader, make_renderer  make them when they are first wanted
    variants                    the games by slug, and `edition` those of other versions of their rules
    stopping                    whether the judge is to end: seen inside a letter, too
    next_deadlines              that were set in the batch at work
    """

    config: Config
    store: Store
    make_reader: Callable[[], Reader]
    make_renderer: Callable[[], TemplateRenderer]
    keys: Keys
    clock: Clock
    entropy: Entropy
    variants: Mapping[str, Variant]
    secrets: Path
    edition: Callable[[str, int], Variant | None] = lambda slug, version: None
    stopping: Callable[[], bool] = bool
    work: Work = field(default_factory=Work)
    released: list[str] = field(default_factory=list)
    next_deadlines: list[datetime] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.files = Files(self.store)
        self.journal = Journal(self.files)
        self.limits = Limits(self.store)
        self.shunt = Shunt(self.config.var / "shunt", self.store)
        # by rows of `drawings`: what state they show, and it
        self.sketches: Recent[str, tuple[str, list[Picture]]] = Recent(SKETCHED)
        self._rules: dict[tuple[str, int], Variant] = {}
        self._agendas: Recent[str, tuple[object, str, Agenda]] = Recent(REMEMBERED)  # of the newest state of a game
        self._grammars: dict[Marked, Grammar] = {}
        self._powers: dict[Marked, Mapping[str, str]] = {}

    @cached_property
    def reader(self) -> Reader:
        return self.make_reader()

    @cached_property
    def renderer(self) -> TemplateRenderer:
        return self.make_renderer()

    @cached_property
    def letters(self) -> Letters:
        from judge.desk.writing.letters import Letters

        return Letters(self.config, self.files, self.keys, self.renderer, self.known_variant)

    @property
    def shelf(self) -> Path:
        """The folder of finished games that were taken out of the store."""
        return self.config.var / "finished"

    def shelved(self) -> list[str]:
        return sorted(path.stem for path in self.shelf.glob("*.jsonl"))

    def variant(self, game: Game) -> Variant:
        """The rules the game was begun with. InputError when this judge does not have them: the game waits."""
        found = self._rules.get((game.variant, game.rules_version)) or self.known_variant(game)
        if found is None:
            present = self.variants.get(game.variant)
            has = f"has {game.variant} {present.info.rules_version}" if present else f"does not have {game.variant}"
            raise InputError(
                f"{game.key} is played by the rules {game.variant} {game.rules_version}; this judge {has}.",
                hint="It is held until its keeper installs them.",
            )
        return found

    def known_variant(self, game: Game) -> Variant | None:
        """As `variant`, or None: for listings that must go on without."""
        found = self._rules.get((game.variant, game.rules_version))
        if found is not None:
            return found
        found = self.variants.get(game.variant)
        if found is None or found.info.rules_version != game.rules_version:
            found = self.edition(game.variant, game.rules_version)
        if found is not None:
            self._rules[game.variant, game.rules_version] = found
        return found

    def calendar(self, game: Game) -> Calendar:
        """The phases of a game and their words; the plain one where this judge does not have its rules."""
        found = self.known_variant(game)
        return found.info.calendar if found else PLAIN

    def grammar(self, game: Game) -> Grammar:
        """The game's order grammar with the names its options give."""
        from judge.reading import Grammar

        mark = game.rules
        if mark not in self._grammars:
            variant = self.variant(game)
            self._grammars[mark] = Grammar(game.variant, variant.vocabulary, variant.names(game.options))
        return self._grammars[mark]

    def takes_newcomers(self, game: Game) -> bool:
        """Whether JOIN brings a seat: before the start, and later where the rules admit people in the open phase."""
        if game.status is Status.FORMING:
            return True
        running = game.status in (Status.ACTIVE, Status.PAUSED, Status.HELD)
        return running and self.variant(game).info.late_joining and self.agenda(game).newcomers

    def agenda(self, game: Game) -> Agenda:
        """What the open phase waits for now, with `report_hours` as the master has it set."""
        variant = self.variant(game)
        state, hours = self.journal.state(variant, game), game.options.get("report_hours", "")
        known = self._agendas.get(game.key)
        if known is not None and known[0] is state and known[1] == hours:
            return known[2]
        agenda = variant.agenda(state)
        agenda = replace(agenda, report_hours=int(hours)) if hours else agenda
        self._agendas.keep(game.key, (state, hours, agenda))
        return agenda

    def powers(self, game: Game) -> Mapping[str, str]:
        """Every spelling of a power, folded -> the power."""
        mark = game.rules
        if mark not in self._powers:
            names = self.variant(game).names(game.options).get("power", {})
            self._powers[mark] = {fold(way): power for power, ways in names.items() for way in (power, *ways)}
        return self._powers[mark]

    def seat_names(self, game: Game) -> tuple[str, ...]:
        """The names of a game's seats, sorted."""
        return tuple(sorted([seat.name for seat in self.files.seats(game.key).values()]))

    def section(self, game: Game, name: str) -> Section:
        info = self.variant(game).info
        return info.sections[info.order[name]]

    def sheet(self, game: Game, record: SheetRecord) -> Sheet:
        return unpack_sheet(self.variant(game).vocabulary, record.sheet)

    def orders(self, game: Game) -> Orders:
        """Every seat's sheet for the open phase, in seat order, the master's among them where there is one."""
        filed = {record.seat: self.sheet(game, record) for record in self.files.sheets(game.key, game.phase)}
        orders = {name: filed.get(name, ()) for name in self.seat_names(game)}
        if MASTER in filed:
            orders[MASTER] = filed[MASTER]
        # who may order and wrote, but has nothing on file and has done nothing at once either
        vain = [record.seat for record in self.files.sheets(game.key, game.phase) if record.wrote and not record.sheet]
        if vain:
            duties, acted = self.agenda(game).duties, self.acted(game)
            vain = [seat for seat in vain if duties.get(seat, Duty.NONE) is not Duty.NONE and seat not in acted]
        return Sheets(orders, vain)

    def acted(self, game: Game) -> set[str]:
        """The seats that have done something in the open phase that was carried out at once."""
        events = (self.journal.event(game.key, number) for number in game.acts)
        return {event["actor"] for event in events if event["kind"] == "acted"}

    def playable(self) -> list[str]:
        """The games that can be begun here, by slug."""
        return [slug for slug in sorted(self.variants) if self.variants[slug].info.stage != "draft"]

    def draw_tip(self, game: str) -> None:
        """Draw the secret end of a new game's dice chain, which is kept apart from the store."""
        kept_secret(self.secrets / "dice" / game, self.entropy, dice.written)

    def chain(self, game: str) -> list[bytes]:
        """The secret end of the game's dice chain, and what is kept of its links. SetupError if it is not here: another
        would break the chain."""
        path = self.secrets / "dice" / game
        try:
            return [bytes.fromhex(line.rpartition(" ")[2]) for line in path.read_text("ascii").strip().split("\n")]
        except FileNotFoundError:
            remedy = "Put it back from a back-up; judges that share a store share var/secrets as well."
            raise SetupError(f"The dice secret of {game} is not at {path}.", remedy) from None

    def dice_link(self, game: str, number: int) -> bytes:
        tip, *kept = self.chain(game)
        return dice.link(tip, number, kept)

    def state(self, game: Game) -> Any:
        """The state of a game now, as its variant has it."""
        return self.journal.state(self.variant(game), game)

    def standing(self, game: Game, seat: str | None) -> Shown:
        """What a seat may see now; None: what everybody may."""
        return self.variant(game).standing(self.state(game), seat)

    def log_event(
        self, game: Game, kind: str, cause: Cause, *, actor: str = "JUDGE", data: Mapping[str, object] | None = None
    ) -> int:
        seq = self.journal.append(game, kind, cause, actor, data or {})
        log.info(kind, game=game.key, seat=actor, phase=game.phase, event=seq, letter=short(cause.key))
        return seq

    def new_nonce(self) -> str:
        return self.keys.secret_word(40)

    def mark(self, game: str, address: str) -> str:
        """What stays of an address at a seat it has left: enough to know it again, and it tells nobody who it was."""
        return self.keys.mac("sat", game, address)

    def left(self, seat: SeatRecord) -> SeatRecord:
        """The seat with its sitter among those who left it, so that nobody who returns gets a second start (B-2)."""
        if not seat.address:
            return seat
        return replace(seat, former=tuple(dict.fromkeys((*seat.former, self.mark(seat.game, seat.address)))))

    def vacate(self, seat: SeatRecord, *, lapsed: bool = False) -> SeatRecord:
        """Nobody sits there any more; tokens and password of the old sitter are worth nothing. `lapsed`: nothing came
        from him, and they bring the seat back while nobody else has it (D-9)."""
        kept = (seat.address, seat.hash, seat.nonce) if lapsed else ("", "", "")
        seat = replace(self.left(seat), vacant=True, address="", hash="", nonce=self.new_nonce(), lapsed=kept)
        return self.files.save_seat(seat)
