"""Arrival counts, order of arrival between seats does not, and a judge that was down changes nothing."""

import gzip
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.audit import broken_links, replay_game
from judge.core.codec import read_news
from judge.core.errors import MailFault
from judge.core.notice import News
from judge.keeper.moving import import_game
from judge.post import Delivery
from tests.desk.worlds import (
    FEW,
    GAME,
    REPORT,
    SEATS,
    Act,
    current,
    events,
    filed,
    letters,
    post_all,
    post_report,
    public_face,
    resolutions,
    seat_letter,
    sheets,
    small_game,
)
from tests.harness import MASTER, START, Judge, Out, address_of
from tests.tables import cases

END = START + timedelta(days=20)


def unlike_reminders(judge: Judge) -> dict[str, bytes]:
    """Letters by Message-ID, without those that are not made up for when the judge was down."""
    return {
        out.header("Message-ID"): out.raw
        for out in judge.relay.sent
        if not out.text.startswith("REMINDER - ") and "digest" not in out.subject
    }


@FEW
@given(letters(), st.integers(60 * 24 * 5, 60 * 24 * 16))
def test_a_judge_that_was_down_over_deadlines_gives_the_same_journal_and_letters(
    tmp_path: Path, acts: list[Act], report: int
) -> None:
    up = small_game(tmp_path / "up")
    down = small_game(tmp_path / "down")
    for judge in (up, down):
        post_all(judge, acts)
        post_report(judge, START + timedelta(minutes=report))
    moment = START
    while moment < END:
        moment += timedelta(hours=5)
        up.tick(moment)
    down.tick(END)
    assert events(up) == events(down)
    assert unlike_reminders(up) == unlike_reminders(down)
    assert up.differences() == down.differences() == []


@FEW
@given(st.lists(sheets(), min_size=3, max_size=3), st.permutations(range(3)))
def test_the_order_in_which_seats_write_changes_nothing_in_the_results(
    tmp_path: Path, texts: list[str], order: Sequence[int]
) -> None:
    straight, mixed = small_game(tmp_path), small_game(tmp_path)
    for judge, turns in ((straight, range(3)), (mixed, order)):
        for minute, index in enumerate(turns):
            judge.say(address_of(SEATS[index]), seat_letter(SEATS[index], texts[index]), at=judge.after(minutes=minute))
        judge.resolve(GAME)
    assert public_face(straight) == public_face(mixed)
    assert resolutions(straight) == resolutions(mixed)


@FEW
@given(letters(last=60 * 24 * 4))
def test_a_rollback_processed_again_gives_the_same_results_with_the_same_dice(tmp_path: Path, acts: list[Act]) -> None:
    judge = small_game(tmp_path)
    post_all(judge, acts)
    judge.tick(START + timedelta(days=5))
    face = public_face(judge)
    judge.master(GAME, "ROLLBACK TO S1901M to see whether it comes out the same")
    assert current(judge).phase == "S1901M" and current(judge).played == ()
    judge.master(GAME, "PROCESS S1901M")
    first, again = resolutions(judge)
    assert {**first, "revision": 2} == again
    assert public_face(judge) == face
    assert judge.differences() == []


def test_a_rollback_with_other_orders_takes_the_next_link(judge: Judge) -> None:
    judge.resolve(GAME)
    judge.tick(judge.after(hours=1))
    judge.master(GAME, "ROLLBACK TO S1901M Lupus was ill")
    judge.orders(GAME, "Lupus", "SELL 100 LIRA\nBUY 100 MARKS")
    judge.master(GAME, "PROCESS S1901M")
    assert [fact["link"] for fact in resolutions(judge)] == [2, 3]


def test_a_changed_report_alone_is_a_clerical_correction_and_rolls_nothing_again(judge: Judge) -> None:
    judge.resolve(GAME)
    judge.tick(judge.after(hours=1))
    judge.master(GAME, REPORT)
    judge.resolve(GAME)
    judge.tick(judge.after(hours=1))
    judge.master(GAME, "ROLLBACK TO F1901M wrong count")
    judge.master(GAME, "RESULT F1901 CENTRES A 5 E 4 F 4 G 5 I 5 R 6 T 5\nPROCESS F1901")
    kept = [fact for fact in resolutions(judge) if fact["revision"] == 2]
    assert [fact["link"] for fact in kept] == [3]
    judge.master(GAME, "PROCESS S1902")
    assert [fact["revision"] for fact in resolutions(judge)] == [1, 1, 2, 1]


def test_a_report_counts_for_the_words_below_it_in_the_same_letter(judge: Judge) -> None:
    judge.resolve(GAME)
    judge.tick(judge.after(hours=1))
    out = judge.master(GAME, f"{REPORT}\nPREVIEW\nPROCESS F1901")
    assert judge.game(GAME).phase == "S1902M"
    assert any(letter.subject.startswith("[OK]") for letter in out)


def test_lines_below_a_masters_word_add_to_those_above_it(judge: Judge) -> None:
    judge.master(GAME, "AS Lupus\nSELL 300 LIRA\nPREVIEW\nBUY 200 MARKS")
    (sheet,) = [sheet for sheet in judge.services.files.sheets(GAME, "S1901M") if sheet.seat == "Lupus"]
    assert len(sheet.sheet) == 2


def test_a_rollback_takes_back_what_was_counted_of_silent_seats(judge: Judge) -> None:
    judge.resolve(GAME)
    judge.tick(judge.after(hours=1))
    judge.master(GAME, "ROLLBACK TO S1901M once more\nPROCESS S1901M")
    assert {seat.misses for seat in judge.services.files.seats(GAME).values()} == {1}


# ---- arrival ----------------------------------------------------------------------------------------------------


@cases("settle", "late", "phase")
def test_a_letter_counts_for_a_phase_up_to_its_tolerance(tmp_path: Path, settle: str, late: int, phase: str) -> None:
    judge = small_game(tmp_path, settle=settle)
    deadline = judge.deadline(GAME)
    stamp = deadline + timedelta(seconds=late)
    judge.post(address_of("Lupus"), seat_letter("Lupus", "SELL 100 LIRA\nBUY 100 MARKS"), at=stamp)
    judge.tick(deadline + timedelta(hours=1))
    assert current(judge).phase == "F1901M"
    assert [event["phase"] for event in events(judge) if event["kind"] == "orders_stored"] == ([phase] if phase else [])


def test_nothing_is_resolved_until_a_search_of_the_mailbox_has_succeeded(judge: Judge) -> None:
    deadline = judge.deadline(GAME)
    judge.post(address_of("Ursa"), seat_letter("Ursa", "SELL 100 LIRA\nBUY 100 MARKS"), at=deadline)
    real = judge.inbox.fetch

    def away(limit: int, until: object = None) -> Sequence[Delivery]:
        raise MailFault("the mail server does not answer")

    judge.inbox.fetch = away  # type: ignore[method-assign]
    judge.tick(deadline + timedelta(hours=2))
    assert current(judge).phase == "S1901M"
    judge.inbox.fetch = real  # type: ignore[method-assign]
    judge.tick(deadline + timedelta(hours=3))
    assert current(judge).phase == "F1901M"
    assert resolutions(judge)[0]["orders"]["Ursa"]


def unreachable_over_the_deadline(judge: Judge) -> None:
    deadline = judge.deadline(GAME)
    real = judge.inbox.fetch

    def away(limit: int, until: object = None) -> Sequence[Delivery]:
        raise MailFault("the mail server does not answer")

    judge.inbox.fetch = away  # type: ignore[method-assign]
    judge.tick(deadline - timedelta(hours=2))
    judge.inbox.fetch = real  # type: ignore[method-assign]
    judge.tick(deadline + timedelta(hours=2))


def test_a_mail_server_that_was_away_over_a_deadline_gives_a_day_more_and_says_so(judge: Judge) -> None:
    judge.app.timeline.unreachable = True
    deadline = judge.deadline(GAME)
    unreachable_over_the_deadline(judge)
    assert current(judge).phase == "S1901M"
    assert judge.deadline(GAME) == deadline + timedelta(days=1)
    assert any("could not be reached" in out.text for out in judge.letters("results@list.test"))


def test_the_embedded_mailbox_knows_no_outage(judge: Judge) -> None:
    unreachable_over_the_deadline(judge)
    assert current(judge).phase == "F1901M"


def test_a_letter_that_was_in_time_counts_while_the_report_is_still_awaited(judge: Judge) -> None:
    judge.resolve(GAME)
    deadline = judge.deadline(GAME)
    judge.resolve(GAME)
    assert current(judge).locked
    late, timely = deadline + timedelta(seconds=1), deadline - timedelta(seconds=1)
    judge.post(address_of("Lupus"), seat_letter("Lupus", "SELL 1 LIRA\nBUY 1 MARK"), at=late)
    judge.post(address_of("Ursa"), seat_letter("Ursa", "SELL 2 LIRA\nBUY 2 MARKS"), at=timely)
    judge.tick(deadline + timedelta(hours=1))
    assert filed(judge, "Lupus") == ()
    assert len(filed(judge, "Ursa")) == 2


def test_a_letter_that_came_to_light_after_its_phase_is_not_applied_backwards(judge: Judge) -> None:
    deadline = judge.deadline(GAME)
    judge.resolve(GAME)
    text = seat_letter("Lupus", "SELL 300 LIRA\nBUY 300 MARKS")
    judge.post(address_of("Lupus"), text, at=deadline - timedelta(minutes=5))
    sent = judge.tick(deadline + timedelta(minutes=5))
    assert {out.to for out in sent} == {MASTER, address_of("Lupus")}
    assert filed(judge, "Lupus") == ()
    assert all("17:55" in out.text and "18:00" in out.text for out in sent)


# ---- what is due --------------------------------------------------------------------------------------------------


def reminders(judge: Judge) -> list[Out]:
    return [out for out in judge.relay.sent if out.text.startswith("REMINDER - ")]


def test_who_joined_since_keeps_his_place_through_a_rollback(judge: Judge) -> None:
    judge.resolve(GAME)
    judge.tick(judge.after(hours=1))
    judge.join(GAME, "Vulpes")
    judge.master(GAME, REPORT)
    judge.resolve(GAME)
    judge.tick(judge.after(hours=1))
    judge.join(GAME, "Corvus")
    judge.master(GAME, "ROLLBACK TO S1901M from the start")
    for seat in ("Vulpes", "Corvus"):
        (answer,) = judge.orders(GAME, seat, "SELL 100 LIRA\nBUY 100 MARKS")
        assert answer.subject.startswith("[OK]")
    judge.master(GAME, "PROCESS S1901M")
    assert set(public_face(judge)["market"]["holdings"]) == {*SEATS, "Vulpes", "Corvus"}
    assert judge.differences() == []


def test_a_finished_game_can_be_taken_back_and_ended_again(judge: Judge) -> None:
    judge.master(GAME, "END DRAW")
    judge.resolve(GAME)
    assert current(judge).status == "finished"
    judge.tick(judge.after(hours=1))
    judge.master(GAME, "ROLLBACK TO S1901M the draw was refused\nAS Lupus\nSELL 100 LIRA\nBUY 100 MARKS")
    assert current(judge).status == "active" and current(judge).ended is None
    judge.resolve(GAME)
    assert current(judge).status == "finished"
    assert judge.differences() == []


def test_sheets_sent_ahead_outlive_a_rollback(judge: Judge) -> None:
    judge.orders(GAME, "Lupus", "FOR F1903:\nSELL 100 LIRA\nBUY 100 MARKS")
    judge.resolve(GAME)
    judge.tick(judge.after(hours=1))
    judge.master(GAME, "ROLLBACK TO S1901M once more")
    assert len(filed(judge, "Lupus", "F1903M")) == 2


def test_B_8_the_hours_for_the_report_follow_the_masters_setting_at_once(judge: Judge) -> None:
    judge.resolve(GAME)
    judge.master(GAME, "SET report_hours 6")
    judge.resolve(GAME)
    reminders = [d for d in judge.services.store.table("deadlines").find("game", GAME) if d["kind"] == "report"]
    assert sorted(d["hours"] for d in reminders) == [3, 6]


@cases("to", "text", "game")
def test_a_letter_set_aside_is_shown_to_the_master_of_the_game_it_names_first(
    tmp_path: Path, to: str, text: str, game: str
) -> None:
    judge = small_game(tmp_path, start=False)
    judge.new("other1", "bourse")
    judge.app.timeline.handle = lambda message, raw: 1 // 0  # type: ignore[assignment,return-value]
    judge.say("ann@example.test", text, to=f"{to}@judge.test")
    (row,) = judge.services.shunt.listing()
    assert row["for"] == game and len(judge.letters(MASTER)) == bool(game)


# ---- Games that an older judge has kept: what their events tell is computed again, byte for byte.


JOURNALS = sorted((Path(__file__).parents[1] / "fixtures" / "journals").glob("*.jsonl.gz"))


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.name.partition(".")[0])
def test_a_game_kept_before_news_had_types_is_played_again_to_the_same_events(tmp_path: Path, path: Path) -> None:
    judge = Judge(tmp_path)
    lines = gzip.decompress(path.read_bytes()).decode("utf-8").split("\n")
    name, rows = import_game(judge.services, lines)
    game = judge.game(name)
    assert rows > 20 and game.played
    assert replay_game(judge.services, game).differences == ()
    assert broken_links(judge.services.journal, name) == []
    kinds = judge.services.variant(game).info.news
    notices = [
        notice
        for event in judge.services.journal.of_kind(name, "phase_resolved")
        for notice in event["data"]["notices"]
    ]
    assert len(notices) > 10
    for notice in notices:
        assert isinstance(read_news(kinds, notice["kind"], notice["data"]), News), notice["kind"]
