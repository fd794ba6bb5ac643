"""Results as pages with charts, and deadlines as calendar entries: who gets them, and that they tell nothing else."""

import copy
from pathlib import Path
from typing import Any

import icalendar
import pytest

from judge.app import open_app
from judge.clock import SetClock
from judge.config import load
from judge.desk.cabinet.keys import SlowHasher
from judge.desk.news import pictures
from judge.desk.news.pictures import Album
from judge.entropy import SeededEntropy
from judge.extras.demo import START as DEMO_START
from judge.games import slugs
from judge.render import raster
from judge.render.palette import POWERS as STANDARD_POWERS
from judge.render.text import num
from tests.counts import some
from tests.demos import played
from tests.desk.worlds import GAME, REPORT, seat_letter
from tests.harness import MASTER, Judge, Out, address_of, only
from tests.render.pages import read, words

SEATS = ("Lupus", "Grey Wolf", "Ursa")


def world(folder: Path, **settings: Any) -> Judge:
    """A running Bourse whose letters have pages."""
    return Judge(folder, seed="desk", **{"html": True, **settings}).with_game(GAME, "bourse", *SEATS)


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    return world(tmp_path)


def season(judge: Judge) -> list[Out]:
    """A deadline with some trades."""
    judge.orders(GAME, "Lupus", "SELL 300 LIRA\nBUY MARKS WITH REST")
    phase = judge.game(GAME).phase
    if phase.startswith("F"):
        judge.master(GAME, REPORT.replace("F1901", phase[:5]))
    return judge.resolve(GAME)


# ---- shape ----------------------------------------------------------------------------------------------------------


def test_results_are_words_a_page_with_its_pictures_the_machine_part_and_the_calendar(judge: Judge) -> None:
    season(judge)
    results = only(season(judge), address_of("Lupus"), "results")
    assert results.kinds == [
        "multipart/mixed",
        "multipart/alternative",
        "text/plain",
        "multipart/related",
        "text/html",
        "image/png",
        "image/png",
        "application/json",
        "text/calendar",
        "application/json",
        "image/png",
    ]


def test_every_picture_is_shown_on_the_page_and_has_words_instead(judge: Judge) -> None:
    season(judge)
    for out in season(judge):
        shown = read(out.page).pictures
        sent = [piece["Content-ID"].strip("<>") for piece in out.mime.walk() if piece["Content-ID"]]
        assert sorted(f"cid:{cid}" for cid in sent) == sorted(str(one["src"]) for one in shown if "src" in one)
        assert all(len(str(one["alt"])) > 20 for one in shown)


def test_public_pictures_are_drawn_once_however_many_read_them(judge: Judge, monkeypatch: Any) -> None:
    season(judge)
    drawn: list[str] = []
    real = raster.chart
    monkeypatch.setattr(raster, "chart", lambda svg: drawn.append(svg) or real(svg))
    monkeypatch.setattr(pictures, "CROWD", 0)
    for n in range(12):
        judge.services.files.subscribe(GAME, f"reader{n}@example.test")
    season(judge)
    assert len(drawn) == 2  # prices and centres; a crowd has no curves of single players


# ---- wishes ---------------------------------------------------------------------------------------------------------


def test_set_letters_plain_brings_words_alone_and_full_brings_the_page_back(judge: Judge) -> None:
    (answer,) = judge.say(address_of("Lupus"), seat_letter("Lupus", "SET LETTERS plain"))
    assert "plain text from now on" in answer.text
    letters = season(judge)
    for kind in ("results", "statement"):
        assert "text/html" not in only(letters, address_of("Lupus"), kind).kinds
        assert "text/html" in only(letters, address_of("Ursa"), kind).kinds
    assert only(letters, address_of("Lupus"), "results").part("text/calendar")
    judge.say(address_of("Lupus"), seat_letter("Lupus", "SET LETTERS full"))
    assert "text/html" in only(season(judge), address_of("Lupus"), "results").kinds


def test_set_letters_knows_two_words(judge: Judge) -> None:
    (answer,) = judge.say(address_of("Lupus"), seat_letter("Lupus", "SET LETTERS pink"))
    assert "plain or full" in answer.text


# ---- faults ---------------------------------------------------------------------------------------------------------


def test_a_picture_that_cannot_be_drawn_costs_the_picture_alone_and_the_master_is_told(
    judge: Judge, monkeypatch: Any
) -> None:
    season(judge)

    def broken(svg: str) -> bytes:
        raise ValueError("no ink")

    monkeypatch.setattr(raster, "chart", broken)
    letters = season(judge)
    results = only(letters, address_of("Ursa"), "results")
    assert "PRICES after" in results.text and "text/html" in results.kinds and "image/png" not in results.kinds
    (told,) = [out for out in letters if out.to == MASTER and "could not be drawn" in out.text]
    assert "no ink" in told.text
    assert judge.differences() == []


def test_a_page_that_cannot_be_made_costs_the_page_alone(judge: Judge, monkeypatch: Any) -> None:

    def broken(*given: Any) -> str:
        raise ValueError("no paper")

    monkeypatch.setattr(judge.services.renderer, "page", broken)
    results = only(season(judge), address_of("Ursa"), "results")
    assert "PRICES after" in results.text and "text/html" not in results.kinds


@pytest.mark.parametrize("url", ["https://judge.example.org", ""])
def test_the_board_of_a_letter_can_be_had_large_on_the_web_or_by_letter(tmp_path: Path, url: str) -> None:
    judge = Judge(tmp_path, html=True, archive_url=url).with_game("dip1", "diplomacy", *STANDARD_POWERS)
    judge.orders("dip1", "FRANCE", "A PAR - BUR")
    out = only(judge.resolve("dip1"), address_of("FRANCE"), "results")
    page = out.page
    assert (f'<a href="{url}/games/dip1/s1901m.html#board"><img' in page) is bool(url), page
    assert ("Reply with MAP S1901M for a larger picture of the board." in out.flat) is not bool(url)
    assert len(out.raw) < 310_000, "a link costs next to nothing; a second picture would cost a third of the letter"
    judge.tick(judge.after(hours=2))
    *_, brought = judge.orders("dip1", "FRANCE", "MAP S1901M")
    (large,) = [part for one in judge.letters(address_of("FRANCE"), "map") for part in one.mime.walk()
                if part.get_content_type() == "image/jpeg"]  # fmt: skip
    assert brought and 60_000 < len(large.get_payload(decode=True) or b"") < 300_000


# ---- secrecy --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("slug", slugs())
def test_letters_of_every_game_are_small_and_their_pages_say_what_their_words_say(slug: str) -> None:
    folder = played(slug)
    seen = 0
    for path in some(sorted((folder / "var/mail/out/new").iterdir()), slug):  # a deadline has many of the same kind
        raw = path.read_bytes()
        out = Out("", raw)
        if "text/html" not in out.kinds:
            continue
        seen += 1
        text, shown = out.part("text/plain").decode("utf-8"), read(out.page)
        text = text.replace("centers", "centres")  # mappers read it as it was always spelt
        assert len(raw) < 400_000 and len(out.page) < 100_000
        assert all(
            len(piece.get_payload(decode=True) or b"") <= 60_000
            for piece in out.mime.walk()
            if piece.get_content_type() == "image/png"
        )
        assert (shown.wrong, shown.left_open) == ([], [])
        assert [address for address in shown.addresses if not address.startswith("cid:")] == []
        told = words(shown.told)
        assert words(text) <= told
        assert "…" in text or told <= words(text)
    assert seen > 3


@pytest.mark.slow
@pytest.mark.parametrize("slug", slugs())
def test_public_pictures_hang_on_public_notices_alone(slug: str) -> None:
    """With everything private made unreadable, the same public pictures come out, bytes and words."""
    config = load(played(slug))
    app = open_app(config, clock=SetClock(DEMO_START), entropy=SeededEntropy("x"), hasher=SlowHasher(64, 1))
    (game,) = app.services.files.games()
    event = app.services.journal.event(game.key, game.played[-1].event)
    before = Album(app.services, game, event).results()
    real = app.services.journal.event

    def blinded(key: str, seq: int) -> dict[str, Any]:
        found = copy.deepcopy(real(key, seq))
        for notice in found["data"]["notices"]:
            if notice["audience"] != "*":
                notice["data"] = {"secret": "SECRET"}
        found["data"]["orders"] = {}
        return found

    app.services.journal.__dict__["event"] = blinded
    blind = Album(app.services, game, blinded(game.key, game.played[-1].event))
    assert blind.results() == before and blind.faults == []
    app.close()


def test_a_statement_s_charts_are_its_reader_s_and_stand_on_its_page_alone(judge: Judge) -> None:
    season(judge)
    letters = season(judge)
    told = [out for out in letters if b"What you hold" in out.raw]
    assert all(out.machine("statement") for out in told) and len(told) > 1
    for out in told:
        (own,) = [one["data"] for one in out.machine("statement")["notices"] if one["kind"] == "book.statement"]
        (held,) = [str(one["alt"]) for one in read(out.page).pictures if "src" not in one]
        assert held.endswith(f"Money {num(own['cash'])}.")
        races = [str(one["alt"]) for one in read(out.page).pictures if str(one["alt"]).startswith("Credits")]
        assert len(races) == 1 and "You " in races[0]
    (common,) = [out for out in letters if out.to == "results@list.test"]
    assert b"Credits" in common.raw and not any("You " in str(one["alt"]) for one in read(common.page).pictures)


# ---- calendar -------------------------------------------------------------------------------------------------------


def entry(out: Out) -> Any:
    """The event of a letter's calendar part, read back."""
    (event,) = icalendar.Calendar.from_ical(out.part("text/calendar")).walk("VEVENT")
    return event


def test_the_end_of_the_game_cancels_the_entry(judge: Judge) -> None:
    before = entry(only(season(judge), address_of("Ursa"), "results"))
    judge.master(GAME, "RESULT F1901 CENTRES A 0 E 0 F 18 G 5 I 4 R 3 T 4\nEND\nSOLO FRANCE")
    last = only(judge.resolve(GAME), address_of("Ursa"), "final")
    event = entry(last)
    assert event["uid"] == before["uid"] and int(event["sequence"]) > int(before["sequence"])
    assert str(event["status"]) == "CANCELLED" and b"METHOD:CANCEL" in last.part("text/calendar")
