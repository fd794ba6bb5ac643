"""The table of keys in SECURITY.md, walked: what each opens for somebody who found it, and what it does not."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from tests.desk.worlds import GAME, filed
from tests.harness import MASTER, Judge, address_of

ORDER = "SELL 300 LIRA\nBUY MARKS WITH REST"
FINDER = "finder@example.test"
LUPUS = address_of("Lupus")


def world(folder: Path) -> Judge:
    judge = Judge(folder)
    judge.new(GAME, "bourse")
    judge.join(GAME, "Lupus", "Ursa")
    judge.start(GAME)
    judge.tick()
    return judge


def reply_to(judge: Judge, to: str, subject: str = "") -> str:
    found: str = judge.letters(to, subject)[-1].header("Reply-To")
    return found.rpartition("<")[2].rstrip(">")


def confirmation(judge: Judge) -> str:
    judge.orders(GAME, "Lupus", "SELL 1 LIRA")
    judge.orders(GAME, "Lupus", "CLEAR")
    return reply_to(judge, LUPUS)


def start(judge: Judge) -> str:
    return reply_to(judge, LUPUS)


def reminder(judge: Judge) -> str:
    judge.tick(judge.deadline(GAME) - timedelta(hours=20))
    return reply_to(judge, LUPUS)


def results(judge: Judge) -> str:
    judge.resolve(GAME)
    return reply_to(judge, LUPUS)


def press(judge: Judge) -> str:
    judge.orders(GAME, "Ursa", "PRESS TO Lupus\nHello.\nENDPRESS")
    return reply_to(judge, LUPUS)


def masters(judge: Judge) -> str:
    judge.master(GAME, "STATUS")
    return reply_to(judge, MASTER)


def unsubscribing(judge: Judge) -> str:
    judge.resolve(GAME)
    heads = [out.header("List-Unsubscribe") or "" for out in judge.relay.sent]
    found = next(one for head in heads for one in re.findall(r"judge\+unsubscribe[^>?]*", head))
    return str(found)


@pytest.mark.parametrize(
    ("kind", "plays"),
    [
        *((kind, True) for kind in (start, confirmation, reminder, results)),
        *((kind, False) for kind in (press, masters, unsubscribing)),
    ],
    ids=lambda one: getattr(one, "__name__", str(one)),
)
def test_a_key_of_each_kind_opens_what_the_table_says(
    tmp_path: Path, kind: Callable[[Judge], str], plays: bool
) -> None:
    judge = world(tmp_path)
    key = kind(judge)
    assert "+" in key
    judge.say(FINDER, ORDER, to=key)
    assert bool(filed(judge, "Lupus")) == plays and not filed(judge, "Ursa")
    page = (Path(__file__).parents[2] / "SECURITY.md").read_text("utf-8")
    assert f"| {kind.__name__.strip('_')} |" in page.split("## Every kind of key")[1].split("\n## ")[0]
