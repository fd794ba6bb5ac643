"""Many letters that are made to cost much, from people who prove nothing: they keep no honest letter waiting, nothing
of them is read before it is known whose they are, and a judge that is told to end does so inside one."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from judge.mail.reading import ReadingRules
from judge.post import Line
from judge.reading import Budget, Clause, Reader
from tests.desk.worlds import filed, seat_letter
from tests.fuzz.fuzz_floods import FLOODS, LINES, letter
from tests.harness import Judge, address_of
from tests.keeper.homes import bourse_home
from tests.stores import ON_SERVER

SOAK = os.environ.get("JUDGE_SOAK") == "1"
LETTERS = 1000 if SOAK else 20
REFUTED = "Authentication-Results: mx.judge.test; dmarc=fail header.from=example.test"
RULES = ReadingRules("judge@judge.test", "mx.judge.test", "warn", "")
TEXT = "My dear judge, I should like to sell 300 lira.\nPut the money into marks."
PAUSE = 60.0  # seconds of processor time that an honest letter may wait behind a thousand others
END = 1.0  # until the judge has ended


def hostile(count: int) -> Iterator[dict[str, object]]:
    """Floods of all kinds: under a player's address, refuted, of strangers, and as nested HTML."""
    kinds = sorted(FLOODS)
    for number in range(count):
        text = "\n".join(line.text for line in letter(kinds[number % len(kinds)], Random(str(number)), LINES))[:150_000]
        sender = address_of("Lupus") if number % 4 < 2 else f"mallory{number}@evil.test"
        more: tuple[str, ...] = (REFUTED,) if number % 4 == 1 else ()
        if number % 4 == 3:
            more, text = ("Content-Type: text/html",), "<div>" * 3000 + text.replace("\n", "<br>") + "</div>" * 3000
        yield {"sender": sender, "text": text, "headers": more}


class Watch:
    """Steps that reading took, by letter, and the lines that were read as orders or in free words."""

    def __init__(self, judge: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
        self.steps: dict[str, int] = {}
        self.read: list[str] = []
        taken, read = Budget.take, Reader.clauses

        def take(budget: Budget, steps: int, text: str = "") -> None:
            work = judge.services.work.letter
            self.steps[work] = self.steps.get(work, 0) + steps + len(text) // 8
            taken(budget, steps, text)

        def seen(reader: Reader, lines: Sequence[Line], *more: Any) -> tuple[Clause, ...]:
            self.read += [line.text for line in lines]
            return read(reader, lines, *more)

        monkeypatch.setattr(Budget, "take", take)
        monkeypatch.setattr(Reader, "clauses", seen)


# ---- whose it is comes first ------------------------------------------------------------------------------------


@pytest.mark.parametrize("headers", [(), (REFUTED,)])
def test_nothing_of_a_letter_is_read_before_its_writer_is_known(
    judge: Judge, headers: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    judge.reads_by(RULES)
    watch = Watch(judge, monkeypatch)
    (asked,) = judge.say(address_of("Lupus"), TEXT, headers=headers)
    assert watch.read == [] and filed(judge, "Lupus") == ()
    judge.reply(asked, "")
    assert watch.read[:2] == TEXT.split("\n") and len(filed(judge, "Lupus")) == 2


# ---- many of them -----------------------------------------------------------------------------------------------


def test_a_thousand_costly_letters_cost_little_and_the_honest_one_behind_them_is_answered(
    judge: Judge, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    judge.reads_by(RULES)
    watch = Watch(judge, monkeypatch)
    for more in hostile(LETTERS):
        judge.post(**more)  # type: ignore[arg-type]
    judge.post(address_of("Ursa"), seat_letter("Ursa", "SELL 7 LIRA\nBUY MARKS WITH REST"), at=judge.after(seconds=1))
    began = time.process_time()
    judge.tick(judge.after(minutes=5))
    took = time.process_time() - began
    assert len(filed(judge, "Ursa")) == 2
    assert max(watch.steps.values()) < 3000
    assert sum(watch.steps.values()) < 1500 * LETTERS
    if SOAK:
        with capsys.disabled():
            print(f"\n  {LETTERS} hostile letters and an honest one behind them: {took:.1f} s of processor time")
        assert took < PAUSE


# ---- an end inside a letter -------------------------------------------------------------------------------------


def test_a_judge_told_to_end_leaves_the_letter_in_hand_and_handles_it_when_it_starts_again(judge: Judge) -> None:
    judge.tick()
    app, asked = judge.app, 0
    app.timeline  # noqa: B018  (made now)
    stopping = judge.services.stopping

    def stop() -> bool:
        nonlocal asked
        asked += judge.services.work.letter != ""
        app.stopping = app.stopping or asked > 5
        return stopping()

    judge.services.stopping = stop
    rows = len(list(judge.services.store.table("inbox").all()))
    judge.post(address_of("Lupus"), seat_letter("Lupus", "\n".join(f"Please sell {n} lira." for n in range(1, 60))))
    assert judge.tick() == [] and app.stopping
    assert len(list(judge.services.store.table("inbox").all())) == rows and filed(judge, "Lupus") == ()
    assert ON_SERVER or judge.inbox.settled.get("000000") is None  # several judges share a mailroom, which has it
    app.stopping, judge.services.stopping = False, lambda: False
    judge.inbox.handed.clear()  # as when it starts again
    judge.tick()
    assert len(filed(judge, "Lupus")) == 59


def _running(home: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "judge", "--home", str(home), "run", "--quiet"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def _at_work(daemon: subprocess.Popen[bytes], home: Path) -> None:
    """Wait until the daemon has letters in hand: before that it may not even have bound the signal, and a machine with
    much else to do takes longer over its start than any pause allows."""
    note = home / "var/in-hand"
    while not note.is_file() or b'"hand": ["' not in note.read_bytes():
        assert daemon.poll() is None
        time.sleep(0.01)


def _processor(daemon: subprocess.Popen[bytes]) -> float:
    """Seconds of processor time that it has had: what it waits for a machine with much else to do is not its doing."""
    stat = Path(f"/proc/{daemon.pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.slow
@pytest.mark.skipif(not SOAK, reason="measures")
def test_in_a_soak_sigterm_ends_the_daemon_under_a_flood_and_an_honest_letter_is_answered_in_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home, told = bourse_home(tmp_path / "home"), []
    box, out = home / "var/mail/in/new", home / "var/mail/out/new"
    for number, more in enumerate(hostile(LETTERS)):
        head = "\n".join((*more["headers"], f"From: {more['sender']}", "To: judge@example.org"))  # type: ignore[misc]
        (box / f"{number:06d}.flood").write_text(f"{head}\nMessage-ID: <{number}@evil.test>\n\n{more['text']}\n")
    for pause in (0.0, 0.3, 0.9, 1.7, 2.1):
        daemon = _running(home)
        _at_work(daemon, home)
        time.sleep(pause)
        began = time.monotonic()
        daemon.send_signal(signal.SIGTERM)
        assert daemon.wait(60) == 0
        told.append(time.monotonic() - began)
    mine = home / "var/mail/in/new/honest"
    mine.write_text(
        "From: ann@example.test\nTo: judge@example.org\nMessage-ID: <mine@example.test>\n\n"
        "SIGNON Lupus@lira7 ann-pass\nSELL 7 LIRA\nBUY MARKS WITH REST\n"
    )
    daemon, began = _running(home), time.monotonic()
    while not any(b"<mine@example.test>" in one.read_bytes() for one in out.iterdir()):
        assert time.monotonic() - began < 5 * PAUSE
        time.sleep(0.05)
    waited, worked = time.monotonic() - began, _processor(daemon)
    daemon.send_signal(signal.SIGTERM)
    daemon.wait(60)
    with capsys.disabled():
        ends = ", ".join(f"{one:.2f}" for one in told)
        print(
            f"\n  SIGTERM under {LETTERS} hostile letters: {ends} s; an honest letter waited {waited:.1f} s, "
            f"{worked:.1f} s of processor time"
        )
    assert max(told) < END and worked < PAUSE
