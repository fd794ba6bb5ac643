"""The judge and its servers killed again and again under a stream of letters.

A life of the judge is a forked process (what it had in memory is gone with it, only its imports are not paid again);
each ends by SIGKILL at a random moment. Meanwhile players write, some of them twice, and Dovecot and Postfix are
killed and started. Now and then the stream pauses until all is answered, and the master has a phase resolved.
"""

import email
import gc
import os
import random
import signal
import smtplib
import threading
import time
import warnings
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from subprocess import CalledProcessError

from tests.faults.invariants import Findings
from tests.faults.real import Real
from tests.mailserver.site import JUDGE

PHASES = ("S1901M", "F1901M", "S1902M", "F1902M", "S1903M")


class Chaos:
    """`letters` and `deaths` say how much; `phases` how often the master has a phase resolved."""

    def __init__(self, real: Real, letters: int, deaths: int, phases: int, seed: int = 1901) -> None:
        self.real = real
        self.letters, self.deaths, self.phases = letters, deaths, phases
        self.chance = random.Random(seed)
        self.counts: Counter[str] = Counter()
        self._answered: set[str] = set()
        self._results: set[str] = set()
        self._seen: set[str] = set()
        self._post: smtplib.SMTP | None = None

    def run(self) -> Findings:
        """Everything until the last letter is answered; then the invariants, with what was counted."""
        self.real.warm()
        wrecker = threading.Thread(target=self._wreck)
        self._over = threading.Event()
        wrecker.start()
        try:
            for phase in PHASES[: self.phases]:
                for _ in range(self.letters // self.phases):
                    self._write()
                    self._perhaps_die(self.deaths / self.letters)
                self._wait(lambda: len(self._answered) >= len(self.real.written))
                due = len(self._results) + len(self.real.addresses)
                self.real.process(phase)
                self._wait(lambda due=due: len(self._results) >= due)  # type: ignore[misc]
        finally:
            self._over.set()
            wrecker.join()
            self._kill()
        self.real.site.run("start")
        self.real.rest(600)
        return self.real.examine()

    # -- the judge's lives --------------------------------------------------------------------------------------------

    _child = 0

    def _live(self) -> None:
        if self._child and os.waitpid(self._child, os.WNOHANG)[0]:
            self._child = 0
            self.counts["ended by itself"] += 1
        if self._child:
            return
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            self._child = os.fork()
        if self._child == 0:
            code = 70
            gc.freeze()  # the daemon looks for garbage once, and would copy all that the tests have made
            os.closerange(3, 65_536)  # the wrecker waits for the end of a pipe that it may just have opened
            with suppress(BaseException):
                code = self.real.daemon()
            os._exit(code)

    def _kill(self) -> None:
        if self._child:
            with suppress(ProcessLookupError):
                os.kill(self._child, signal.SIGKILL)
            os.waitpid(self._child, 0)
            self._child = 0
            self.counts["judge killed"] += 1

    def _perhaps_die(self, odds: float) -> None:
        self._live()
        if self.chance.random() < odds and self.counts["judge killed"] < self.deaths:
            time.sleep(self.chance.random() * 0.4)
            self._kill()
            self._live()

    def _wait(self, done: Callable[[], bool], seconds: float = 900) -> None:
        """Until the judge has caught up, dying less and less often."""
        end = time.monotonic() + seconds
        while not done():
            self._perhaps_die(0.02)
            self._look()
            assert time.monotonic() < end, (
                f"{len(self.real.written) - len(self._answered)} letters unanswered, {self.counts}"
            )
            time.sleep(0.1 if self.letters < 1000 else 0.5)

    # -- servers ------------------------------------------------------------------------------------------------------

    def _wreck(self) -> None:
        chance = random.Random(self.chance.random())
        while not self._over.wait(chance.uniform(1.5, 5)):
            server = chance.choice(("dovecot", "postfix"))
            self.real.site.run("kill9", server)
            self.counts[f"{server} killed"] += 1
            self._over.wait(chance.uniform(0, 1))
            while not self._over.is_set():
                try:
                    self.real.site.run("start")
                    break
                except CalledProcessError:  # what was killed has not let go of its ports yet
                    self.counts["servers slow to start"] += 1
                    time.sleep(0.5)

    # -- players ------------------------------------------------------------------------------------------------------

    def _write(self) -> None:
        letter, raw = self.real.compose(filed=None)
        self.real.written.append(letter)
        self._bring(raw, letter.address)
        if len(self.real.written) % 11 == 0:
            self._bring(raw, letter.address)
            self.counts["letters sent twice"] += 1

    def _bring(self, raw: bytes, sender: str) -> None:
        """On a standing line; when it breaks, again on a new one, as every provider does."""
        for _ in range(1000):
            try:
                if self._post is None:
                    self._post = smtplib.SMTP("localhost", self.real.site.port(25), timeout=5)
                self._post.sendmail(sender, [JUDGE], raw)
                return
            except (OSError, smtplib.SMTPException):
                self._post = None
                self.counts["providers had to try again"] += 1
                self._live()
                time.sleep(0.05)
        raise AssertionError("the mail server takes no letters")

    def _look(self) -> None:
        """What came to the players since the last look."""
        for address in self.real.addresses.values():
            for path in self.real.site.inbox_files(address):
                if path.name in self._seen:
                    continue
                self._seen.add(path.name)
                with suppress(FileNotFoundError):
                    mime = email.message_from_bytes(path.read_bytes())
                    self._answered.add(str(mime["In-Reply-To"]))
                    if mime["Auto-Submitted"] == "auto-generated":
                        self._results.add(path.name)
        self._answered &= {letter.message_id for letter in self.real.written}
