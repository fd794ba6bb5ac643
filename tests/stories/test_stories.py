"""Golden mail stories: letters in, exactly these letters out.

A story is a folder `tests/stories/<variant>/<name>/` with `story.txt` and `letters.txt`. The script has one directive
a line; indented lines below `mail`, `reply` and `master` are the letter's text:

    settings name=value ...          before anything else
    at 2026-01-05 12:00              set the clock (UTC); `at deadline GAME [+2h]` goes to a game's deadline
    new GAME VARIANT [name=value ...]
    join GAME SEAT, SEAT, ...        people at <seat>@example.test with the password <seat>-pass
    start GAME
    mail ADDRESS                     a letter from anybody
    orders SEAT@GAME                 a letter signed on for a seat
    master GAME                      a letter in the master's block
    reply ADDRESS                    an answer to the last letter that went to ADDRESS
    tick                             one tick of the daemon; every letter is followed by one anyway, unless `later`
    later                            the next letters wait for an explicit tick
    expect GAME path.to.value = text what `judge show --json` says

`JUDGE_GOLDEN=write` writes letters.txt anew, to be read before it is committed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from judge.audit import verify_dice
from judge.cli.view import show
from judge.config import span
from tests.harness import MASTER, MASTER_PASSWORD, Judge, Out, address_of, password_of

HERE = Path(__file__).parent
STORIES = sorted(path.parent for path in HERE.glob("*/*/story.txt"))
KEPT = ("Reply-To", "Auto-Submitted", "List-Id")


class Teller:
    """Plays one story."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.judge: Judge | None = None
        self.waiting = False
        self.told: list[str] = []

    def play(self, text: str) -> None:
        for number, words, body in steps(text):
            verb, _, rest = words.partition(" ")
            try:
                getattr(self, f"do_{verb}")(rest.strip(), body)
            except Exception as fault:
                fault.add_note(f"line {number}: {words}")
                raise

    @property
    def the(self) -> Judge:
        if self.judge is None:
            self.judge = Judge(self.folder)
        return self.judge

    def do_settings(self, rest: str, body: str) -> None:
        self.judge = Judge(self.folder, **pairs(rest))

    def do_at(self, rest: str, body: str) -> None:
        words = rest.split()
        if words[0] == "deadline":
            moment = self.the.deadline(words[1])
            words = words[2:]
        else:
            moment = datetime.fromisoformat(f"{words[0]}T{words[1]}").replace(tzinfo=UTC)
            words = words[2:]
        for word in words:
            moment += span(word[1:]) if word[0] == "+" else -span(word[1:])
        self.the.clock.set(moment)
        self.do_tick("", "")

    def do_new(self, rest: str, body: str) -> None:
        name, variant, *options = rest.split(" ", 2)
        self.the.new(name, variant, **pairs(" ".join(options)))

    def do_join(self, rest: str, body: str) -> None:
        game, _, seats = rest.partition(" ")
        self.the.join(game, *(seat.strip() for seat in seats.split(",")))

    def do_start(self, rest: str, body: str) -> None:
        self.the.start(rest)
        self.do_tick("", "")

    def do_mail(self, rest: str, body: str) -> None:
        self._post(rest, body)

    def do_orders(self, rest: str, body: str) -> None:
        seat, _, game = rest.rpartition("@")
        self._post(address_of(seat), f"SIGNON {seat}@{game} {password_of(seat)}\n{body}\nSIGNOFF")

    def do_master(self, rest: str, body: str) -> None:
        self._post(MASTER, f"MASTER {rest} {MASTER_PASSWORD}\n{body}\nSIGNOFF")

    def do_reply(self, rest: str, body: str) -> None:
        last = self.the.letters(rest)[-1]
        self.the.post(rest, body, to=last.header("Reply-To"))
        self._maybe()

    def do_later(self, rest: str, body: str) -> None:
        self.waiting = True

    def do_tick(self, rest: str, body: str) -> None:
        self.waiting = False
        self.the.tick()

    def do_expect(self, rest: str, body: str) -> None:
        path, _, wanted = rest.partition("=")
        game, _, path = path.strip().partition(" ")
        found: Any = show(self.the.office, self.the.game(game))
        for step in path.strip().split("."):
            found = found[int(step)] if isinstance(found, list | tuple) else found[step]
        assert str(found) == wanted.strip()

    def _post(self, sender: str, body: str) -> None:
        self.the.post(sender, body)
        self._maybe()

    def _maybe(self) -> None:
        if not self.waiting:
            self.the.tick()


def steps(text: str) -> Iterator[tuple[int, str, str]]:
    """(line number, directive, indented text below it)."""
    lines = text.split("\n")
    number = 0
    while number < len(lines):
        line = lines[number]
        start, number = number + 1, number + 1
        if not line.strip() or line.startswith("#"):
            continue
        body = []
        while number < len(lines) and (lines[number].startswith("    ") or not lines[number].strip()):
            body.append(lines[number][4:])
            number += 1
        yield start, line.strip(), "\n".join(body).strip("\n")


def pairs(text: str) -> dict[str, str]:
    import shlex

    return dict(word.split("=", 1) for word in shlex.split(text))


def page(out: Out, number: int) -> str:
    heads = [f"{name}: {out.header(name)}" for name in KEPT if out.header(name)]
    return "\n".join([f"{'=' * 20} {number}", f"To: {out.to}", *heads, f"Subject: {out.subject}", "", out.text])


@pytest.mark.parametrize("folder", STORIES, ids=lambda p: f"{p.parent.name}-{p.name}")
def test_the_story_gives_exactly_these_letters(folder: Path, tmp_path: Path) -> None:
    teller = Teller(tmp_path)
    teller.play((folder / "story.txt").read_text("utf-8"))
    told = "\n".join(page(out, number) for number, out in enumerate(teller.the.relay.sent, 1))
    golden = folder / "letters.txt"
    if os.environ.get("JUDGE_GOLDEN") == "write":
        golden.write_text(told, "utf-8")
    assert told == golden.read_text("utf-8")
    assert teller.the.differences() == []
    for out in teller.the.relay.sent:
        if "  dice link " in out.text and "  dice phase " in out.text:
            assert verify_dice(out.raw).good, out.subject
        assert all(len(line) <= 78 for line in out.text.split("\n") if "@" not in line and "dice " not in line), (
            out.text
        )
        assert out.json is None or out.json["schema"].startswith("postal-judge/")
