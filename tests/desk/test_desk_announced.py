"""Whatever master, players and mail servers do in whatever order: a letter sent before the deadline that was last
announced is filed for the phase that was announced, and what an answer says of phases and times is true."""

import re
import tempfile
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from judge.core.errors import AuditError, MailFault
from judge.desk.cabinet.keys import read_token
from judge.desk.cabinet.records import Game as GameRecord
from judge.desk.cabinet.records import Status, instant
from judge.desk.phases import computing
from tests.counts import SOAK
from tests.desk.worlds import GAME, SEATS, current, events, small_game
from tests.harness import MASTER, MASTER_PASSWORD, Judge, Out, address_of, password_of

MOVES = ("EXTEND 5h", "DEADLINE", "EXTEND 50h", "PROCESS", "PAUSE", "RESUME")
WAITS = st.sampled_from((0, 1, 4, 60, 60 * 7, 60 * 26, 60 * 75))  # minutes
COUNTS = "CENTRES A 5 E 4 F 5 G 5 I 4 R 6 T 5"
NO_LONGER = re.compile(
    r"Your letter (?:answers|belongs to) (?P<phase>\w+)(?:, and the game is in (?P<now>\w+)|, which is not open now)"
)
SURFACED = re.compile(
    r"This letter arrived [^,]+?, before the close of (?P<phase>\w+) \((?P<closed>[^)]+)\), and came to light only"
    r" after (?P=phase) was resolved"
)
TAKEN_BACK = re.compile(r"This letter arrived [^,]+?, when (?P<phase>\w+) was open, and came to light only after")
TOO_LATE = re.compile(r"This letter arrived [^,]+?, after the deadline of (?P<phase>\w+) \((?P<closed>[^)]+)\)")
OLDER = re.compile(r"This letter was sent before the one on file")
AWAITED = re.compile(r"(?P<phase>\w+) is closed: its deadline is over and the master's report of the board is awaited")
CLOSED = re.compile(r"(?P<phase>\w+) (?:closed|was resolved early)[^;]* before your letter")
WARNINGS = (NO_LONGER, SURFACED, TAKEN_BACK, TOO_LATE, OLDER, AWAITED)


def following(phase: str) -> str:
    return f"F{phase[1:]}" if phase[0] == "S" else f"S{int(phase[1:5]) + 1}M"


@dataclass(frozen=True)
class Stood:
    """A phase as the journal tells of it: known to be open from, closed at, and how it ended. Its sheets closed when
    it was due, if it had to wait for a report then."""

    phase: str
    opened: datetime
    closed: datetime | None = None
    due: datetime | None = None
    resolved: bool = False
    by_clock: bool = False  # without settling: a letter of that very instant was in time for the phase before


def history(judge: Judge) -> list[Stood]:
    """Which phase stood open when, read from the journal alone; element n is round n + 1."""
    stood: list[Stood] = []
    for event in events(judge):
        at = instant(event["at"])
        if event["kind"] == "started":
            stood.append(Stood(event["phase"], at))
        elif event["kind"] == "phase_resolved":
            due = instant(event["data"]["deadline"])
            stood[-1] = replace(stood[-1], closed=at, due=due + judge.app.config.tolerance, resolved=True)
            known = at if event["cause"] else max(at, due + judge.app.config.settle)
            by_clock = not event["cause"] and not judge.app.config.settle
            stood.append(Stood(following(event["phase"]), known, by_clock=by_clock))
        elif event["kind"] == "rolled_back":
            stood[-1] = replace(stood[-1], closed=at)
            stood.append(Stood(event["data"]["to"], at))
    return stood


class Game(RuleBasedStateMachine):
    """A running game in which everything happens that moves a phase or a deadline."""

    @initialize(settle=st.sampled_from(("0m", "10m")), grid=st.sampled_from(("FRI", "MON,TUE,WED,THU,FRI,SAT,SUN")))
    def start(self, settle: str, grid: str) -> None:
        self.folder = tempfile.TemporaryDirectory()
        schedule = f"{grid} 18:00 Europe/London"
        self.judge = small_game(Path(self.folder.name), settle=settle, schedule=schedule, early="yes")
        self.judge.app.timeline.unreachable = True
        self.letters: dict[str, list[Out]] = {seat: [] for seat in SEATS}
        self.passwords = {seat: password_of(seat) for seat in SEATS}
        self.number = self.checked = 0
        self.read = 0
        self.now_and_then()

    def teardown(self) -> None:
        if hasattr(self, "folder"):
            self.folder.cleanup()

    # ---- time -------------------------------------------------------------------------------------------------

    def wait(self, minutes: int) -> None:
        """The judge is up: it ticks whenever something is due."""
        until = self.judge.clock.now() + timedelta(minutes=minutes)
        settle = self.judge.app.config.settle
        for _ in range(40):
            game = current(self.judge)
            due = instant(game.deadline) + settle if game.deadline else until
            if game.locked or game.status is not Status.ACTIVE or not self.judge.clock.now() < due < until:
                break
            self.judge.tick(due)
        self.judge.tick(until)
        self.now_and_then()

    def now_and_then(self) -> None:
        """Keep the letters players can answer."""
        for out in self.judge.relay.sent[self.read :]:
            token = read_token(out.header("Reply-To").partition("+")[2].partition("@")[0])
            for seat in SEATS:
                if token is not None and out.to == address_of(seat):
                    self.letters[seat].append(out)
        self.read = len(self.judge.relay.sent)

    def order(self) -> str:
        self.number += 1
        return f"SELL {self.number} LIRA"

    def stored(self, since: int) -> list[str]:
        """For which phases orders were filed since then."""
        return [e["data"]["for"] for e in events(self.judge)[since:] if e["kind"] == "orders_stored"]

    def master(self, text: str, at: datetime | None = None) -> None:
        since = self.read
        self.judge.master(GAME, text, at=at)
        self.check_all(since)
        self.now_and_then()

    # ---- players ----------------------------------------------------------------------------------------------

    @rule(seat=st.sampled_from(SEATS), minutes=WAITS, way=st.sampled_from(("password", "reply", "named", "old reply")))
    def somebody_orders(self, seat: str, minutes: int, way: str) -> None:
        """A letter stamped now."""
        self.wait(minutes)
        record = self.judge.services.files.seat(GAME, seat)
        if record is None or record.vacant:
            return
        game, since, before = current(self.judge), self.read, self.judge.services.journal.length(GAME)
        if self.at(self.judge.clock.now()).phase != game.phase:
            return  # the very instant of a deadline
        text, opening = self.order(), f'SIGNON "{seat}"@{GAME} {self.passwords[seat]}\n'
        answered, to = game.phase, "judge@judge.test"
        if way == "named":
            text = f"FOR {game.phase}:\n{text}"
        if way.endswith("reply"):
            opening, letters = "", self.replies(seat)
            if not letters:
                return
            out = letters[-1] if way == "reply" else letters[len(letters) // 2]
            to, answered = out.header("Reply-To"), self.phase_of(out)
        self.judge.post(address_of(seat), opening + text, to=to)
        self.judge.tick()
        answers = self.answers(since, seat)
        in_time = not game.locked and self.judge.clock.now() <= instant(game.deadline)
        if game.status is Status.ACTIVE and in_time:
            meant = way in ("password", "named") or answered == game.phase
            assert self.stored(before) == ([game.phase] if meant else []), (way, [a.text for a in answers])
            assert not (meant and [a.text for a in answers if any(w.search(a.flat) for w in WARNINGS)])
        self.check_all(since)
        self.now_and_then()

    def replies(self, seat: str) -> list[Out]:
        """Letters whose reply address still works: not of a sitter who left, not far too old."""
        record = self.judge.services.files.seat(GAME, seat)
        assert record is not None
        good = []
        for out in self.letters[seat]:
            token = read_token(out.header("Reply-To").partition("+")[2].partition("@")[0])
            assert token is not None
            if self.judge.services.keys.matches(token, record.nonce) and current(self.judge).round - token.round <= 12:
                good.append(out)
        return good

    def phase_of(self, out: Out) -> str:
        """The phase a letter of ours spoke of: that of its token's round."""
        token = read_token(out.header("Reply-To").partition("+")[2].partition("@")[0])
        assert token is not None and token.round
        return history(self.judge)[token.round - 1].phase

    @rule(seat=st.sampled_from(SEATS), minutes=WAITS, hours=st.sampled_from((1, 3, 30, 100, 200)))
    def a_letter_comes_to_light(self, seat: str, minutes: int, hours: int) -> None:
        """Stamped long ago, and found only now."""
        self.wait(minutes)
        since, at = self.read, self.judge.clock.now() - timedelta(hours=hours)
        text = f'SIGNON "{seat}"@{GAME} {self.passwords[seat]}\n{self.order()}'
        before = self.judge.services.journal.length(GAME)
        self.judge.post(address_of(seat), text, at=at)
        self.judge.tick()
        for phase in self.stored(before):
            assert self.at(at).phase == phase == current(self.judge).phase
        self.check_all(since)
        self.now_and_then()

    @rule(seat=st.sampled_from(SEATS), minutes=WAITS)
    def somebody_is_ready(self, seat: str, minutes: int) -> None:
        self.wait(minutes)
        self.say(seat, "READY")

    @rule(minutes=WAITS)
    def everybody_is_ready(self, minutes: int) -> None:
        self.wait(minutes)
        for seat in SEATS:
            self.say(seat, "READY")

    def say(self, seat: str, text: str) -> None:
        since = self.read
        self.judge.say(address_of(seat), f'SIGNON "{seat}"@{GAME} {self.passwords[seat]}\n{text}')
        self.check_all(since)
        self.now_and_then()

    # ---- the master -------------------------------------------------------------------------------------------

    @rule(minutes=WAITS)
    def process(self, minutes: int) -> None:
        self.wait(minutes)
        self.master(f"PROCESS {current(self.judge).phase}")

    @rule(minutes=WAITS, late=st.sampled_from((0, 0, 2, 40)))
    def report(self, minutes: int, late: int) -> None:
        """The report of the year, sometimes stamped before it comes to light."""
        self.wait(minutes)
        phase = current(self.judge).phase
        if phase.startswith("F"):
            self.master(f"RESULT {phase[:5]} {COUNTS}", at=self.judge.clock.now() - timedelta(hours=late))

    @precondition(lambda self: current(self.judge).played)
    @rule(minutes=WAITS, back=st.integers(1, 3))
    def rollback(self, minutes: int, back: int) -> None:
        self.wait(minutes)
        played = current(self.judge).played
        if played:
            self.master(f"ROLLBACK TO {played[-min(back, len(played))].phase} once more")

    @rule(minutes=WAITS, hours=st.sampled_from((1, 24, 90)))
    def extend(self, minutes: int, hours: int) -> None:
        self.wait(minutes)
        self.master(f"EXTEND {hours}h a holiday")

    @rule(minutes=WAITS, hours=st.sampled_from((1, 20, 100)))
    def deadline(self, minutes: int, hours: int) -> None:
        self.wait(minutes)
        self.master(f"DEADLINE {self.judge.after(hours=hours):%Y-%m-%d %H:%M}")

    @rule(minutes=WAITS, word=st.sampled_from(("PAUSE", "RESUME", "RESUME")))
    def pause(self, minutes: int, word: str) -> None:
        self.wait(minutes)
        self.master(word)

    @precondition(lambda self: not running(current(self.judge)))
    @rule(minutes=WAITS, again=st.sampled_from((1, 1, 2)))
    def the_game_goes_on(self, minutes: int, again: int) -> None:
        """Whatever it waits for comes, so that games do not stand still for long."""
        self.wait(minutes)
        for _ in range(again):
            game = current(self.judge)
            if game.status in (Status.PAUSED, Status.HELD):
                self.master("RESUME")
            elif game.locked:
                self.master(f"RESULT {game.phase[:5]} {COUNTS}")

    @rule(minutes=WAITS)
    def a_fault_holds_the_game(self, minutes: int) -> None:
        """The books do not balance, until the master tries again."""
        self.wait(minutes)
        audit = computing.audit

        def broken(*args: object) -> None:
            raise AuditError("the books do not balance")

        computing.audit = broken
        try:
            self.master(f"PROCESS {current(self.judge).phase}")
        finally:
            computing.audit = audit

    @rule(minutes=WAITS, seat=st.sampled_from(SEATS))
    def somebody_new(self, minutes: int, seat: str) -> None:
        """EJECT, and the seat is taken over under a new password."""
        self.wait(minutes)
        self.master(f'EJECT "{seat}" out')
        self.passwords[seat] = f"{seat[:2].lower()}-new{self.number}"
        self.judge.say(address_of(seat), f'TAKEOVER "{seat}"@{GAME} PASSWORD {self.passwords[seat]}')
        self.now_and_then()

    # ---- the mail ---------------------------------------------------------------------------------------------

    @rule(
        hours=st.sampled_from((1, 30, 80)),
        written=st.lists(st.tuples(st.integers(0, 79), st.sampled_from((*SEATS, *MOVES))), max_size=5),
        unreachable=st.booleans(),
    )
    def the_judge_is_down(self, hours: int, written: list[tuple[int, str]], unreachable: bool) -> None:
        """Letters pile up meanwhile; or the mail server could not be reached at all."""
        start, since = self.judge.clock.now(), self.read
        if unreachable:
            self.away(hours)
        for hour, what in sorted(written):
            at = start + timedelta(hours=min(hour, hours), minutes=hour)
            self.write(what, at)
        self.judge.tick(start + timedelta(hours=hours, minutes=81))
        self.check_all(since)
        self.wait(30)

    @precondition(lambda self: running(current(self.judge)))
    @rule(
        written=st.lists(
            st.tuples(st.sampled_from((-170, -90, -30, -1, 1, 90, 170)), st.sampled_from((*SEATS, *MOVES))),
            min_size=1,
            max_size=5,
        )
    )
    def the_judge_is_down_over_the_deadline(self, written: list[tuple[int, str]]) -> None:
        game, since = current(self.judge), self.read
        due = instant(game.deadline)
        if due - timedelta(minutes=180) < self.judge.clock.now():
            return
        for minutes, what in sorted(written):
            self.write(what, due + timedelta(minutes=minutes))
        self.judge.tick(due + timedelta(hours=3))
        self.check_all(since)
        self.wait(30)

    def write(self, what: str, at: datetime) -> None:
        """A letter of a player, or a word of the master's."""
        if what in SEATS:
            text = f'SIGNON "{what}"@{GAME} {self.passwords[what]}\n{self.order()}'
            self.judge.post(address_of(what), text, at=at)
            return
        said = {"DEADLINE": f" {at + timedelta(hours=1):%Y-%m-%d %H:%M}", "PROCESS": f" {current(self.judge).phase}"}
        self.judge.post(MASTER, f"MASTER {GAME} {MASTER_PASSWORD}\n{what}{said.get(what, '')}", at=at)

    def away(self, hours: int) -> None:
        real = self.judge.inbox.fetch

        def fetch(limit: int, until: object = None) -> list[object]:
            raise MailFault("the mail server does not answer")

        self.judge.inbox.fetch = fetch  # type: ignore[assignment,method-assign]
        self.judge.tick(self.judge.after(minutes=1))
        self.judge.inbox.fetch = real  # type: ignore[method-assign]

    # ---- what must hold ---------------------------------------------------------------------------------------

    def answers(self, since: int, seat: str) -> list[Out]:
        sent = self.judge.relay.sent[since:]
        return [out for out in sent if out.to == address_of(seat) and "received" in (out.json or {})]

    def at(self, stamp: datetime) -> Stood:
        """The phase that stood open then, by the journal; the first for what was written before the start."""
        past = history(self.judge)
        found = [s for s in past if s.opened < stamp or (s.opened == stamp and not s.by_clock)]
        return found[-1] if found else past[0]

    def check_all(self, since: int) -> None:
        """Everything that was said about phases and times, by the journal."""
        past = history(self.judge)
        for event in events(self.judge)[self.checked :]:
            if event["kind"] == "orders_stored" and event["actor"] in SEATS:
                assert event["data"]["for"] == self.at(instant(event["at"])).phase
        self.checked = self.judge.services.journal.length(GAME)
        for out in self.judge.relay.sent[since:]:
            text = out.flat
            for found in SURFACED.finditer(text):
                said = [at for s in past if s.phase == found["phase"] and s.resolved for at in (s.closed, s.due)]
                assert any(f"{at:%H:%M}" in found["closed"] for at in said), out.text
            for found in TAKEN_BACK.finditer(text):
                assert any(s.phase == found["phase"] and s.closed for s in past), out.text
            if not out.json or "received" not in out.json:
                continue
            stamp, phase = instant(out.json["received"]), out.json["phase"]
            for found in NO_LONGER.finditer(text):
                assert found["phase"] != phase, out.text
                assert found["now"] in (None, phase), out.text
                if "Your letter belongs to" in found[0]:
                    self.belongs(stamp, found["phase"], out)
            for found in TOO_LATE.finditer(text):
                self.belongs(stamp, found["phase"], out)
            for found in AWAITED.finditer(text):
                assert found["phase"] == phase, out.text
            for found in CLOSED.finditer(text):
                assert any(s.phase == found["phase"] and s.closed and s.closed <= stamp for s in past), out.text

    def belongs(self, stamp: datetime, phase: str, out: Out) -> None:
        assert self.at(stamp).phase == phase, out.text

    @invariant()
    def a_running_game_has_its_deadline_ahead(self) -> None:
        """Nothing is forgotten: whoever waits sees the phase end."""
        if not hasattr(self, "judge"):
            return
        game = current(self.judge)
        if game.status is Status.ACTIVE and not game.locked:
            rows = [
                d for d in self.judge.services.store.table("deadlines").find("game", GAME) if d["kind"] == "deadline"
            ]
            assert [row["due"] for row in rows] == [game.deadline]
            assert instant(game.deadline) + self.judge.app.config.settle >= self.judge.clock.now()

    @invariant()
    def openings_never_go_back(self) -> None:
        if hasattr(self, "judge"):
            opened = [stood.opened for stood in history(self.judge)]
            assert opened == sorted(opened)
            assert current(self.judge).phase == history(self.judge)[-1].phase


def running(game: GameRecord) -> bool:
    """Whether a deadline lies ahead."""
    return game.status is Status.ACTIVE and not game.locked


TestGame = Game.TestCase
TestGame.settings = settings(
    max_examples=400 if SOAK else 6,
    stateful_step_count=40 if SOAK else 25,
    deadline=None,
    derandomize=not SOAK,
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.parametrize(
    ("asked", "why"), [("1440h", ""), ("1441h", "has 1440 hours at most."), ("0h", "has an hour at least.")]
)
def test_a_deadline_is_moved_by_sixty_days_at_the_most(judge: Judge, asked: str, why: str) -> None:
    before = judge.game(GAME).deadline
    answer = judge.master(GAME, f"EXTEND {asked}")[-1]
    assert (judge.game(GAME).deadline != before) is not bool(why)
    assert f"An extension {why}" in answer.text if why else "An extension" not in answer.text
