"""What keeps a table together: records, the standby list, full tables, votes on the clock, help for masters."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from judge.desk.cabinet import reliability
from judge.desk.cabinet.records import Status
from judge.desk.cabinet.reliability import Conduct
from judge.desk.phases import resolving
from judge.extras.digest import contents
from judge.keeper.forget import forget, look_up
from tests.desk.worlds import small_game
from tests.harness import MASTER, POWERS, Judge, Out, address_of

ANN, BOB, CID = "ann@example.test", "bob@example.test", "cid@example.test"
DAN = "dan@example.test"


def going(folder: Path, *seats: str, **settings: str) -> Judge:
    """A running Bourse with these people."""
    return Judge(folder).with_game("lira7", "bourse", *(seats or ("Ann", "Bob", "Cid")), **settings)


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    return going(tmp_path)


def last(judge: Judge, address: str) -> Out:
    return judge.letters(address)[-1]


def record_of(judge: Judge, address: str) -> reliability.Conduct:
    return reliability.of(judge.services.store, address)


# ---- the record ---------------------------------------------------------------------------------------------------


def test_a_record_counts_sheets_in_time_phases_missed_and_seats_left(judge: Judge) -> None:
    judge.orders("lira7", "Ann", "NO TRADE")
    judge.resolve("lira7")
    judge.orders("lira7", "Cid", "RESIGN")
    assert record_of(judge, ANN) == reliability.Conduct(sheets=1)
    assert record_of(judge, BOB) == reliability.Conduct(missed=1)
    assert record_of(judge, CID) == reliability.Conduct(missed=1, left=1)
    told = judge.orders("lira7", "Ann", "RECORD")[-1]
    assert "sent 1 of 1 sheet in time" in told.text


def test_a_phase_played_again_counts_once(judge: Judge) -> None:
    judge.orders("lira7", "Ann", "NO TRADE")
    judge.resolve("lira7")
    judge.master("lira7", "ROLLBACK TO S1901M a slip")
    judge.orders("lira7", "Bob", "NO TRADE")
    judge.resolve("lira7")
    assert record_of(judge, BOB) == reliability.Conduct(sheets=1)


def test_a_record_is_told_to_nobody_but_its_person_and_masters(judge: Judge) -> None:
    judge.resolve("lira7")
    asked = judge.say(ANN, "RECORD")
    assert all("sheets in time" not in out.text for out in asked), "who only bears the address is asked first"
    assert "0 of 1 sheet in time" in judge.reply(asked[-1], "")[-1].text
    refused = judge.orders("lira7", "Ann", "RECORD Bob")[-1]
    assert "to its person alone" in refused.text
    told = judge.master("lira7", "RECORD Bob")[-1]
    assert told.to == MASTER and "The player of Bob has sent 0 of 1 sheet in time" in told.flat


def test_a_game_may_ask_for_reliable_players_and_newcomers_are_welcome(tmp_path: Path) -> None:
    judge = going(tmp_path, "Ann", "Bob")
    for _ in range(5):
        judge.orders("lira7", "Bob", "NO TRADE")
        if judge.game("lira7").phase.startswith("F"):
            judge.master(
                "lira7",
                f"RESULT {judge.game('lira7').phase[:5]}\nCENTRES AUSTRIA 5 ENGLAND 4 FRANCE 5 GERMANY 5 "
                "ITALY 4 RUSSIA 6 TURKEY 5\nEND",
            )
        judge.resolve("lira7")
    assert record_of(judge, ANN).share == 0 and record_of(judge, BOB).share == 100
    judge.new("lira8", "bourse", reliable="80")
    for address, name in ((ANN, "Lupus"), (BOB, "Ursus"), (CID, "Corvus")):
        judge.say(address, f"JOIN lira8 AS {name}")
    judge.reply(judge.letters(CID)[-1], "")
    assert sorted(judge.services.files.seats("lira8")) == ["corvus", "ursus"]
    assert "80 in a hundred" in last(judge, ANN).flat
    told = [out for out in judge.letters(MASTER) if "Ursus" in out.text][-1]
    assert "sent 5 of 5 sheets in time" in told.flat


def test_forgetting_a_person_takes_the_record_and_what_belongs_to_it_along(judge: Judge) -> None:
    judge.resolve("lira7")
    judge.orders("lira7", "Ann", "STANDBY ALL")
    judge.master("lira7", f"ALLOW {ANN}\nPROMOTE {ANN}")
    forget(judge.services, look_up(judge.services, ANN))
    for table in ("records", "standby", "doors"):
        assert not list(judge.services.store.table(table).find("address", ANN)), table
    assert judge.game("lira7").deputies == ()


# ---- standby --------------------------------------------------------------------------------------------------------


def standing_by(judge: Judge, *addresses: str, games: str = "bourse") -> None:
    for address in addresses:
        judge.say(address, f"STANDBY {games}")
        judge.reply(last(judge, address), "")


def test_when_a_seat_opens_the_list_is_written_to_and_the_first_answer_has_it(judge: Judge) -> None:
    standing_by(judge, "dan@example.test", "eve@example.test")
    judge.resolve("lira7")
    told = judge.orders("lira7", "Cid", "RESIGN")
    asked = [out for out in told if "a seat is open" in out.subject]
    assert [out.to for out in asked] == ["dan@example.test", "eve@example.test"]
    assert "PRICES after S1901M" in asked[0].text, "the last results are enclosed"
    judge.reply(asked[1], "")
    seat = judge.seat("lira7", "Cid")
    assert seat.address == "eve@example.test" and not seat.vacant
    late = judge.reply(asked[0], "")[-1]
    assert "not vacant" in late.text
    assert record_of(judge, "eve@example.test").taken_over == 1


def test_standby_is_for_the_games_named_and_for_nobody_who_plays_there_or_left(judge: Judge) -> None:
    standing_by(judge, "dan@example.test", games="diplomacy")
    judge.orders("lira7", "Ann", "STANDBY ALL")
    judge.orders("lira7", "Cid", "STANDBY ALL\nRESIGN")
    assert not judge.letters(subject="a seat is open")


def test_standby_none_ends_it(judge: Judge) -> None:
    standing_by(judge, "dan@example.test")
    judge.say("dan@example.test", "STANDBY NONE")
    judge.orders("lira7", "Cid", "RESIGN")
    assert not judge.letters(subject="a seat is open")


# ---- full tables ----------------------------------------------------------------------------------------------------


def test_a_full_table_starts_itself_and_who_comes_later_waits_for_room(tmp_path: Path) -> None:
    judge = Judge(tmp_path)
    judge.new("lira8", "bourse", seats="2", start="full")
    for address, name in ((ANN, "Lupus"), (BOB, "Ursus")):
        judge.say(address, f"JOIN lira8 AS {name}")
        judge.reply(last(judge, address), "")
    assert judge.game("lira8").status is Status.ACTIVE
    judge.new("lira9", "bourse", seats="2")
    for address, name in ((ANN, "Lupus"), (BOB, "Ursus"), (CID, "Corvus")):
        judge.say(address, f"JOIN lira9 AS {name}")
    told = judge.reply(last(judge, CID), "")[-1]
    assert "on the list of those who wait" in told.flat
    judge.reply([out for out in judge.letters(ANN) if "+lira9." in out.header("Reply-To")][-1], "RESIGN")
    sitting = {seat.address for seat in judge.services.files.seats("lira9").values()}
    assert sitting == {BOB, CID}


def test_a_game_that_is_not_full_by_its_day_says_so_and_what_else_is_open(tmp_path: Path) -> None:
    judge = Judge(tmp_path)
    judge.new("lira8", "bourse", seats="8", fill_by="2026-01-20")
    judge.new("dip4", "diplomacy")
    judge.join("lira8", "Lupus")
    sent = judge.tick(judge.clock.now() + timedelta(days=16))
    (told,) = [out for out in sent if "lupus@" in out.to]
    assert "should have been full" in told.text and "dip4 (diplomacy" in told.text
    assert "1 player" in told.flat


# ---- votes on the clock ---------------------------------------------------------------------------------------------


def test_who_changes_his_vote_again_and_again_is_answered_each_time(tmp_path: Path) -> None:
    judge = going(tmp_path, "Ann", "Bob", "Cid", "Dan", asks="half")
    judge.orders("lira7", "Ann", "ASK EXTEND 3d")
    for vote in ("YES", "NO") * 4:
        judge.tick(judge.after(seconds=20))
        (answer,) = judge.reply(last(judge, BOB), f"ASK {vote}")
        assert answer.to == BOB and f"{2 if vote == 'YES' else 1} agree so far" in answer.flat


def test_a_question_that_cannot_pass_any_more_is_closed(judge: Judge) -> None:
    judge.orders("lira7", "Ann", "ASK EXTEND 3d")
    judge.orders("lira7", "Bob", "ASK NO")
    told = judge.orders("lira7", "Cid", "ASK NO")
    assert any("no majority" in out.text for out in told)
    assert "Nothing is asked" in judge.orders("lira7", "Bob", "ASK YES")[-1].text


@pytest.mark.parametrize(("ask", "told"), [("1h", "Ann asks for 1 hour more"), ("14d", "Ann asks for 14 days more")])
def test_players_may_ask_for_an_hour_and_for_fourteen_days_and_for_no_less_or_more(
    ask: str, told: str, judge: Judge
) -> None:
    for refused in ("0h", "337h"):
        answer = judge.orders("lira7", "Ann", f"ASK EXTEND {refused}")[-1]
        assert not answer.subject.startswith("[OK]") and "14 days" in answer.text, refused
    sent = judge.orders("lira7", "Ann", f"ASK EXTEND {ask}")
    assert any(told in out.flat for out in sent if out.to == BOB)


def test_asks_off_leaves_the_clock_to_the_master(tmp_path: Path) -> None:
    judge = going(tmp_path, asks="off")
    assert "the master alone" in judge.orders("lira7", "Ann", "ASK EXTEND 3d")[-1].text


# ---- help for masters -----------------------------------------------------------------------------------------------


def test_a_promoted_master_answers_as_the_first_does_and_a_demoted_one_no_more(judge: Judge) -> None:
    judge.master("lira7", "PROMOTE deputy@example.test")
    letter = last(judge, "deputy@example.test")
    told = judge.reply(letter, "EXTEND 24h she is ill")
    assert {out.to for out in told if "[OK]" in out.subject} == {MASTER, "deputy@example.test"}
    judge.master("lira7", "DEMOTE deputy@example.test")
    before = judge.deadline("lira7")
    judge.reply(letter, "EXTEND 24h again")
    assert judge.deadline("lira7") == before


# ---- a vacant seat where the master decides on each ---------------------------------------------------------------


def vacant(folder: Path) -> Judge:
    """A game with approve=yes whose Cid has just left; dan and eve are on the standby list."""
    judge = going(folder, approve="yes")
    standing_by(judge, "dan@example.test", "eve@example.test")
    judge.resolve("lira7")
    judge.orders("lira7", "Cid", "RESIGN")
    return judge


def test_the_masters_no_is_told_and_the_seat_is_offered_again_to_others(tmp_path: Path) -> None:
    judge = vacant(tmp_path)
    first, second = judge.letters("eve@", "a seat is open")[-1], len(judge.letters("dan@", "a seat is open"))
    judge.reply(first, "")
    judge.reply(last(judge, MASTER), "DENY eve@example.test")
    assert "has not let you in as Cid" in last(judge, "eve@example.test").flat
    judge.tick(judge.after(minutes=1))
    again = judge.letters("dan@", "a seat is open")
    assert len(again) == second + 1 and len(judge.letters("eve@", "a seat is open")) == 1
    judge.reply(again[-1], "")
    judge.reply(last(judge, MASTER), "APPROVE dan@example.test")
    assert judge.seat("lira7", "Cid").address == "dan@example.test"


def test_a_player_who_comes_back_before_the_masters_word_keeps_the_seat(tmp_path: Path) -> None:
    judge = Judge(tmp_path)
    judge.new("dip1", "diplomacy", approve="yes")
    for power in POWERS:
        judge.master("dip1", f"ALLOW {power.lower()}@example.test")
    judge.join("dip1", *POWERS)
    judge.start("dip1")
    judge.tick()
    for _ in range(2):
        for power in POWERS[1:]:
            judge.orders("dip1", power, {"ENGLAND": "F LON H", "FRANCE": "A PAR H"}.get(power, "STATUS"))
        judge.resolve("dip1")
    assert judge.seat("dip1", "AUSTRIA").vacant, "nothing came for two movements (D-9)"
    judge.say("dan@example.test", "REGISTER Dan Doe\nTAKEOVER AUSTRIA@dip1")
    judge.reply(last(judge, "dan@example.test"), "")
    asked = last(judge, MASTER)
    judge.tick(judge.after(hours=1))
    back = judge.orders("dip1", "AUSTRIA", "A VIE H")
    assert not judge.seat("dip1", "AUSTRIA").vacant, back[0].text
    told = last(judge, "dan@example.test").flat
    assert "You do not get Austria of dip1. Its player is back" in told
    refused = judge.reply(asked, "APPROVE AUSTRIA")
    words = next(o for o in refused if o.to == MASTER).flat
    assert "Nobody called AUSTRIA waits for your word." in words


# ---- results that wait ----------------------------------------------------------------------------------------------


def test_a_master_who_forgets_release_is_reminded_every_day_and_players_are_told_once(judge: Judge) -> None:
    judge.master("lira7", "HOLD RESULTS")
    judge.resolve("lira7")
    for _ in range(3):
        judge.tick(judge.after(days=1))
    reminders = judge.letters(MASTER, "results wait for you")
    assert len(reminders) == 3 and "RELEASE in your reply sends them" in reminders[0].flat
    told = [out for out in judge.letters(ANN) if "looks at the results before" in out.flat]
    assert len(told) == 1
    judge.reply(reminders[-1], "RELEASE")
    assert judge.game("lira7").phase == "F1901M"
    for _ in range(2):
        judge.tick(judge.after(days=1))
    assert len(judge.letters(MASTER, "results wait for you")) == 3


def test_while_results_are_held_nobody_is_told_that_a_report_is_awaited(tmp_path: Path) -> None:
    judge = Judge(tmp_path).with_game("dip1", "diplomacy", *POWERS)
    judge.master("dip1", "HOLD RESULTS")
    judge.resolve("dip1")
    judge.tick(judge.after(minutes=5))
    for line in ("DEADLINE 2026-02-01 18:00", "PAUSE holidays", "MISSING", "TRY"):
        words = next(out for out in judge.master("dip1", line) if out.to == MASTER).flat
        assert "report" not in words and "S1901M" in words, words
        assert "wait for RELEASE" in words
        assert "RELEASE first" in words or line in ("MISSING", "TRY")
    told = [judge.orders("dip1", "ENGLAND", "STATUS")[-1], judge.say(DAN, "LIST dip1")[-1]]
    for out in told:
        words = out.flat
        assert "looks at the results" in words and "report is awaited" not in words, words
    services, now = judge.services, judge.clock.now()
    told_weekly = contents(services, services.files.games(), now, services.renderer)
    context = {**services.letters.context(None, "UTC", now), **told_weekly, "address": ANN}
    digest = services.renderer.letter("session/digest.txt", context)[1]
    assert "looks at the results" in digest and "report is awaited" not in digest


def test_nothing_is_released_that_is_not_held(judge: Judge) -> None:
    assert "No results of lira7 are held" in judge.master("lira7", "RELEASE")[-1].text


# ---- further addresses ---------------------------------------------------------------------------------------------


def test_a_further_address_is_proved_from_both_sides_and_answers_go_to_the_first(judge: Judge) -> None:
    work = "ann@work.test"
    asked = judge.say(ANN, f"ALSO {work}")
    assert not judge.letters(work), "the address we know is asked first"
    judge.reply(asked[-1], "")
    judge.reply(last(judge, work), "")
    sent = judge.say(work, "SIGNON Ann@lira7 ann-pass\nSELL 300 LIRA\nBUY MARKS WITH REST\nSIGNOFF")
    assert {out.to for out in sent} == {ANN} and "[OK]" in sent[-1].subject
    judge.orders("lira7", "Ann", "ALSO NONE")
    assert judge.services.store.table("aliases").fetch(work) is None


def test_nobody_makes_anothers_address_his_own(judge: Judge) -> None:
    told = judge.orders("lira7", "Ann", f"ALSO {BOB}")[-1]
    assert "known here by itself" in told.text
    assert judge.services.store.table("aliases").fetch(BOB) is None


@pytest.mark.parametrize(
    ("record", "share"),
    [
        (Conduct(), None),
        (Conduct(sheets=4), None),
        (Conduct(sheets=5), 100),
        (Conduct(sheets=2, missed=2), None),
        (Conduct(sheets=2, missed=3), 40),
        (Conduct(sheets=4, left=1), 57),  # a seat that was left is three phases missed
        (Conduct(missed=5), 0),
    ],
)
def test_five_sheets_awaited_make_a_share_of_a_hundred(record: Conduct, share: int | None) -> None:
    assert record.share == share


def test_a_deadline_missed_counts_against_who_sits_there_and_a_seat_without_an_address_has_no_record(
    tmp_path: Path,
) -> None:
    judge = small_game(tmp_path, "Lupus", "Ursa")
    seat = judge.seat("lira7", "Ursa")
    with judge.app.store.batch():
        judge.services.files.save_seat(replace(seat, address=""))
        resolving.count_misses(judge.services, judge.game("lira7"), {})
    assert [(row["address"], row["missed"]) for row in judge.app.store.table("records").all()] == [
        (address_of("Lupus"), ["S1901M"])
    ]
