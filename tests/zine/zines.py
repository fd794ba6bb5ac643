"""Small worlds for the tests of the zine."""

import re
import zlib
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
    app = {name: options.pop(name) for name in OF_JUDGE if name in options}
    judge = judge or Judge(folder, zine="MON 08:00", **app)
    judge.services.variants = {slug: variant(slug) for slug in ("bourse", "payola")}
    judge.with_game(GAME, "bourse", *SEATS, **{"first": "190", **options})
    judge.master(GAME, "RESULT S1901\nCENTRES A 5 E 4 F 5 G 5 I 4 R 6 T 5\nEND")
    return judge


def run(judge: Judge) -> Judge:
    """With Ann Archer registered."""
    with judge.app.store.batch():
        addresses.make_person(judge.services, READER, "Ann Archer", "")
    return judge


def reader(judge: Judge) -> Judge:
    """With Ann Archer, who reads the zine."""
    run(judge).services.files.subscribe("zine", READER)
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


def objects(made: bytes) -> dict[int, bytes]:
    """The objects of a PDF by number, those packed into streams among them."""
    found: dict[int, bytes] = {}
    for number, body in re.findall(rb"\n(\d+) 0 obj\n(.*?)\nendobj", made, re.DOTALL):
        found[int(number)] = body
        head, _, packed = body.partition(b"stream\n")
        if b"/Type /ObjStm" in head or b"/Type/ObjStm" in head:
            text = zlib.decompress(packed.removesuffix(b"\nendstream"))
            count, first = (int(re.search(rb"/%s (\d+)" % key, head)[1]) for key in (b"N", b"First"))  # type: ignore[index]
            pairs = [int(word) for word in text[:first].split()][: 2 * count]
            starts = [*(first + at for at in pairs[1::2]), len(text)]
            found |= {one: text[starts[at] : starts[at + 1]].strip() for at, one in enumerate(pairs[::2])}
    return found


def tagged(made: bytes) -> list[str]:
    """The tags of a PDF for readers with and without eyes (PDF/UA): its catalogue names a language and the tree they
    stand in, and every figure is told in words."""
    root, known = re.search(rb"/Root (\d+) 0 R", made), objects(made)
    assert root
    catalogue = known[int(root[1])]
    for entry in (rb"/StructTreeRoot \d+ 0 R", rb"/Lang ?\(en\)", rb"/Marked true", rb"/DisplayDocTitle true"):
        assert re.search(entry, catalogue), (entry, catalogue)
    found = [(tag[1].decode(), body) for body in known.values() if (tag := re.search(rb"/S ?/([A-Za-z0-9]+)", body))]
    assert all(b"/Alt" in body for tag, body in found if tag == "Figure")
    return [tag for tag, _ in found]
