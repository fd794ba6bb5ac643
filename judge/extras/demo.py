"""A whole game by letters in fast-forward: the real daemon code, with only the clock driven.

Four people write what robots would in their place, and robots have the other seats.
"""

import os
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from judge.app import App, open_app
from judge.audit import replay_game
from judge.clock import SetClock
from judge.config import load
from judge.config_file import write_default
from judge.core.errors import InputError
from judge.desk.cabinet.keys import SlowHasher
from judge.desk.cabinet.records import Cause, Game, Status, instant
from judge.desk.words import addresses, creating, enrol
from judge.entropy import SeededEntropy
from judge.extras.robots import table
from judge.extras.robots.plays import Play
from judge.extras.robots.plays import play as play_of
from judge.render.text import by_score

START = datetime(2026, 1, 5, 12, tzinfo=UTC)
MOST_TURNS = 120
MASTER_ADDRESS = "master@demo.test"
PEOPLE = 4


@dataclass
class Show:
    """A demo under way."""

    app: App
    clock: SetClock
    folder: Path
    posted: int = 0
    passwords: dict[str, str] = field(default_factory=dict)

    def post(self, sender: str, text: str) -> None:
        """A player's letter into the judge's mailbox, stamped with the driven clock."""
        self.posted += 1
        at = self.clock.now() + timedelta(seconds=self.posted % 3000)
        path = self.folder / "var/mail/in/new" / f"{self.posted:06d}.demo"
        path.write_text(
            f"From: {sender}\nTo: judge@demo.test\nSubject: orders\nMessage-ID: <{self.posted}@demo.test>\n"
            f"Date: {at:%a, %d %b %Y %H:%M:%S} +0000\n\n{text}\n",
            "utf-8",
        )
        stamp = int(at.timestamp() * 1_000_000_000)
        os.utime(path, ns=(stamp, stamp))

    def game(self, name: str) -> Game:
        game = self.app.services.files.game(name)
        assert game is not None
        return game

    def tick(self, at: datetime) -> None:
        self.clock.set(at)
        self.app.once(at)


def play(
    slug: str,
    folder: Path,
    say: Callable[[str], None],
    *,
    step: Callable[[], object] = lambda: None,
    turns: int = MOST_TURNS,
    pages: bool = False,
) -> Show:
    """Play a game to its end; the mailbox stays in `folder`, which is emptied first if a demo made it. `pages`: letters
    with HTML and charts, which takes several times as long. `step` is called after each turn."""
    known = play_of(slug)
    if known is None:
        raise InputError(f"{slug} has no demo.", hint="Try: judge demo bourse")
    if folder.exists():
        if any(folder.iterdir()) and not (folder / ".demo").exists():
            raise InputError(f"{folder} is not empty and no demo made it.", hint="Choose another folder.")
        shutil.rmtree(folder)
    show = _open(folder, slug, pages)
    name = _seat_everybody(show, slug, known)
    show.tick(START)
    _turns(show, name, known, turns, step)
    game = show.game(name)
    differences = replay_game(show.app.services, game).differences
    for line in _closing(show, game, differences):
        say(line)
    show.app.close()
    return show


def _open(folder: Path, seed: str, pages: bool) -> Show:
    write_default(folder, name="DEMO", address="judge@demo.test", list="results@demo.test", door="# no door in a demo")
    (folder / ".demo").touch()
    clock = SetClock(START)
    config = load(folder)
    config = replace(config, judge=replace(config.judge, html=pages))
    app = open_app(config, clock=clock, entropy=SeededEntropy(f"demo {seed}"), hasher=SlowHasher(64, 1))
    return Show(app, clock, folder)


def _seat_everybody(show: Show, slug: str, known: Play) -> str:
    services, name = show.app.services, f"{slug[:12]}1"
    with services.store.batch():
        game, _ = creating.create(
            services, name, slug, known.PRACTICE, MASTER_ADDRESS, "master-word", Cause(START, "demo")
        )
        for number in range(1, PEOPLE + 1):
            address = f"player{number}@demo.test"
            addresses.make_person(services, address, f"Player {number}", "Europe/London")
            seat = enrol.offer(services, game, address)
            game, taken, _ = enrol.take_seat(
                services, game, seat, address, f"pass-{number}", Cause(START, f"demo{number}")
            )
            show.passwords[taken.name] = f"pass-{number}"
        creating.start_game(services, game, Cause(START, "demo"))
    return name


def _turns(show: Show, name: str, known: Play, most: int, step: Callable[[], object]) -> None:
    for turn in range(most):
        game = show.game(name)
        if game.status is not Status.ACTIVE:
            return
        due = instant(game.deadline)
        show.clock.set(max(show.clock.now(), due - timedelta(days=3)))
        _write(show, game, known, turn)
        show.tick(due - timedelta(hours=1))
        show.tick(due + timedelta(minutes=2))
        step()


def _write(show: Show, game: Game, known: Play, turn: int) -> None:
    """Everybody's letter. The second player forgets every ninth; the first now and then has something to say to all."""
    seats = [seat for seat in show.app.services.files.seats(game.key).values() if seat.name in show.passwords]
    for number, seat in enumerate(seats):
        text = table.words_of(show.app.services, game, seat, known)
        if number == 0 and turn % 5 == 1:
            text += "\nBROADCAST\nNobody need be afraid of an army that only passes through.\nENDPRESS"
        if text and not (number == 1 and turn % 9 == 8):
            show.post(seat.address, f"SIGNON {seat.name}@{game.key} {show.passwords[seat.name]}\n{text}\nSIGNOFF")
    if table.may_end(game, known):
        show.post(MASTER_ADDRESS, f"MASTER {game.key} master-word\n{known.ENDING}\nSIGNOFF")


def _closing(show: Show, game: Game, differences: tuple[str, ...]) -> list[str]:
    out = len(list((show.folder / "var/mail/out/new").iterdir()))
    lines = [f"{game.key}: {len(game.played)} phases, {show.posted} letters in, {out} letters out."]
    if game.ended is None:
        return [*lines, f"It is not over: it stands in {game.phase}, {game.status}. {game.reason}".strip()]
    winners = ", ".join(game.ended["winners"])
    lines.append(f"Ended: {game.ended['reason']}. Winner: {winners}.")
    lines += [f"  {name:<24} {score:>12}" for _, name, score in by_score(game.ended["scores"])]
    lines.append("Replay: " + ("all phases equal." if not differences else "; ".join(differences)))
    lines.append(f"Read the letters in {show.folder / 'var/mail/out/new'},")
    lines.append(f"or with  judge --home {show.folder} letters player1@demo.test --last 5")
    return lines


def selftest() -> list[str]:
    """A short Bourse in a throw-away folder; problems in words."""
    with tempfile.TemporaryDirectory() as folder:
        told: list[str] = []
        try:
            show = play("bourse", Path(folder) / "home", told.append, turns=3)
        except Exception as fault:
            return [f"{type(fault).__name__}: {fault}"]
        letters = list((show.folder / "var/mail/out/new").iterdir())
        if show.posted and not letters:
            return ["letters went in and none came out"]
        return [line for line in told if line.startswith("Replay:") and "equal" not in line]
