"""One letter a person tells a phase: what is his own first, then what everybody is told, and no second of that name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from judge.mail.outbound import words_alone
from tests.harness import MASTER, Judge, Out, address_of

GAME = "lira7"
LUPUS, URSA = address_of("Lupus"), address_of("Ursa")
READER = "reader@example.test"


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    return table(tmp_path)


def table(folder: Path, **more: Any) -> Judge:
    judge = Judge(folder, **more).with_game(GAME, "bourse", "Lupus", "Ursa")
    judge.services.files.subscribe(GAME, READER)
    return judge


def season(judge: Judge) -> list[Out]:
    judge.orders(GAME, "Lupus", "SELL 111 LIRA\nBUY MARKS WITH REST")
    judge.orders(GAME, "Ursa", "SELL 222 CROWNS\nBUY POUNDS WITH REST")
    return judge.resolve(GAME)


LEAD = "You are 1st of 2 with "


def only(letters: list[Out], address: str) -> Out:
    (found,) = [out for out in letters if out.to == address]
    return found


def page(out: Out) -> str:
    (html,) = [piece for piece in out.mime.walk() if piece.get_content_type() == "text/html"]
    return bytes(html.get_payload(decode=True)).decode("utf-8")  # type: ignore[arg-type]


def test_everybody_gets_one_letter_and_a_player_s_opens_with_what_is_his(judge: Judge) -> None:
    letters = season(judge)
    assert sorted(out.to for out in letters) == [MASTER, LUPUS, READER, "results@list.test", URSA]
    assert {out.subject.partition(":")[0] for out in letters} == {f"TEST {GAME} S1901M results"}
    mine = only(letters, LUPUS).text
    first = [
        mine.index(words) for words in ("(Spring 1901, movement) for Lupus", LEAD, "YOUR TRADES", "WHAT COMES NEXT")
    ]
    then = [mine.index(words) for words in ("RESULTS of S1901M", "PRICES after S1901M", "STANDINGS after S1901M")]
    assert [*first, *then] == sorted([*first, *then])
    assert not any(words in only(letters, READER).text for words in ("YOUR TRADES", "WHAT COMES NEXT"))
    assert only(letters, READER).text == only(letters, "results@list.test").text


def test_results_begin_with_what_happened_to_the_reader_and_their_page_hides_the_same_in_front(tmp_path: Path) -> None:
    mine = only(season(table(tmp_path, html=True)), LUPUS)
    assert mine.text.split("\n")[1].startswith(LEAD)
    sentence = " ".join(mine.text.split("\n")[1:2])
    before, hidden, after = page(mine).partition(f">{sentence}</div>")
    assert hidden and "display: none" in before[-120:] and "<h1" not in before and sentence in after


def test_nothing_of_one_s_own_part_reaches_anybody_else(tmp_path: Path) -> None:
    judge = table(tmp_path, html=True)
    for out in season(judge):
        own = {LUPUS: "Lupus", URSA: "Ursa"}.get(out.to, "")
        parts = [part for part in out.machines if part["schema"].endswith("/statement")]
        assert [part["seat"] for part in parts] == ([own] if own else [])
        for other in {"Lupus", "Ursa"} - {own}:
            assert f"for {other}" not in out.text and f"for {other}<" not in page(out)
        assert ("YOUR TRADES" in page(out)) is bool(own)


def test_a_player_who_reads_no_results_gets_his_own_part_alone(judge: Judge) -> None:
    judge.services.files.unsubscribe(GAME, LUPUS)
    mine = only(season(judge), LUPUS)
    assert "YOUR TRADES" in mine.text and "RESULTS of" not in mine.text and "PRICES after" not in mine.text
    assert mine.subject == f"TEST {GAME} S1901M statement" and not mine.header("List-Id")


def test_whoever_has_two_seats_gets_the_results_once(tmp_path: Path) -> None:
    judge = table(tmp_path)
    seat = judge.services.files.seat(GAME, "Ursa")
    assert seat is not None
    from dataclasses import replace

    judge.services.files.save_seat(replace(seat, address=LUPUS))
    letters = [out for out in judge.resolve(GAME) if out.to == LUPUS]
    assert [out.subject.partition(": you")[0] for out in letters] == [
        f"TEST {GAME} S1901M results",
        f"TEST {GAME} S1901M statement: Ursa",
    ]
    assert ["RESULTS of" in out.text for out in letters] == [True, False]
    for out, name in zip(letters, ("Lupus", "Ursa"), strict=True):
        (answer,) = judge.reply(out, "NO TRADE")
        assert f" {name} v1" in answer.subject


def test_what_is_quoted_of_one_s_own_part_is_known_for_the_judge_s_words(judge: Judge) -> None:
    """Its lines come back unmarked from some mail programs: they are no orders."""
    mine = only(season(judge), LUPUS)
    quoted = mine.text.partition("WHAT COMES NEXT")[0]
    headers = [f"References: {mine.header('Message-ID')}"]
    answers = judge.reply(mine, f"NO TRADE\n\n{quoted}", headers=headers)
    sheet = judge.services.files.sheet(GAME, "F1901M", "Lupus")
    assert "NO TRADE" in answers[-1].text and len(sheet.sheet) == 1


def test_plain_words_and_refused_content_keep_both_parts(tmp_path: Path) -> None:
    judge = table(tmp_path, html=True)
    mine = only(season(judge), LUPUS)
    plain = words_alone(mine.raw)
    assert plain is not None and b"YOUR TRADES" in plain and b"RESULTS of S1901M" in plain
