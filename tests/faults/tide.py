"""The embedded mailbox under kill -9, over weeks that pass in seconds: deadlines, results and letters between deaths.

The clock of a life is a file: every life reads the time there, so deadlines come due while the judge is dying."""

import os
import random
import signal
import time
import warnings
from collections import Counter
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from judge.app import App, open_app
from judge.clock import SetClock
from judge.config import Config, JudgeSettings, MailSettings
from judge.desk.cabinet import crash_guard
from judge.desk.cabinet.keys import SlowHasher
from judge.entropy import SeededEntropy
from judge.reading import Reader
from judge.render.template_renderer import TemplateRenderer
from tests.faults.invariants import Delivered, Findings, Written, examine
from tests.harness import address_of, founded, password_of
from tests.stores import home_store

GAME, MASTER, JUDGE = "lira7", "gm@example.test", "judge@judge.test"
SEATS = ("Lupus", "Vulpes", "Corvus", "Ursus")
START = datetime(2026, 1, 5, 12, tzinfo=UTC)
LONGEST_DOOMED_LIFE = 0.25  # seconds; whoever pauses over a suspected letter must outlast it


class Tide:
    """Some letters every few hours; in autumn the master reports the board. `workers` judges live at a time."""

    def __init__(self, folder: Path, seed: int = 1901, workers: int = 1) -> None:
        self.workers = workers
        self.folder = folder
        self.chance = random.Random(seed)
        self.clock = SetClock(START)
        self.written: list[Written] = []
        self.counts: Counter[str] = Counter()
        (folder / "var").mkdir(parents=True)
        self.config = Config(
            folder, JudgeSettings(store=home_store(), address=JUDGE, zone="UTC", digest=""), MailSettings()
        )
        self._time = folder / "now"
        self._child = 0
        self._warm: tuple[Reader | None, TemplateRenderer | None] = (None, None)
        app = self.open()
        founded(app, GAME, SEATS)
        assert app.inbox.fetch(1) == []  # makes the folders
        self._write()
        app.once()  # what every life needs, grammars and templates, is built once
        self._warm = (app.services.reader, app.services.renderer)
        app.close()

    def open(self) -> App:
        reader, renderer = self._warm
        return open_app(
            self.config,
            clock=self.clock,
            entropy=SeededEntropy("tide"),
            hasher=SlowHasher(64, 1),
            reader=reader,
            renderer=renderer,
        )

    def run(self, letters: int, deaths: int) -> Findings:
        """So many letters with so many deaths between them; then rest, and the invariants."""
        while len(self.written) < letters:
            self._go(hours=self.chance.uniform(2, 14))
            for _ in range(self.chance.randint(1, 8)):
                self._write()
            if self.chance.random() < 0.2:
                self._report()
            self._life(doomed=self.counts["judge killed"] < deaths)
        while self.counts["judge killed"] < deaths:
            self._go(hours=1)
            self._life(doomed=True)
        self.clock.set(max(self.clock.now() + timedelta(minutes=1), START + timedelta(days=8)))  # a deadline is over
        for _ in range(5):
            self._life(doomed=False)
            self._go(hours=1)
        return self.examine()

    def examine(self) -> Findings:
        app = self.open()
        try:
            self.counts["phases"] = len(app.services.journal.of_kind(GAME, "phase_resolved"))
            waiting = len(list((self.folder / "var/mail/in/new").iterdir()))
            return examine(app, self.written, self.delivered(), waiting)
        finally:
            app.close()

    def delivered(self) -> list[Delivered]:
        found = []
        for path in sorted((self.folder / "var/mail/out/new").iterdir()):
            top, _, rest = path.read_bytes().partition(b"\n")
            found.append(Delivered(top.partition(b": ")[2].decode(), rest.partition(b"\n")[2]))
        return found

    # -- inside -------------------------------------------------------------------------------------------------------

    def _go(self, **passed: float) -> None:
        self.clock.set(self.clock.now() + timedelta(**passed))

    def _write(self) -> None:
        number = 1001 + len(self.written)
        seat = SEATS[number % len(SEATS)]
        letter = Written(f"<{number}@mail.test>", seat, address_of(seat), number, filed=None)
        self.written.append(letter)
        text = f"SIGNON {seat}@{GAME} {password_of(seat)}\nSELL {number} LIRA\nSIGNOFF"
        self._drop(letter.message_id, letter.address, text)
        if number % 13 == 0:
            self._drop(letter.message_id, letter.address, text, again=".again")
            self.counts["letters sent twice"] += 1

    def _report(self) -> None:
        self.counts["reports"] += 1
        text = f"MASTER {GAME} gm-secret\n" + "\n".join(
            f"RESULT F19{year:02d} CENTRES A 5 E 4 F 5 G 5 I 4 R 6 T 5" for year in range(1, 12)
        )
        self._drop(f"<report{self.counts['reports']}@mail.test>", MASTER, text + "\nSIGNOFF")

    def _drop(self, name: str, sender: str, text: str, again: str = "") -> None:
        raw = f"From: {sender}\nTo: {JUDGE}\nSubject: orders\nMessage-ID: {name}\n\n{text}\n"
        path = self.folder / "var/mail/in" / f"{name.strip('<>')}{again}"
        path.write_text(raw)
        stamp = self.clock.now().timestamp() - 1
        os.utime(path, (stamp, stamp))
        path.rename(self.folder / "var/mail/in/new" / path.name)

    def _life(self, doomed: bool) -> None:
        """One life of each judge at this moment; of doomed ones one is killed after some thousandths of a second,
        wherever it is."""
        children = [self._born() for _ in range(self.workers)]
        if doomed:
            time.sleep(self.chance.random() ** 2 * LONGEST_DOOMED_LIFE)
            os.kill(self.chance.choice(children), signal.SIGKILL)
        for child in children:
            _, status = os.waitpid(child, 0)
            code = os.waitstatus_to_exitcode(status)
            assert code in (0, -signal.SIGKILL), f"a life ended with {code}"
            self.counts["judge killed"] += code == -signal.SIGKILL
            self.counts["lives"] += 1

    def _born(self) -> int:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
        if child == 0:
            code = 70
            with suppress(BaseException):
                code = self._live()
            os._exit(code)
        return child

    def _live(self) -> int:
        crash_guard.PAUSE = LONGEST_DOOMED_LIFE + 0.05
        app = self.open()
        for _ in range(3):
            app.once()
        app.close()
        return 0
