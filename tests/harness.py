"""A judge in memory for tests: letters in, letters out, with a driven clock, fixed secrets and no files but caches."""

from __future__ import annotations

import email
import os
import re
import weakref
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from email.message import Message as Mime
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from judge.app import App, open_app
from judge.audit import replay_game
from judge.clock import SetClock
from judge.config import Config, JudgeSettings, MailSettings
from judge.desk.cabinet.keys import SlowHasher
from judge.desk.cabinet.records import Cause, Game, Person, SeatRecord
from judge.desk.mailroom.own import reader_of
from judge.desk.words import addresses, creating, enrol
from judge.entropy import SeededEntropy
from judge.mail.outbound import Parcel
from judge.mail.reading import ReadingRules, Signatures
from judge.post import Delivery, Outcome, Receipt
from judge.reading import Reader
from judge.render.template_renderer import TemplateRenderer
from judge.share import share
from judge.store import Store
from tests.memory_engine import MemoryEngine
from tests.once import once
from tests.stores import ON_SERVER, memory_store

START = datetime(2026, 1, 5, 12, tzinfo=UTC)
MASTER = "gm@example.test"
MASTER_PASSWORD = "gm-secret"
HASHER = SlowHasher(64, 1)
POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Out:
    """A letter that went out, as its reader sees it. It is opened when somebody looks at it: most are not."""

    to: str
    raw: bytes = field(repr=False)

    @cached_property
    def subject(self) -> str:
        unfolded = str(self._head["Subject"]).replace("\r\n", "")
        return str(email.header.make_header(email.header.decode_header(unfolded)))

    @cached_property
    def text(self) -> str:
        assert "text/plain" in self.kinds
        return self.part("text/plain").decode("utf-8").replace("\r\n", "\n")

    @cached_property
    def flat(self) -> str:
        """The words in one line, however they were broken."""
        return " ".join(self.text.split())

    @cached_property
    def mime(self) -> Mime:
        return email.message_from_bytes(self.raw)

    def header(self, name: str) -> str:
        return str(self._head.get(name, ""))

    @property
    def thread(self) -> tuple[str, str]:
        """What a mail program writes into the head of an answer."""
        own = self.header("Message-ID")
        return f"In-Reply-To: {own}", f"References: {self.header('References')} {own}".replace("\n", "")

    @property
    def kinds(self) -> list[str]:
        """The content types of its parts, from the outside in."""
        return [part.get_content_type() for part in self.mime.walk()]

    def part(self, kind: str) -> bytes:
        """The first part of that content type, empty if there is none."""
        parts = (part for part in self.mime.walk() if part.get_content_type() == kind)
        return next((bytes(part.get_payload(decode=True)) for part in parts), b"")  # type: ignore[arg-type]

    @property
    def page(self) -> str:
        """The letter as a page."""
        return self.part("text/html").decode("utf-8")

    @cached_property
    def _head(self) -> Mime:
        """The headers alone: most tests look at nothing else of most letters."""
        return email.message_from_bytes(self.raw.partition(b"\r\n\r\n")[0])

    @property
    def json(self) -> Any:
        """The first machine part."""
        return next(iter(self.machines), None)

    @cached_property
    def machines(self) -> list[Any]:
        """All machine parts: a player's results have his own beside everybody's."""
        import json

        pieces = [part for part in self.mime.walk() if part.get_content_type() == "application/json"]
        return [json.loads(bytes(piece.get_payload(decode=True))) for piece in pieces]  # type: ignore[arg-type]

    def machine(self, kind: str) -> Any:
        """The machine part of that schema, None if there is none."""
        return next((part for part in self.machines if part["schema"] == f"postal-judge/{kind}"), None)


class QueueInbox:
    """A mailbox in memory with the timeline's horizon."""

    def __init__(self) -> None:
        self.waiting: list[Delivery] = []
        self.handed: set[str] = set()
        self.settled: dict[str, str] = {}
        self.last_search: datetime | None = None
        self.retry_after = 0.0
        self.stuck: set[str] = set()

    def fetch(self, limit: int, until: datetime | None = None) -> Sequence[Delivery]:
        ripe = [d for d in self.waiting if d.uid not in self.handed and (until is None or d.arrived <= until)]
        found = sorted(ripe, key=lambda d: (d.arrived, d.uid))[:limit]
        self.handed |= {d.uid for d in found}
        return found

    def settle(self, uids: Sequence[str], folder: str) -> None:
        for uid in uids:
            self.settled[uid] = folder
        self.waiting = [d for d in self.waiting if d.uid not in uids]

    def release(self, uids: Sequence[str]) -> None:
        self.handed -= set(uids)

    def again(self, uid: str) -> Delivery | None:
        return next((d for d in self.waiting if d.uid == uid and uid in self.handed), None)

    def wait(self, seconds: float) -> bool:
        return bool(self.waiting)

    def wake(self) -> None: ...

    def close(self) -> None: ...


class CaptureRelay:
    """Keeps what is sent; `down` makes it unreachable."""

    safe_to_repeat = True

    def __init__(self) -> None:
        self.sent: list[Out] = []
        self.down = False

    def send(self, key: str, sender: str, recipient: str, raw: bytes) -> Receipt:
        return self.send_many([Parcel(key, sender, recipient, raw)])[0]

    def send_many(self, parcels: Sequence[Parcel]) -> list[Receipt]:
        if self.down:
            return [Receipt(Outcome.RETRY, 0, "relay down")] * len(parcels)
        self.sent += [Out(parcel.recipient, parcel.raw) for parcel in parcels]
        return [Receipt(Outcome.SENT)] * len(parcels)

    def close(self) -> None: ...


def built() -> Path | None:
    """The folder `var/cache` of all homes of a test run: what is made of grammars and templates (conftest.py)."""
    folder = os.environ.get("JUDGE_TEST_CACHE")
    return Path(folder) if folder else None


def share_cache(home: Path) -> None:
    """A judge that runs in a process of its own takes what others have built."""
    (home / "var/cache").rmdir()
    (home / "var/cache").symlink_to(os.environ["JUDGE_TEST_CACHE"])


@cache
def shared_renderer() -> TemplateRenderer:
    """Compiling the templates takes longer than most tests: it is done once."""
    cache = built()
    return TemplateRenderer(share(), cache=cache and cache / "templates")


@cache
def shared_reader() -> Reader:
    """Building the parsers too."""
    return Reader(share(), built())


class Judge:
    """A judge under test. Times are given as datetimes, or as hours after the start. Without `html` it draws nothing:
    most tests ask for words, and charts cost more than everything else."""

    def __init__(
        self, folder: Path, *, store: Store | None = None, seed: str = "story", html: bool = False, **settings: str
    ) -> None:
        self.seed = seed if store is None and not ON_SERVER else ""
        names = ("received_by", "reply", "plus", "per_hour", "per_day")
        own = {name: settings.pop(name) for name in names if name in settings}
        mail = MailSettings(settle=settings.pop("settle", "0m"), **own)  # type: ignore[arg-type]
        judge = JudgeSettings(
            **{
                "name": "TEST",
                "address": "judge@judge.test",
                "list": "results@list.test",
                "zone": "Europe/London",
                "keeper": "keeper@example.test",
                "html": html,
                **settings,
            }  # type: ignore[arg-type]
        )
        (folder / "var" / "cache").mkdir(parents=True, exist_ok=True)
        self.clock = SetClock(START)
        own_words = (folder / "var" / "templates").is_dir()
        renderer = None if own_words else shared_renderer()
        self.app: App = open_app(
            Config(folder, judge, mail),
            clock=self.clock,
            entropy=SeededEntropy(seed),
            hasher=HASHER,
            store=self._fresh_store() if store is None else store,
            reader=shared_reader(),
            renderer=renderer,
        )
        self.inbox = QueueInbox()
        self.relay = CaptureRelay()
        self.app.__dict__["inbox"] = self.inbox
        self.app.__dict__["relay"] = self.relay
        self.posted = 0

    def _fresh_store(self) -> Store:
        """In memory; on a PostgreSQL server of the tests' own with JUDGE_TEST_STORE=postgresql."""
        if not ON_SERVER:
            return memory_store()
        from tests.pgserver import give_back, lend_store

        store, url = lend_store()
        weakref.finalize(self, give_back, store, url)
        return store

    @property
    def services(self):  # type: ignore[no-untyped-def]
        return self.app.services

    def reads_by(self, rules: ReadingRules, signatures: Signatures | None = None) -> None:
        """Read letters by other rules than those of the settings."""
        self.app.timeline.room.read = reader_of(self.services, rules, signatures)  # type: ignore[method-assign]

    # ---- time -------------------------------------------------------------------------------------------------

    def tick(self, at: datetime | None = None) -> list[Out]:
        """One tick; returns the letters it sent."""
        if at is not None:
            self.clock.set(at)
        before = len(self.relay.sent)
        self.app.once(self.clock.now())
        return self.relay.sent[before:]

    def after(self, **delta: float) -> datetime:
        return self.clock.now() + timedelta(**delta)

    # ---- letters ----------------------------------------------------------------------------------------------

    def post(
        self,
        sender: str,
        text: str,
        *,
        at: datetime | None = None,
        to: str = "judge@judge.test",
        subject: str = "orders",
        headers: Sequence[str] = (),
    ) -> str:
        """Put a letter into the mailbox, stamped `at`; returns its uid."""
        self.posted += 1
        stamp = at or self.clock.now()
        head = [
            *headers,
            f"From: {sender}",
            f"To: {to}",
            f"Subject: {subject}",
            f"Message-ID: <{self.posted}@mail.test>",
            f"Date: {stamp:%a, %d %b %Y %H:%M:%S} +0000",
            "Content-Type: text/plain; charset=utf-8",
        ]
        raw = ("\n".join(head) + "\n\n" + text + "\n").encode("utf-8")
        return self.put(raw, stamp)

    def put(self, raw: bytes, at: datetime | None = None) -> str:
        uid = f"{len(self.inbox.settled) + len(self.inbox.waiting):06d}"
        self.inbox.waiting.append(Delivery(uid, raw, at or self.clock.now()))
        return uid

    def say(self, sender: str, text: str, **more: Any) -> list[Out]:
        """Post and tick; returns what came back."""
        self.post(sender, text, **more)
        return self.tick()

    def reply(self, letter: Out, text: str, **more: Any) -> list[Out]:
        """Answer one of the judge's letters, as a mail program does."""
        return self.say(letter.to, text, to=letter.header("Reply-To"), **more)

    def letters(self, to: str = "", subject: str = "") -> list[Out]:
        return [out for out in self.relay.sent if to in out.to and subject in out.subject]

    def on_file(self, game: str, seat: str, phase: str = "") -> list[str]:
        """A seat's sheet for a phase, the open one at first, as it is printed."""
        record = self.services.files.sheet(game, phase or self.game(game).phase, seat)
        return [command.canonical() for command in self.services.sheet(self.game(game), record)]

    # ---- games ------------------------------------------------------------------------------------------------

    def new(self, name: str, variant: str, /, **options: str) -> Game:
        with self.app.store.batch():
            game, _ = creating.create(
                self.services, name, variant, options, MASTER, MASTER_PASSWORD, Cause(self.clock.now(), "test")
            )
        return game

    def join(self, game: str, *seats: str) -> None:
        """Seat people: `Lupus` sits at lupus@example.test with the password lupus-pass."""
        with self.app.store.batch():
            for seat in seats:
                address = address_of(seat)
                if self.services.files.person(address) is None:
                    addresses.make_person(self.services, address, f"Person behind {seat}", "")
                enrol.take_seat(
                    self.services,
                    self.game(game),
                    seat,
                    address,
                    password_of(seat),
                    Cause(self.clock.now(), f"join {seat}"),
                )

    def start(self, game: str) -> Game:
        with self.app.store.batch():
            return creating.start_game(self.services, self.game(game), Cause(self.clock.now(), "test"))

    def with_game(self, name: str, variant: str, /, *seats: str, **options: str) -> Judge:
        """Make a game, seat people, start it and send its letters. What was so made once is copied."""
        if not self.seed or self.posted or self.services.files.games():
            return self._founded(name, variant, seats, options)
        settings = str(replace(self.services.config, home=Path()))
        known = self.seed, settings, self.clock.now(), *self.services.variants
        key = repr((*known, name, variant, seats, *sorted(options.items())))
        game = f"game.{sha256(key.encode()).hexdigest()}"
        once(game, lambda: Standing(self._founded(name, variant, seats, options))).copied_to(self)
        return self

    def _founded(self, name: str, variant: str, seats: Sequence[str], options: Mapping[str, str]) -> Judge:
        self.new(name, variant, **options)
        self.join(name, *seats)
        self.start(name)
        self.tick()
        return self

    def game(self, name: str) -> Game:
        game = self.services.files.game(name)
        assert game is not None
        return game

    def seat(self, game: str, name: str) -> SeatRecord:
        seat = self.services.files.seat(game, name)
        assert seat is not None
        return seat

    def person(self, address: str) -> Person:
        person = self.services.files.person(address)
        assert person is not None
        return person

    def orders(self, game: str, seat: str, text: str, **more: Any) -> list[Out]:
        """A signed-on letter from a seat."""
        return self.say(address_of(seat), f"SIGNON {seat}@{game} {password_of(seat)}\n{text}\nSIGNOFF", **more)

    def master(self, game: str, text: str, **more: Any) -> list[Out]:
        return self.say(MASTER, f"MASTER {game} {MASTER_PASSWORD}\n{text}\nSIGNOFF", **more)

    def deadline(self, game: str) -> datetime:
        return datetime.fromisoformat(self.game(game).deadline)

    def resolve(self, game: str) -> list[Out]:
        """Let the deadline pass."""
        return self.tick(self.deadline(game) + self.app.config.settle)

    def differences(self) -> list[str]:
        """What a replay of every game finds wrong."""
        return [d for game in self.services.files.games() for d in replay_game(self.services, game).differences]


class Standing:
    """Where a judge with its store in memory stood."""

    def __init__(self, judge: Judge) -> None:
        self.engine = MemoryEngine({})
        self.engine.stand_as(judge.app.store.storage.engine)  # type: ignore[arg-type]
        self.sent, self.drawn = tuple(judge.relay.sent), judge.services.entropy._drawn
        self.now, self.posted = judge.clock.now(), judge.posted
        folder = judge.app.config.var
        self.secrets = {
            path.relative_to(folder): path.read_bytes() for path in folder.glob("secrets/**/*") if path.is_file()
        }

    def copied_to(self, judge: Judge) -> None:
        """Let a new judge of the same settings stand there."""
        judge.app.store.storage.engine.stand_as(self.engine)  # type: ignore[attr-defined]
        judge.relay.sent, judge.services.entropy._drawn = list(self.sent), self.drawn
        judge.clock.set(self.now)
        judge.posted = self.posted
        for path, content in self.secrets.items():
            place = judge.app.config.var / path
            place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            place.write_bytes(content)
            place.chmod(0o600)


def founded(
    app: App,
    name: str,
    people: Mapping[str, str] | Iterable[str],
    *,
    at: datetime | None = None,
    password: str = "",
    master: str = MASTER,
    **options: str,
) -> Game:
    """A running Bourse in an open home. `people` are seats, or seats with their players' addresses."""
    services, at = app.services, at or app.clock.now()
    with app.store.batch():
        game, _ = creating.create(services, name, "bourse", options, master, MASTER_PASSWORD, Cause(at, "test"))
        for seat in people:
            address = people[seat] if isinstance(people, Mapping) else address_of(seat)
            if services.files.person(address) is None:
                addresses.make_person(services, address, seat, "")
            cause = Cause(at, f"{name}/{seat}")
            game, _, _ = enrol.take_seat(services, game, seat, address, password or password_of(seat), cause)
        return creating.start_game(services, game, Cause(at, "test"))


def to(letters: Iterable[Out], address: str) -> list[Out]:
    return [letter for letter in letters if letter.to == address]


def only(letters: Iterable[Out], address: str, kind: str = "") -> Out:
    """The one letter among these that went to somebody, with a machine part of that kind if one is named."""
    (letter,) = (letter for letter in to(letters, address) if not kind or letter.machine(kind))
    return letter


def address_of(seat: str) -> str:
    return re.sub(r"\W+", "", seat).lower() + "@example.test"


def password_of(seat: str) -> str:
    return re.sub(r"\W+", "", seat).lower() + "-pass"
