"""Players of the house: practice games against them, their seats in other games, and what they may never do."""

import logging
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from judge.audit import broken_links
from judge.desk.cabinet.records import Status
from judge.extras.robots import table
from judge.extras.robots.plays import View, play
from judge.games import variants
from tests.counts import SOAK
from tests.harness import Judge

ANN = "ann@example.test"
TURNS = 8 if SOAK else 4
GAMES = sorted(slug for slug in variants() if variants()[slug].info.stage != "draft")


def begun(folder: Path, slug: str, more: str = "", **settings: Any) -> Judge:
    """A judge with a practice game of Ann's."""
    judge = Judge(folder, **settings)
    judge.say(ANN, f"REGISTER Ann Archer\nJOIN PRACTICE {slug}{more}")
    judge.reply(judge.letters(ANN)[0], "")
    return judge


def last(judge: Judge) -> Any:
    """The last letter of the practice game to Ann that a reply of hers speaks in."""
    return [out for out in judge.letters(ANN) if "+practice1." in out.header("Reply-To")][-1]


def own_words(judge: Judge, slug: str) -> str:
    """What a robot would write in Ann's place."""
    game = judge.game("practice1")
    seat = next(seat for seat in judge.services.files.seats(game.key).values() if seat.address)
    return table.words_of(judge.services, game, seat, play(slug))


@pytest.mark.parametrize("slug", GAMES)
def test_a_practice_game_goes_on_at_once_and_no_word_of_a_robot_is_refused(
    slug: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    judge = begun(tmp_path, slug)
    with caplog.at_level(logging.WARNING, logger="judge.extras.robots.table"):
        phases = []
        for _ in range(TURNS):
            phases.append(judge.game("practice1").phase)
            answers = judge.reply(last(judge), own_words(judge, slug) + "\nREADY")
            if "Nothing of yours is on file" in answers[0].flat:  # asked once
                answers = judge.reply(last(judge), "READY")
            assert not [out.subject for out in answers if out.subject.startswith(("[ERROR]", "[PARTIAL]", "[ASK]"))]
            told = [out for out in answers if out.subject.endswith(" results")]
            assert len(told) <= 1, [out.subject for out in told]
            now = judge.game("practice1")
            assert not told or now.phase in told[0].text.split("RESULTS of")[0], "and it names the phase that is open"
            assert now.untold == ()
    assert len(set(phases)) == TURNS, "READY of the one person resolves the phase"
    assert [record.getMessage() for record in caplog.records] == []
    assert judge.differences() == []


def test_nobody_outside_hears_of_a_practice_game(tmp_path: Path) -> None:
    judge = begun(tmp_path, "bourse")
    for _ in range(3):
        judge.reply(last(judge), "NO TRADE\nREADY")
    assert {out.to for out in judge.relay.sent} == {ANN}
    assert "practice1" not in judge.say("bob@example.test", "LIST")[0].text


def test_the_robots_of_the_same_game_write_the_same(tmp_path: Path) -> None:
    def orders(folder: Path) -> list[Any]:
        judge = begun(folder, "bourse")
        for _ in range(2):
            judge.reply(last(judge), "NO TRADE\nREADY")
        events = judge.services.journal.of_kind("practice1", "phase_resolved")
        return [event["data"]["orders"] for event in events]

    assert orders(tmp_path / "one") == orders(tmp_path / "two")


def test_a_person_has_two_practice_games_at_most_and_resigning_ends_one(tmp_path: Path) -> None:
    judge = begun(tmp_path, "bourse")
    judge.say(ANN, "JOIN PRACTICE bourse")
    refused = judge.say(ANN, "JOIN PRACTICE bourse")[-1]
    assert "practice1 and practice2" in refused.text
    judge.reply(last(judge), "RESIGN")
    assert judge.game("practice1").status is Status.FINISHED
    judge.say(ANN, "JOIN PRACTICE bourse")
    assert judge.game("practice3").status is Status.ACTIVE


def test_a_practice_game_left_lying_ends_with_its_deadline_and_a_letter(tmp_path: Path) -> None:
    judge = begun(tmp_path, "diplomacy")
    assert judge.deadline("practice1") - judge.clock.now() == timedelta(days=14)
    sent = judge.resolve("practice1")
    assert judge.game("practice1").status is Status.FINISHED
    assert "a fortnight went by" in sent[-1].text
    assert judge.differences() == []


def test_who_says_ready_without_orders_keeps_his_seat_in_practice(tmp_path: Path) -> None:
    judge = begun(tmp_path, "diplomacy", " AS FRANCE")
    for _ in range(5):
        judge.reply(last(judge), "READY")
    seat = judge.seat("practice1", "FRANCE")
    assert not seat.vacant and seat.address == ANN


def test_the_last_autumn_ends_a_practice_game_beside_a_board(tmp_path: Path) -> None:
    judge = begun(tmp_path, "bourse")
    for _ in range(13):  # the first is asked about
        judge.reply(last(judge), "READY")
    game = judge.game("practice1")
    assert game.status is Status.FINISHED and game.played[-1].phase.startswith("F1906")
    assert game.ended is not None and len(game.ended["scores"]) == 5


def test_robots_fill_a_game_that_its_master_wants_filled(tmp_path: Path) -> None:
    judge = Judge(tmp_path).with_game("lira7", "bourse", "Lupus", robots="3")
    names = [seat.name for seat in judge.services.files.seats("lira7").values()]
    assert names == ["Lupus", "Robot Ada", "Robot Bolt", "Robot Cogwheel"]
    assert {record.seat for record in judge.services.files.sheets("lira7", "S1901M") if record.sheet} == set(names[1:])
    assert judge.game("lira7").phase == "S1901M", "the deadline decides"


def test_a_robot_that_stumbles_holds_nobody_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Stumbling:
        ENDING = ""

        def write(self, view: View) -> str:
            raise ValueError("no idea")

    monkeypatch.setattr(table, "play", lambda slug: Stumbling())
    judge = begun(tmp_path, "bourse")
    judge.reply(last(judge), "NO TRADE\nREADY")
    assert judge.game("practice1").phase == "F1901M"


def test_a_robot_stands_in_for_a_vacant_power_until_somebody_takes_it_over(tmp_path: Path) -> None:
    judge = Judge(tmp_path).with_game("dip1", "diplomacy", "FRANCE", "ITALY", "TURKEY", empty="hold")
    judge.orders("dip1", "ITALY", "RESIGN")
    told = judge.master("dip1", "SET stand-in robot")
    assert any("A robot gives the orders of Italy" in out.text for out in told)
    record = judge.services.files.sheet("dip1", "S1901M", "ITALY")
    assert len(record.sheet) == 3
    assert "VACANT, a robot stands in" in judge.say(ANN, "LIST dip1")[0].text
    judge.say(ANN, "REGISTER Ann Archer\nTAKEOVER ITALY@dip1")
    judge.reply(judge.letters(ANN, "CONFIRM")[-1], "")
    seat = judge.seat("dip1", "ITALY")
    assert seat.address == ANN and not seat.robot
    told = judge.letters(ANN, "your seat")[-1].flat
    assert "The player before you left these orders." in told and "A ROM" in told


def test_a_robot_of_a_vacant_power_stops_when_the_master_says_so(tmp_path: Path) -> None:
    judge = Judge(tmp_path).with_game(
        "dip1", "diplomacy", "FRANCE", "ITALY", "TURKEY", empty="hold", **{"stand-in": "robot"}
    )
    judge.orders("dip1", "ITALY", "RESIGN")
    judge.resolve("dip1")
    assert len(judge.services.files.sheet("dip1", "F1901M", "ITALY").sheet) == 3
    told = judge.master("dip1", "SET stand_in no")
    assert any("No robot gives the orders of Italy" in out.text for out in told)


def test_robots_elect_no_leader_of_a_company_whose_founder_sold_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    judge = begun(tmp_path, "exchange")
    with caplog.at_level(logging.WARNING, logger="judge.extras.robots.table"):
        judge.reply(last(judge), "BID AUSTRIA 60 SHARES 40 PRICE 5\nREADY")
        for _ in range(4):
            judge.tick(judge.after(minutes=1))
            judge.reply(last(judge), "READY")
    assert judge.game("practice1").phase[-1] == "M", "the elections are over"
    assert [record.getMessage() for record in caplog.records] == []


@pytest.mark.parametrize("slug", GAMES)
def test_a_first_practice_letter_says_what_the_game_is_and_what_its_lines_mean(slug: str, tmp_path: Path) -> None:
    judge = begun(tmp_path, slug)
    (start,) = judge.letters(ANN, "start")
    words = start.flat
    info = variants()[slug].info
    assert info.blurb.partition(". ")[0] in words
    lesson = judge.services.renderer.part((f"{slug}/practice.txt",), {})
    assert lesson and " ".join(lesson.split()) in words
    assert "robots" in lesson and all(len(line) <= 72 for line in start.text.split("\n"))


def test_what_the_keeper_writes_is_not_taken_for_the_master_of_a_practice_game(tmp_path: Path) -> None:
    judge = begun(tmp_path, "bourse")
    keeper = judge.app.config.judge.keeper
    (letter,) = judge.say(keeper, "Please put the deadline off by two days.")
    assert "practice1" not in letter.subject + letter.text


def test_who_signs_on_as_the_master_of_a_practice_game_is_answered(tmp_path: Path) -> None:
    judge = begun(tmp_path, "bourse")
    keeper = judge.app.config.judge.keeper
    judge.services.files.save_game(
        replace(judge.game("practice1"), master_hash=judge.services.keys.hash("lighthouse4"))
    )
    (letter,) = judge.say(keeper, "MASTER practice1 lighthouse4\nSTATUS")
    assert "practice1" in letter.subject


# ---- Whole games of robots alone, by ordinary letters: each comes to its end, no order of theirs is refused, the
# books balance at every deadline, and everything can be computed again. For `make soak`: test_robots.py plays a few
# phases of each game always.


PHASES = 400
LAST = "F1906M"


@pytest.mark.soak
@pytest.mark.skipif(not SOAK, reason="whole games: make soak")
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("slug", GAMES)
def test_robots_alone_play_a_game_to_its_end(
    slug: str, seed: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    known = play(slug)
    assert known is not None
    judge = Judge(tmp_path, seed=f"soak {seed}", html=False)
    seats = int(known.PRACTICE["robots"]) + 1  # one more for the person
    judge.new("soak1", slug, **{**known.PRACTICE, "robots": str(seats), "early": "yes"})
    with caplog.at_level(logging.WARNING, logger="judge.extras.robots.table"):
        judge.start("soak1")
        for _ in range(PHASES):
            judge.tick(judge.after(minutes=1))
            game = judge.game("soak1")
            if game.status is not Status.ACTIVE:
                break
            if known.ENDING and game.phase == LAST:
                judge.master("soak1", known.ENDING)
    assert game.status is Status.FINISHED, (game.status, game.phase, game.reason)
    assert [record.getMessage() for record in caplog.records] == []
    assert judge.differences() == []
    assert not broken_links(judge.services.journal, "soak1")
