"""The studio: what letters wait for is drawn in a process of its own, beside the judge.

There is one process at most, started when something is to be drawn. It gets plain values and gives bytes, so it may die
at any moment: what it had in hand is drawn by the next. The judge never waits for it.
"""

import contextlib
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue

from judge.desk.news import drawings
from judge.desk.services import Services
from judge.loglines import Log
from judge.render.drawing import Drawn, Task

log = Log(__name__)

AT_ONCE = 8  # tasks given to the process before it has answered
TRIES = 2  # what has killed it so often goes out in words


@dataclass
class _Hand:
    """The process, what it has to do and what it has done. A thread talks to it, so that nobody else must."""

    process: subprocess.Popen[bytes]
    given: SimpleQueue[Task | None] = field(default_factory=SimpleQueue)
    done: SimpleQueue[Drawn] = field(default_factory=SimpleQueue)
    dead: bool = False

    def talk(self, wake: Callable[[], None]) -> None:
        tasks, answers = self.process.stdin, self.process.stdout
        assert tasks is not None and answers is not None
        try:
            while (task := self.given.get()) is not None:
                pickle.dump(task, tasks)
                tasks.flush()
                self.done.put(pickle.load(answers))
                wake()
        except Exception:
            log.info("drawing_ended")  # the next turn begins another
        finally:
            self.dead = True
            self.process.kill()
            self.process.wait()
            wake()


class Studio:
    """Call `turn` once a tick; `wake` is called, from another thread, when there is something to fetch."""

    def __init__(self, services: Services, wake: Callable[[], None]) -> None:
        self._services = services
        self._wake = wake
        self._hand: _Hand | None = None
        self._given: list[str] = []  # in order: what the process has in hand comes first
        self._deaths: dict[str, int] = {}

    @property
    def busy(self) -> bool:
        """Whether it has something in hand."""
        return bool(self._given)

    def turn(self) -> int:
        """Take what is drawn and hand out what is to be drawn; returns how many letters may go now."""
        dead = self._hand is not None and self._hand.dead  # looked at first: what it did before it died is taken below
        done = self._taken()
        if dead:
            self._bury()
        elif self._given and not drawings.wanted(self._services, self._given[0]):
            self.close()  # what the process has in hand is wanted no more: its letters have gone
        for task in drawings.tasks(self._services, AT_ONCE):
            if task.key in self._given:
                continue
            if len(self._given) >= AT_ONCE:
                break
            if not task.drawings or self._deaths.get(task.key, 0) >= TRIES:
                done += self._given_up(task, "the process that draws has ended")
                continue
            try:
                self._begin(task)
            except (OSError, RuntimeError) as fault:  # no process or no thread is to be had
                log.error("drawing_not_begun", why=fault)
                done += self._given_up(task, "the process that draws could not be started")
        return done

    def _taken(self) -> int:
        done = 0
        with contextlib.suppress(Empty):
            while self._hand is not None:
                drawn = self._hand.done.get_nowait()
                if drawn.key in self._given:
                    self._given.remove(drawn.key)
                self._deaths.pop(drawn.key, None)
                done += drawings.finish(self._services, drawn)
        return done

    def _given_up(self, task: Task, why: str) -> int:
        """Nobody can draw it: the letters go in words, and their master hears of it."""
        fault = (why,) if task.drawings else ()
        self._deaths.pop(task.key, None)
        return drawings.finish(self._services, Drawn(task.key, faults=fault))

    def _begin(self, task: Task) -> None:
        if self._hand is None:
            command = [sys.executable, "-c", "from judge.render.drawing import main; main()"]
            process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
            try:
                hand = _Hand(process)
                threading.Thread(target=hand.talk, args=(self._wake,), name="studio", daemon=True).start()
            except RuntimeError:
                process.kill()
                process.wait()
                raise
            self._hand = hand
        self._given.append(task.key)
        self._hand.given.put(task)

    def _bury(self) -> None:
        """It has died over what it had in hand; what it had not begun is handed out again."""
        if self._given:
            self._deaths[self._given[0]] = self._deaths.get(self._given[0], 0) + 1
        self._hand = None
        self._given.clear()

    def close(self) -> None:
        """End the process. What it has in hand is drawn by the next."""
        hand, self._hand = self._hand, None
        self._given.clear()
        if hand is not None:
            hand.given.put(None)
            hand.process.kill()
            hand.process.wait()
