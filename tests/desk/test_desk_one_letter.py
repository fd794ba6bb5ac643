"""One letter a person tells a phase: what is his own first, then what everybody is told, and no second of that name."""

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from judge.mail.outbound import words_alone
from judge.render.template_renderer import TemplateRenderer
from tests.desk.worlds import GAME, small_game
from tests.harness import MASTER, POWERS, Judge, Out, address_of, only
from tests.tables import cases

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


def test_results_begin_with_what_happened_to_the_reader_and_their_page_hides_the_same_in_front(tmp_path: Path) -> None:
    mine = only(season(table(tmp_path, html=True)), LUPUS)
    assert mine.text.split("\n")[1].startswith(LEAD)
    sentence = " ".join(mine.text.split("\n")[1:2])
    before, hidden, after = mine.page.partition(f">{sentence}</div>")
    assert hidden and "display: none" in before[-120:] and "<h1" not in before and sentence in after


def test_nothing_of_one_s_own_part_reaches_anybody_else(tmp_path: Path) -> None:
    judge = table(tmp_path, html=True)
    for out in season(judge):
        own = {LUPUS: "Lupus", URSA: "Ursa"}.get(out.to, "")
        parts = [part for part in out.machines if part["schema"].endswith("/statement")]
        assert [part["seat"] for part in parts] == ([own] if own else [])
        for other in {"Lupus", "Ursa"} - {own}:
            assert f"for {other}" not in out.text and f"for {other}<" not in out.page
        assert ("YOUR TRADES" in out.page) is bool(own)


def test_a_player_who_reads_no_results_gets_his_own_part_alone(judge: Judge) -> None:
    judge.services.files.unsubscribe(GAME, LUPUS)
    mine = only(season(judge), LUPUS)
    assert "YOUR TRADES" in mine.text and "RESULTS of" not in mine.text and "PRICES after" not in mine.text
    assert mine.subject == f"TEST {GAME} S1901M statement" and not mine.header("List-Id")


def test_whoever_has_two_seats_gets_the_results_once(tmp_path: Path) -> None:
    judge = table(tmp_path)
    seat = judge.seat(GAME, "Ursa")
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


# ---- What a results letter opens with for one seat.


@cases("moves", "stand", "opens")
def test_a_letter_of_results_says_shortly_how_one_stands_or_else_what_status_would_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moves: list[str], stand: str, opens: list[str]
) -> None:
    plain = TemplateRenderer.part

    def part(renderer: TemplateRenderer, names: tuple[str, ...], context: Mapping[str, Any]) -> str | None:
        if names[0].endswith("/stand.txt"):
            return stand
        return "WHAT STATUS SAYS\n" if names[0].endswith("/status.txt") else plain(renderer, names, context)

    judge = Judge(tmp_path).with_game("war", "diplomacy", "ENGLAND", "TURKEY", empty="hold")
    monkeypatch.setattr(TemplateRenderer, "part", part)
    for move in moves:
        judge.tick(judge.after(hours=1))
        judge.orders("war", "ENGLAND", move)
        sent = judge.resolve("war")
    (letter,) = (out for out in sent if out.to == address_of("ENGLAND"))
    assert [words for words in ("HOW YOU STAND", "WHAT STATUS SAYS") if words in letter.text] == opens


# ---- The way to the order form stands in every letter that asks for orders, and opens it as the reader's own.


PAGE = "https://games.test/games/game7/orders.html#"


def form_table(folder: Path, **settings: str) -> Judge:
    return Judge(folder, **settings).with_game("game7", "diplomacy", *POWERS)


def ways(letter: Out) -> list[dict[str, list[str]]]:
    """What stands behind the # of each order form that a letter names."""
    found = [line.strip() for line in letter.text.split("\n") if "orders.html" in line]
    assert all(line.startswith(PAGE) for line in found)
    return [parse_qs(urlsplit(line).fragment) for line in found]


def test_the_answer_to_orders_leads_to_the_form_with_the_sheet_on_file(tmp_path: Path) -> None:
    judge = form_table(tmp_path, archive_url="https://games.test")
    answer = judge.orders("game7", "FRANCE", "A PAR - BUR\nF BRE H")[-1]
    (way,) = ways(answer)
    assert sorted(way["sheet"][0].split("\n")) == ["A PAR - BUR", "F BRE H"]
    answer = judge.orders("game7", "FRANCE", "TRY\nA MAR - SPA")[-1]
    assert ways(answer)[0].get("sheet", [""])[0].count("A MAR - SPA") == 0


# ---- Whoever runs a game gets whatever its players get, with a list or without.


HAND = "CENTRES AUSTRIA 3 ENGLAND 3 FRANCE 3 GERMANY 3 ITALY 3 RUSSIA 4 TURKEY 3"


def game(tmp_path: Path, list_: str) -> Judge:
    return Judge(tmp_path, list="").with_game("lira7", "bourse", "Lupus", "Ursa", **({"list": list_} if list_ else {}))


@pytest.mark.parametrize("list_", ["", "results@list.test"])
def test_the_master_gets_the_start_and_the_results_with_or_without_a_list(tmp_path: Path, list_: str) -> None:
    judge = game(tmp_path, list_)
    assert "has started with 2 players" in judge.letters(MASTER)[-1].text
    judge.master("lira7", f"RESULT S1901\n{HAND}\nEND")
    sent = judge.resolve("lira7")
    (mine,) = (one for one in sent if one.to == MASTER and "were not read" not in one.text and "Lupus" in one.text)
    (theirs,) = (one for one in sent if one.to == address_of("Lupus"))
    assert mine.machines[0] in theirs.machines


# ---- What of_a_phase of one phase are called: each kind by a name of its own, all in one thread, and each can be
# answered.


def of_a_phase(tmp_path: Path) -> tuple[Judge, dict[str, Out]]:
    """The results of one phase, and of the next a press, a notice and a reminder."""
    judge = small_game(tmp_path)
    found = [out for out in judge.resolve(GAME) if out.to == LUPUS]
    found += [out for out in judge.orders(GAME, "Ursa", "BROADCAST: hello") if out.to == LUPUS]
    found += [out for out in judge.master(GAME, "EXTEND 2d") if out.to == LUPUS]
    found += [out for out in judge.tick(judge.deadline(GAME) - timedelta(hours=1)) if out.to == LUPUS]
    return judge, {out.subject.replace(":", ",").partition(",")[0].split()[-1]: out for out in found}


def test_letters_of_a_phase_thread_by_their_references(tmp_path: Path) -> None:
    _, found = of_a_phase(tmp_path)
    roots = {kind: set(out.header("References").split()) for kind, out in found.items()}
    assert roots["press"] & roots["notice"] & roots["reminder"] & roots["results"]
