"""Small worlds for the tests of the zine."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from judge.desk.words import addresses
from judge.games import variant
from tests.harness import Judge, Out

GAME = "lira7"
SEATS = ("Lupus", "Grey Wolf", "Ursa")
READER = "ann@example.test"
MONDAYS = [datetime(2026, 1, 12, 8, 0, tzinfo=UTC) + timedelta(days=7 * week) for week in range(8)]
OF_JUDGE = ("html", "seed", "zine_list", "zine_letters", "zine_empty", "archive", "archive_url", "zine_name")


def game(folder: Path, judge: Judge | None = None, **options: Any) -> Judge:
    """A judge with a zine and one running Bourse; its spring is reported already, and due on the Friday after the first
    issue."""
    house = {name: options.pop(name) for name in OF_JUDGE if name in options}
    judge = judge or Judge(folder, zine="MON 08:00", **house)
    judge.office.variants = {slug: variant(slug) for slug in ("bourse", "payola")}
    judge.new(GAME, "bourse", **{"first": "190", **options})
    judge.join(GAME, *SEATS)
    judge.start(GAME)
    judge.tick()
    judge.master(GAME, "RESULT S1901\nCENTRES A 5 E 4 F 5 G 5 I 4 R 6 T 5\nEND")
    return judge


def run(judge: Judge) -> Judge:
    """With Ann Archer registered."""
    with judge.house.store.batch():
        addresses.make_person(judge.office, READER, "Ann Archer", "")
    return judge


def reader(judge: Judge) -> Judge:
    """With Ann Archer, who reads the zine."""
    run(judge).office.files.subscribe("zine", READER)
    judge.tick()
    return judge


def gazettes(judge: Judge) -> list[Out]:
    """Every issue that went out."""
    return judge.letters("", "Gazette")


def weeks(folder: Path) -> tuple[Judge, list[Out]]:
    """Two issues: a beginning, and the first results."""
    judge = reader(game(folder))
    judge.tick(MONDAYS[0])
    judge.orders(GAME, "Lupus", "SELL 300 LIRA\nBUY MARKS WITH REST\nBROADCAST\nBuy!\nENDPRESS")
    judge.resolve(GAME)
    judge.tick(MONDAYS[1])
    return judge, gazettes(judge)
