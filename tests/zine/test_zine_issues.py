"""Issues of the zine: what is in one, that each is made once, and that nobody's secret gets in."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from judge.core.codec import pack
from judge.core.errors import InputError
from judge.desk.counter.loop_detection import BEATS
from judge.desk.words import addresses
from judge.desk.words.anybody import READERS
from judge.extras.zine import gather, issues, letter, page
from judge.games import variant
from judge.keeper import moving
from tests.counts import drawn
from tests.desk.worlds import sheets
from tests.harness import MASTER, Judge, address_of
from tests.zine.zines import GAME, MONDAYS, READER, game, gazettes, reader, run, weeks


def test_press_is_signed_as_it_was_published(tmp_path: Path) -> None:
    judge = game(tmp_path, press_delivery="now", grey="yes")
    judge.orders(GAME, "Lupus", "BROADCAST\nSigned.\nENDPRESS\nBROADCAST GREY\nUnsigned.\nENDPRESS")
    judge.tick(MONDAYS[0])
    story = issues.issue(judge.services, 1).stories[0]
    assert [(one.sender, one.text) for one in story.press] == [("Lupus", "Signed."), ("", "Unsigned.")]
    text = letter.words(judge.services, issues.issue(judge.services, 1))
    assert "Somebody who does not sign writes:\n  | Unsigned." in text


def test_a_quiet_week_makes_a_short_issue(tmp_path: Path) -> None:
    judge = reader(Judge(tmp_path, zine="MON 08:00"))
    judge.tick(MONDAYS[0])
    (out,) = gazettes(judge)
    assert "A quiet time" in out.text and len(out.text) < 900


def test_a_quiet_week_is_skipped_where_the_keeper_wants_that_and_costs_no_number(tmp_path: Path) -> None:
    judge = reader(Judge(tmp_path, zine="MON 08:00", zine_empty="skip"))
    judge.tick(MONDAYS[0])
    assert gazettes(judge) == []
    game(tmp_path, judge)
    judge.tick(MONDAYS[1])
    assert [out.subject for out in gazettes(judge)] == ["The TEST Gazette 1, Mon 19 Jan 2026"]


def test_weeks_that_the_judge_was_not_running_make_one_issue_of_all(tmp_path: Path) -> None:
    judge = reader(game(tmp_path))
    judge.tick(MONDAYS[0])
    judge.orders(GAME, "Lupus", "BROADCAST\nFirst.\nENDPRESS")
    judge.post(address_of("Ursa"), f"SIGNON Ursa@{GAME} ursa-pass\nBROADCAST\nLater.\nENDPRESS", at=MONDAYS[2])
    judge.tick(MONDAYS[5] + timedelta(hours=3))
    assert [out.subject for out in gazettes(judge)] == [
        "The TEST Gazette 1, Mon 12 Jan 2026",
        "The TEST Gazette 2, Mon 16 Feb 2026",
    ]
    assert [one.text for one in issues.issue(judge.services, 2).stories[0].press] == ["First.", "Later."]


def test_results_that_their_master_holds_are_in_no_issue(tmp_path: Path) -> None:
    judge = game(tmp_path)
    judge.tick(MONDAYS[0])
    judge.master(GAME, "HOLD RESULTS")
    judge.orders(GAME, "Lupus", "SELL 137 LIRA\nBUY MARKS WITH REST")
    judge.resolve(GAME)
    before = letter.words(judge.services, issues.upcoming(judge.services, MONDAYS[1]).issue)
    assert "report is awaited" not in before
    assert "137" not in before and "Spring 1901" not in before.split("DEADLINES")[0].split("SEATS")[0]
    judge.master(GAME, "RELEASE")
    assert "137" in letter.words(judge.services, issues.upcoming(judge.services, MONDAYS[1]).issue)


def test_closed_and_practice_games_are_in_no_issue(tmp_path: Path) -> None:
    judge = game(tmp_path, open="no")
    judge.tick(MONDAYS[0])
    issue = issues.issue(judge.services, 1)
    assert issue.quiet and not issue.open and not issue.deadlines
    judge.say("ann@example.test", "REGISTER Ann\nJOIN PRACTICE bourse")
    judge.reply(judge.letters("ann@")[-1], "")
    assert issues.upcoming(judge.services, MONDAYS[1]).issue.quiet


def test_a_game_closed_since_is_left_out_of_the_issues_that_are_shown(tmp_path: Path) -> None:
    judge = game(tmp_path)
    judge.tick(MONDAYS[0])
    assert GAME in page.alone(judge.services, issues.issue(judge.services, 1))
    judge.master(GAME, "SET open no")
    assert GAME not in page.alone(judge.services, issues.issue(judge.services, 1))


def test_results_taken_back_are_told_with_the_reason_and_new_ones_as_a_revision(tmp_path: Path) -> None:
    judge = game(tmp_path)
    judge.resolve(GAME)
    judge.tick(MONDAYS[0])
    judge.master(GAME, "ROLLBACK TO S1901M a slip in the report")
    (story,) = issues.upcoming(judge.services, MONDAYS[1]).issue.stories
    assert [(one.title, one.reason) for one in story.taken_back] == [("Spring 1901, movement", "a slip in the report")]
    judge.resolve(GAME)
    (story,) = issues.upcoming(judge.services, MONDAYS[1]).issue.stories
    assert [(one.phase, one.revision) for one in story.results] == [("S1901M", 2)] and not story.taken_back


@pytest.mark.parametrize("reveal", ["yes", "no"])
def test_the_farewell_tells_who_was_who_only_where_the_game_does(tmp_path: Path, reveal: str) -> None:
    judge = game(tmp_path, reveal=reveal)
    judge.master(GAME, "END DRAW")
    judge.resolve(GAME)
    judge.tick(MONDAYS[2])
    issue = issues.issue(judge.services, issues.last_number(judge.services))
    told = letter.words(judge.services, issue) + page.alone(judge.services, issue)
    assert "Final standing" in told and "Ursa" in told
    assert ("Person behind Ursa" in told) is (reveal == "yes")
    assert "example.test" not in told.replace(f"judge@{judge.app.config.domain}", "")


def test_who_is_forgotten_is_named_in_no_farewell_and_no_column_any_more(tmp_path: Path) -> None:
    from judge.keeper.forget import forget, look_up

    judge = game(tmp_path, reveal="yes", zine_letters="all")
    judge.say(address_of("Ursa"), "SIGNON Ursa@lira7 ursa-pass\nLETTER\nHello from the forest.\nEND\nSIGNOFF")
    judge.master(GAME, "END DRAW")
    judge.resolve(GAME)
    judge.tick(MONDAYS[2])
    number = next(n for n in range(1, 4) if issues.issue(judge.services, n).stories[0].ending)
    assert "Person behind Ursa" in page.alone(judge.services, issues.issue(judge.services, number))
    assert "forest" in page.alone(judge.services, issues.issue(judge.services, 1))
    forget(judge.services, look_up(judge.services, address_of("Ursa")))
    assert "Person behind Ursa" not in page.alone(judge.services, issues.issue(judge.services, number))
    assert "forest" not in page.alone(judge.services, issues.issue(judge.services, 1))


def ended(judge: Judge) -> Judge:
    """Over, told of, and ready for the shelf."""
    judge.master(GAME, "END DRAW")
    judge.resolve(GAME)
    judge.tick(MONDAYS[2])
    judge.tick(judge.after(days=2))
    return judge


def all_pages(judge: Judge) -> str:
    numbers = range(1, issues.last_number(judge.services) + 1)
    return "".join(page.alone(judge.services, issues.issue(judge.services, number)) for number in numbers)


def test_who_is_forgotten_is_named_in_no_farewell_of_a_game_on_the_shelf(tmp_path: Path) -> None:
    from judge.keeper.forget import forget, look_up

    judge = ended(game(tmp_path, reveal="yes"))
    moving.shelve(judge.services, GAME)
    assert "Person behind Ursa" in all_pages(judge)
    forget(judge.services, look_up(judge.services, address_of("Ursa")))
    assert "Person behind Ursa" not in all_pages(judge) and "Person behind Lupus" in all_pages(judge)


@pytest.mark.parametrize("moved", [False, True])
def test_a_game_closed_since_stays_out_of_the_issues_on_the_shelf(tmp_path: Path, moved: bool) -> None:

    judge = game(tmp_path)
    judge.tick(MONDAYS[0])
    assert GAME in all_pages(judge)
    judge.master(GAME, "SET open no")
    judge = judge if moved else ended(judge)
    judge.tick(judge.after(minutes=5))
    seen = issues.seen(judge.services, 1)
    moving.shelve(judge.services, GAME, moved=moved)
    assert GAME not in all_pages(judge) and issues.seen(judge.services, 1) == seen
    moving.unshelve(judge.services, GAME)
    game_ = judge.game(GAME)
    judge.services.files.save_game(replace(game_, house={**game_.house, "open": "yes"}))
    judge.tick(judge.after(minutes=5))
    moving.shelve(judge.services, GAME, moved=True)
    assert GAME in all_pages(judge)


# ---- once, and the same again -------------------------------------------------------------------------------------


class Died(BaseException):
    """The judge was killed."""


@pytest.mark.parametrize("point", ["handled", "committed", "settled"])
def test_a_judge_killed_at_any_moment_makes_each_issue_once_and_numbers_them_without_gaps(
    tmp_path: Path, point: str
) -> None:
    judge = reader(game(tmp_path))
    judge.tick()

    def crash(reached: str) -> None:
        if reached == point:
            raise Died

    judge.app.timeline.crash = crash
    judge.clock.set(MONDAYS[0])
    with pytest.raises(Died):
        judge.app.once(MONDAYS[0])
    again = Judge(tmp_path, store=judge.app.store, zine="MON 08:00")
    again.services.variants = {"bourse": variant("bourse")}
    again.tick(MONDAYS[0])
    again.tick(MONDAYS[1])
    assert [out.subject[:19] for out in gazettes(again)] == ["The TEST Gazette 1,", "The TEST Gazette 2,"]
    assert issues.last_number(again.services) == 2


def test_a_fault_while_an_issue_is_made_leaves_no_trace_and_loses_no_news(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge = reader(game(tmp_path))
    with monkeypatch.context() as patch:
        patch.setattr(letter, "data", lambda services, issue: 1 / 0)
        judge.tick(MONDAYS[0])
    assert issues.last_number(judge.services) == 0 and gazettes(judge) == []
    judge.tick(MONDAYS[0] + timedelta(hours=1))
    assert [one.gist for one in issues.issue(judge.services, 1).stories] == ["a beginning"]


def test_one_game_that_cannot_be_told_costs_its_own_story_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge = game(tmp_path)
    judge.with_game("lira8", "bourse", "Otter", "Marten")
    standing = gather._Teller._standing
    monkeypatch.setattr(gather._Teller, "_standing", lambda self: 1 / 0 if self.game.key == "lira8" else standing(self))
    judge.tick(MONDAYS[0])
    assert [story.game for story in issues.issue(judge.services, 1).stories] == [GAME]


def test_an_issue_gathered_anew_is_the_one_that_went_out(tmp_path: Path) -> None:
    judge, _ = weeks(tmp_path)
    kept = issues._read(judge.services, 2)
    assert kept is not None
    anew = gather.issue(judge.services, 2, issues._read(judge.services, 1), datetime.fromisoformat(kept.issue.at))
    assert pack(anew) == pack(kept)


def test_an_issue_that_there_is_not_is_refused_with_the_last_number(tmp_path: Path) -> None:
    judge = game(tmp_path)
    with pytest.raises(InputError, match="None is out yet"):
        issues.issue(judge.services, 1)
    judge.tick(MONDAYS[0])
    with pytest.raises(InputError, match="The last is 1"):
        issues.issue(judge.services, 7)


# ---- secrets ------------------------------------------------------------------------------------------------------


def printed(folder: Path, plan: Sequence[tuple[str, str]], name: str) -> list[object]:
    """All that a zine prints of a game in whose open phase this was sent, by people of that name."""
    judge = game(folder, html=True, seed="same")
    judge.resolve(GAME)
    for seat, text in plan:
        judge.orders(GAME, seat, text)
    for seat in judge.services.files.seats(GAME).values():
        person = judge.services.files.person(seat.address)
        judge.services.files.save_person(replace(person, name=f"{name} {seat.name}"))
    issue = issues.upcoming(judge.services, MONDAYS[1]).issue
    look = letter.look(judge.services, issue)
    assert look is not None and issue.stories[0].chart is not None and issue.stories[0].results
    pictures = [one.content for one in look.pictures]
    return [pack(issue), letter.words(judge.services, issue), look.made, pictures, page.alone(judge.services, issue)]


@pytest.fixture(scope="module")
def silent(tmp_path_factory: pytest.TempPathFactory) -> list[object]:
    """The zine of a game whose players have sent nothing for the open phase."""
    return printed(tmp_path_factory.mktemp("silent"), (), "One")


_SECRETS = sheets() | st.sampled_from(
    (
        "PRESS TO Ursa\nMeet me at dusk.\nENDPRESS",
        "PRESS TO MASTER\nAm I late?\nENDPRESS",
        "READY",
        "SET PASSWORD moonlight-9",
        "FOR EVERY PHASE:\nSELL 10 LIRA\nBUY 5 MARKS",
        "ABSENCE 2026-02-01 TO 2026-02-08",
        "LETTER\nNot yet seen by the keeper.\nEND",
    )
)


@drawn(4, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(plan=st.lists(st.tuples(st.sampled_from(("Lupus", "Grey Wolf")), _SECRETS), min_size=1, max_size=4))
def test_two_worlds_that_differ_in_secrets_alone_print_the_same_zine(
    tmp_path_factory: pytest.TempPathFactory, silent: list[object], plan: list[tuple[str, str]]
) -> None:
    """Sheets, private press, passwords, names of people, letters that nobody has let in: not a byte tells of them."""
    assert printed(tmp_path_factory.mktemp("world"), plan, "Another") == silent


def test_the_secrets_of_a_fogged_game_are_in_no_issue(tmp_path: Path) -> None:
    from tests.desk.test_desk_boards import table

    judge = table(tmp_path, "payola", blind="yes")
    judge.orders("game7", "France", "5 : A PAR - BUR")
    judge.resolve("game7")
    issue = issues.upcoming(judge.services, judge.clock.now()).issue
    assert issue.stories and issue.stories[0].board is None
    assert "BUR" not in letter.words(judge.services, issue) + page.alone(judge.services, issue)


# ---- its size and its list ----------------------------------------------------------------------------------------


def test_the_letter_of_many_games_stays_within_what_mail_programs_show(tmp_path: Path) -> None:
    judge = reader(game(tmp_path, html=True))
    judge.resolve(GAME)
    issue = issues.upcoming(judge.services, MONDAYS[1]).issue
    story = issue.stories[0]
    many = replace(issue, stories=tuple(replace(story, game=f"lira{number}") for number in range(40)))
    look = letter.look(judge.services, many)
    assert look is not None
    assert len(look.made.encode()) <= letter.PAGE
    assert sum(len(one.content) for one in look.pictures) <= letter.PICTURES and look.pictures
    assert look.made.count("There is no room here") >= 20 and "lira39" in look.made
    data = letter.data(judge.services, many)
    assert 0 < data["full"] < 40
    assert len(judge.services.renderer.letter("zine/letter.txt", {**data, "judge": "X", "address": "j@x"})[1]) < 200_000


def test_the_letter_bears_a_list_id_and_one_click_ends_it(tmp_path: Path) -> None:
    judge = reader(game(tmp_path))
    judge.tick(MONDAYS[0])
    (out,) = gazettes(judge)
    assert out.header("List-Id") == "<zine.judge.test>" and MASTER not in out.to
    way_out = out.header("List-Unsubscribe").strip("<>").removeprefix("mailto:")
    (told,) = judge.say("somebody@else.test", "", to=way_out)
    assert told.to == READER and "SUBSCRIBE ZINE" in told.text
    judge.tick(MONDAYS[1])
    assert len(gazettes(judge)) == 1


def test_a_mailing_list_gets_the_zine_too_where_one_is_named(tmp_path: Path) -> None:
    judge = game(tmp_path, zine_list="readers@list.test")
    judge.tick(MONDAYS[0])
    assert [out.to for out in gazettes(judge)] == ["readers@list.test"]


def test_no_game_can_be_called_zine(tmp_path: Path) -> None:
    judge = game(tmp_path)
    with pytest.raises(InputError, match="The zine is called so"):
        judge.new("Zine", "bourse")


def test_press_for_which_a_letter_has_no_room_is_named_and_stands_whole_on_the_page(tmp_path: Path) -> None:
    judge = game(tmp_path, press_delivery="now")
    for number in range(4):
        judge.orders(GAME, "Lupus", f"BROADCAST\n{f'Long speech {number}. ' * 900}\nENDPRESS")
    issue = issues.upcoming(judge.services, MONDAYS[0]).issue
    assert len(issue.stories[0].press) == 4
    data = {**letter.data(judge.services, issue), "judge": "X", "address": "j@x"}
    told = judge.services.renderer.letter("zine/letter.txt", data)[1]
    assert len(told) < 40_000
    assert "for which there is no room here" in " ".join(told.split())
    assert all(f"Long speech {number}." in page.alone(judge.services, issue) for number in range(4))


@pytest.mark.parametrize("what", ["ZINE", "lira7"])
def test_a_machine_that_subscribes_is_answered_and_soon_no_more(tmp_path: Path, what: str) -> None:
    judge = run(game(tmp_path))
    for text in ("LIST",) * 10 + (f"SUBSCRIBE {what}",) * 10:
        judge.tick(judge.after(seconds=30))
        judge.say(READER, text)
    told = [one.flat for one in judge.letters(READER)]
    assert sum("will come to" in one for one in told) == 1
    assert sum("already" in one for one in told) == BEATS


def test_so_many_addresses_of_one_site_subscribe_to_the_zine_a_day(tmp_path: Path) -> None:
    judge = game(tmp_path)
    answers = []
    for number in range(READERS.count + 1):
        address = f"reader{number}@example.test"
        with judge.app.store.batch():
            addresses.make_person(judge.services, address, f"Reader {number}", "")
        answers.append(judge.say(address, "SUBSCRIBE ZINE")[-1])
    assert [one.subject.startswith("[OK]") for one in answers] == [True] * READERS.count + [False]
    assert "no more can" in answers[-1].flat
