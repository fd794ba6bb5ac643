"""Hostile input of machines: answered, or refused with one of the house's errors and a place in it."""

import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random

import pytest

from judge.adjudicate import adjudicate_lines, variants
from judge.app import proved
from judge.cli.view import show
from judge.config import load
from judge.config_file import template
from judge.core.errors import InputError, SetupError
from judge.desk.cabinet.records import Status
from judge.keeper import moving
from judge.mail.door import Door
from judge.mail.reading import ReadingRules, read_message
from judge.store import open_store
from tests.desk.worlds import GAME, REPORT, small_game
from tests.fuzz import fuzz_records
from tests.fuzz.fuzz_driver import Trial, explore, explore_opened
from tests.harness import Judge

SETTINGS = template().format(
    name="DEMO",
    address="judge@localhost",
    list="results@localhost",
    zone="Europe/London",
    keeper="root@localhost",
    inbox="maildir:var/mail/in",
    outbox="maildir:var/mail/out",
    settle="0m",
    door='door = "127.0.0.1:8025"',
)


def adjudicate(r: Random) -> None:
    text = fuzz_records.record(r)
    try:
        for answer in adjudicate_lines([text], r.choice(variants()), r.choice(("2023", "2000"))):
            assert isinstance(json.loads(answer), dict)
    except InputError as fault:
        if not (fault.where.startswith("line 1") and fault.message):
            raise AssertionError(f"{fault} names no place") from fault


def test_no_position_breaks_the_adjudicator() -> None:
    explore("judge adjudicate", adjudicate, 400, 140_000)


def test_no_settings_break_a_home(tmp_path: Path) -> None:
    def read_settings(r: Random) -> None:
        (tmp_path / "judge.toml").write_bytes(fuzz_records.settings(r, SETTINGS))
        try:
            config = load(tmp_path, {})
            assert config.tolerance <= config.settle
            proved(config)
        except SetupError:
            pass

    explore("judge.toml", read_settings, 300, 60_000)


def test_no_export_breaks_its_import_and_a_refused_one_leaves_nothing(tmp_path: Path) -> None:
    told = small_game(tmp_path / "old")
    told.orders(GAME, "Lupus", "SELL 137 LIRA\nBUY 20 MARKS")
    told.master(GAME, REPORT)
    told.resolve(GAME)
    lines = list(moving.export_game(told.services, GAME))

    def take_in(new: Judge, empty: int, r: Random) -> None:
        try:
            with new.app.store.batch():
                moving.import_game(new.services, fuzz_records.export(r, lines))
                show(new.services, new.game(GAME))
                for seat in new.services.files.seats(GAME):
                    show(new.services, new.game(GAME), seat)
                if new.game(GAME).status is not Status.FORMING:
                    new.services.agenda(new.game(GAME))
                raise Undone
        except (InputError, Undone):
            pass
        new.services.files.forget()
        assert rows_of(new) == empty

    @contextmanager
    def opened() -> Iterator[Trial]:
        new = Judge(tmp_path / f"new{os.getpid()}", store=open_store("memory:"))
        yield partial(take_in, new, rows_of(new))

    explore_opened("judge import", opened, 60, 8_000)


class Undone(Exception):
    """Takes an import that went well back, for the next one."""


def rows_of(judge: Judge) -> int:
    return sum(len(judge.app.store.table(name).all()) for name in (*moving.TABLES, "games", "players"))


def test_no_client_breaks_the_mail_door(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    rules = ReadingRules("judge@localhost")

    def talk(door: Door, inbox: Path, r: Random) -> None:
        said = fuzz_records.dialogue(r)
        with socket.create_connection(("127.0.0.1", door.port), timeout=10) as client:
            client.sendall(said)
            client.shutdown(socket.SHUT_WR)
            answers = b""
            while piece := client.recv(65_536):
                answers += piece
        assert answers.startswith(b"220 ") and b"\r\n451 4.3.0" not in answers, (said, answers)
        for path in sorted((inbox / "new").iterdir()):
            head = path.read_bytes().split(b"\n", 2)
            assert head[0].startswith(b"Return-Path: <") and head[1].startswith(b"Delivered-To: judge")
            read_message(path.read_bytes(), rules)
            path.unlink()
        faults = [record for record in caplog.records if record.levelname == "ERROR"]
        assert not faults, (said, faults)

    @contextmanager
    def opened() -> Iterator[Trial]:
        inbox = tmp_path / str(os.getpid())
        door = Door("127.0.0.1", 0, inbox, "judge@localhost")
        door.start()
        try:
            yield partial(talk, door, inbox)
        finally:
            door.stop()
        assert list((inbox / "tmp").iterdir()) == []

    explore_opened("the mail door", opened, 80, 30_000)
