"""Every command of the keeper's, on every game, in every state of it: no traceback, and exit codes as documented."""

import json
import shutil
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import judge.app
from judge.app import open_app
from judge.cli.frame import COMMANDS, EX_FAILED, EX_TEMPFAIL, EX_USAGE, _group
from judge.config_file import write_default
from tests.conformance.matrix import BEASTS, GAME, World, boards, world, worlds
from tests.counts import some
from tests.harness import HASHER, address_of, shared_reader, shared_renderer
from tests.stores import sqlite_only

DOCUMENTED = (0, EX_FAILED, EX_USAGE, EX_TEMPFAIL)
ELSEWHERE = {"run", "authorize", "demo", "selftest", "adjudicate", "init"}
"""Commands that never end, wait for a browser, play games of their own, or have nothing to do with a home."""

pytestmark = sqlite_only("homes are copied as files")


@dataclass(frozen=True)
class Call:
    """One command line. `sure`: it works in every state; `changes`: it may write something."""

    words: tuple[str, ...]
    sure: bool = False
    changes: bool = False

    @property
    def name(self) -> str:
        return " ".join(self.words)


def looks(made: World) -> Iterator[tuple[str, ...]]:
    """Commands that only look, and must be able to in every state."""
    yield ("list",)
    yield ("list", "--variants")
    yield ("show", GAME)
    for seat in (made.seats[0], made.double or made.seats[-1]):
        yield ("show", GAME, "--seat", seat)
    yield ("replay", GAME)
    yield ("replay", "--all")


def calls(made: World, home: Path) -> Iterator[Call]:
    """Every command there is, with what may be meant and what may not."""
    phase, letter = made.phase or "S1901M", str(home / "letter.eml")
    for words in looks(made):
        yield Call(words, sure=True)
        yield Call((*words, "--json"), sure=True)
    for words in (("show", GAME, "--seat", "Nobody"), ("show", "nowhere9"), ("replay", "nowhere9"), ("replay",)):
        yield Call(words)
    for wanted in (phase, "S1901M", "S1799M", "nonsense"):
        yield Call(("show", GAME, "--phase", wanted))
        yield Call(("show", GAME, "--phase", wanted, "--seat", made.seats[0], "--json"))
        yield Call(("process", GAME, wanted), changes=True)
        yield Call(("rollback", GAME, wanted, "--reason", "a slip"), changes=True)
        yield Call(("map", GAME, wanted, "--words"))
    for name in (GAME, "nowhere9"):
        yield Call(("preview", name))
        yield Call(("preview", name, "--json"))
        yield Call(("map", name, "--words"))
        yield Call(("calendar", name))
        yield Call(("export", name), sure=name == GAME)
        yield Call(("start", name), changes=True)
        yield Call(("shelve", name), changes=True)
        yield Call(("unshelve", name), changes=True)
        yield Call(
            ("join", name, BEASTS[-1], "--address", "late@example.test", "--password", "late-pass"), changes=True
        )
    yield Call(("completion", "bash"), sure=True)
    yield Call(("docs",), sure=True)
    yield Call(("docs", "--list"), sure=True)
    yield Call(("docs", "nothing"))
    yield Call(("units", "--user", "nobody", "-o", str(home / "units")), sure=True)
    yield Call(("map", GAME))
    yield Call(("metrics",), sure=True)
    yield Call(("letters", address_of(made.seats[0])))
    yield Call(("letters", "nobody@example.test"))
    yield Call(("read", letter), sure=True)
    yield Call(("read", letter, "--json"), sure=True)
    yield Call(("verify-dice", letter))
    yield Call(("verify-dice", letter, "--json"))
    yield from _writing(made, home)


def _writing(made: World, home: Path) -> Iterator[Call]:
    seat = made.seats[0]
    yield Call(("write", address_of(seat), "STATUS"), changes=True)
    yield Call(("once",), sure=True, changes=True)
    yield Call(("once", "--json"), sure=True, changes=True)
    yield Call(("once", "--dry-run", "--text"), sure=True)
    for variant in (made.slug, "nothing"):
        yield Call(("new", "other7", "--variant", variant, "--master", "gm@example.test"), changes=True)
    yield Call(("new", GAME, "--variant", made.slug, "--master", "gm@example.test", "--start"), changes=True)
    yield Call(("player", "late@example.test", "--name", "Late Comer"), sure=True, changes=True)
    yield Call(("player", "nonsense", "--name", "Nobody"), changes=True)
    yield Call(("join", GAME, seat, "--address", "late@example.test", "--password", "late-pass"), changes=True)
    yield Call(("join", GAME, seat, "--address", "nonsense", "--password", "x"), changes=True)
    yield Call(("forget", address_of(seat)))
    yield Call(("forget", address_of(seat), "--yes"), changes=True)
    yield Call(("shelve", GAME, "--moved"), changes=True)
    yield Call(("doctor",))
    yield Call(("doctor", "--json"))
    yield Call(("migrate",), changes=True)
    yield Call(("backup", str(home / "b.tar")))
    yield Call(("restore", str(home / "b.tar")))
    yield Call(("restore", str(home / "b.tar"), "--rehearse"))
    yield Call(("import", str(home / "letter.eml")), changes=True)
    yield Call(("zine",), sure=True)
    yield Call(("zine", "--json"), sure=True)
    yield Call(("zine", "--preview", str(home / "next.html")), sure=True)
    yield Call(("zine", "--make"), changes=True)
    yield Call(("zine", "7", "-o", str(home / "7.txt")))
    yield Call(("zine", "--print", "7"), changes=True)
    yield Call(("zine", "--refuse", "7", "--reason", "no"), changes=True)
    yield Call(("archive", "-o", str(home / "site")), sure=True)
    yield Call(("archive", "-o", str(home / "site"), "--json"), sure=True)


def home_of(made: World, home: Path) -> Path:
    """The world as a home on the disk; the judge's folder holds the secrets already."""
    write_default(home, name="TEST", address="judge@judge.test", list="results@list.test", door="# no door in a test")
    made.judge.app.store.backup(home / "var" / "judge.db")
    (home / "letter.eml").write_bytes(
        made.judge.relay.sent[-1].raw if made.judge.relay.sent else b"From: a@b.test\n\nx"
    )
    return home


def put_back(home: Path, kept: bytes) -> None:
    """The store as it was, and nothing on the shelf or in the mail."""
    for left in (home / "var").glob("judge.db*"):
        left.unlink()
    (home / "var" / "judge.db").write_bytes(kept)
    for folder in ("finished", "mail/in/new", "mail/out/new"):
        shutil.rmtree(home / "var" / folder, ignore_errors=True)
        (home / "var" / folder).mkdir(parents=True, exist_ok=True)


def run(home: Path, now: str, call: Call) -> Result:
    return CliRunner().invoke(_group, ["--home", str(home), "--now", now, *call.words])


def wrong_with(call: Call, result: Result) -> str:
    """What is wrong with what a command did, in words; "" if nothing is."""
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        return "".join(traceback.format_exception(result.exception)[-3:])
    if "Traceback" in result.stderr:
        return result.stderr[-500:]
    if result.exit_code not in ((0,) if call.sure else DOCUMENTED):
        return f"exit {result.exit_code}: {result.output[-300:]}"
    if result.exit_code and not result.output.strip():
        return f"exit {result.exit_code} without a word"
    if "--json" in call.words and result.exit_code == 0:
        try:
            json.loads(result.stdout)
        except ValueError as fault:
            return f"no JSON: {fault}: {result.stdout[:200]}"
    return ""


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch, no_posters: None) -> None:
    """Grammars and templates are read once for all commands, passwords are cheap, and no poster is drawn."""
    quick = partial(open_app, reader=shared_reader(), renderer=shared_renderer(), hasher=HASHER)
    monkeypatch.setattr(judge.app, "open_app", quick)
    monkeypatch.delenv("JUDGE_HOME", raising=False)


@pytest.mark.parametrize(("slug", "board", "state"), worlds())
def test_every_command_ends_as_documented(tmp_path: Path, slug: str, board: str, state: str) -> None:
    made = world(tmp_path, slug, board, state)
    home, now = home_of(made, tmp_path), made.judge.clock.now().isoformat()
    kept, found = (home / "var" / "judge.db").read_bytes(), {}
    for call in some(calls(made, home), f"{slug} {board} {state}", 32):
        if fault := wrong_with(call, run(home, now, call)):
            found[call.name] = fault
        if call.changes:
            put_back(home, kept)
    assert not found, "\n".join(f"judge {name}\n    {fault}" for name, fault in found.items())


def test_no_command_is_left_out(tmp_path: Path) -> None:
    slug, board, state = worlds()[0]
    made = world(tmp_path, slug, board, state)
    assert {call.words[0] for call in calls(made, tmp_path)} | ELSEWHERE == set(COMMANDS)
    assert boards(made.variant)
