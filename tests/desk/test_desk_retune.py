"""A setting that the rules read, changed by the master in a running game: told, journalled, replayed, kept through a
rollback. And orders that only the master gives."""

from dataclasses import replace
from pathlib import Path

import pytest

from judge.audit import broken_links
from tests.harness import MASTER, Judge
from tests.tables import cases


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    return Judge(tmp_path).with_game("czar1", "exchange", "Anna", "Bob")


def least(judge: Judge, country: str) -> str:
    game = judge.game("czar1")
    variant = judge.services.variant(game)
    return str(variant.standing(judge.services.journal.state(variant, game), None).corporations[country].least_bid)


def told(judge: Judge, since: int) -> str:
    return "\n".join(out.flat for out in judge.relay.sent[since:])


def test_the_master_lowers_a_setting_and_the_rules_go_by_it_at_once(judge: Judge) -> None:
    (refused,) = judge.orders("czar1", "Anna", "BID ITALY 40")
    assert "40 is below the least bid for Italy, which is 50." in refused.flat
    before = len(judge.relay.sent)
    judge.master("czar1", "SET min_bid 50, ITALY 30")
    assert (least(judge, "ITALY"), least(judge, "RUSSIA")) == ("30", "50")
    assert judge.game("czar1").options["min_bid"] == "50, ITALY 30"
    assert "Italy 50 30" in told(judge, before)
    assert told(judge, before).count("LOWER LEAST BIDS") == told(judge, before).count("XR-27"), "told once, in one way"
    (answer,) = judge.orders("czar1", "Anna", "BID ITALY 40")
    assert answer.subject.startswith("[OK]")


@cases("value", "why")
def test_a_change_the_rules_forbid_is_refused_with_a_way_out_and_nothing_is_changed(
    judge: Judge, value: str, why: str
) -> None:
    before = judge.services.journal.length("czar1")
    (answer,) = [out for out in judge.master("czar1", f"SET min_bid {value}") if out.to == MASTER]
    assert answer.subject.startswith("[ERROR]")
    assert why in answer.flat
    assert least(judge, "ITALY") == "50"
    assert judge.game("czar1").options["min_bid"] == "50"
    assert judge.services.journal.length("czar1") == before


def test_a_changed_setting_is_replayed_exactly_and_survives_a_cold_start(judge: Judge) -> None:
    judge.master("czar1", "SET min_bid 30")
    judge.orders("czar1", "Anna", "BID ITALY 30")
    judge.services.files.states.clear()
    assert least(judge, "ITALY") == "30"
    judge.resolve("czar1")
    assert judge.differences() == []
    events = judge.services.journal
    kinds = [events.event("czar1", number)["kind"] for number in range(1, events.length("czar1") + 1)]
    assert kinds.count("retuned") == 1 and broken_links(events, "czar1") == []


def test_a_rollback_to_before_the_change_keeps_it(judge: Judge) -> None:
    judge.orders("czar1", "Anna", "BID ITALY 50")
    judge.resolve("czar1")
    judge.master("czar1", "SET min_bid 20")
    judge.orders("czar1", "Anna", "TERMS ITALY SHARES 10 PRICE 2")
    judge.resolve("czar1")
    judge.master("czar1", "SET min_bid 10")
    judge.master("czar1", "ROLLBACK TO S1901B a bid was lost in the mail")
    assert judge.game("czar1").phase == "S1901B"
    assert least(judge, "ITALY") == "10", "the master's setting is no part of what was taken back"
    (answer,) = judge.orders("czar1", "Bob", "BID TURKEY 10")
    assert answer.subject.startswith("[OK]")
    judge.resolve("czar1")
    assert judge.differences() == []


def test_a_paused_game_takes_the_change_and_a_finished_one_does_not(judge: Judge) -> None:
    judge.master("czar1", "PAUSE for the holidays")
    judge.master("czar1", "SET min_bid 20")
    judge.master("czar1", "RESUME")
    assert least(judge, "ITALY") == "20"
    judge.master("czar1", "END ABANDONED")
    judge.resolve("czar1")
    before = judge.services.journal.length("czar1")
    judge.master("czar1", "SET min_bid 10")
    assert judge.services.journal.length("czar1") == before


@pytest.mark.parametrize("word", ["partial", "all", "ALL"])
def test_D_12_press_is_partial_and_its_old_name_all_is_the_same(judge: Judge, word: str) -> None:
    assert judge.game("czar1").house["press"] == "partial"
    judge.master("czar1", "SET press none")
    (answer,) = [out for out in judge.master("czar1", f"SET press {word}") if out.subject.startswith("[OK]")]
    assert "press is now partial" in answer.text
    game = judge.game("czar1")
    judge.services.files.save_game(replace(game, house={**game.house, "press": "all"}))
    judge.services.files.forget()
    assert judge.game("czar1").house["press"] == "partial"


# ---- the master's own orders ------------------------------------------------------------------------------------


def test_a_players_order_in_the_masters_block_is_not_taken_and_the_way_is_named(judge: Judge) -> None:
    (answer,) = judge.master("czar1", "BID ITALY 60")
    assert "Startup bids: this is for a player to send. AS and the name of the seat" in answer.flat
    (answer,) = judge.master("czar1", "FOR S1902B\nBID ITALY 60")
    assert answer.subject.startswith("[ERROR]")
    assert not judge.services.files.sheets("czar1", "S1902B")
    judge.master("czar1", "AS Anna\nBID ITALY 60")
    assert judge.services.files.sheet("czar1", "S1901B", "Anna").sheet


def test_the_masters_order_is_not_a_players(judge: Judge) -> None:
    (answer,) = judge.orders("czar1", "Anna", "ELECTION RUSSIA")
    assert "Special elections: this is for the master to send, not for a player." in answer.flat
    (answer,) = judge.orders("czar1", "Anna", "FOR S1902B\nELECTION RUSSIA")
    assert answer.subject.startswith("[ERROR]")


# ---- waiting ----------------------------------------------------------------------------------------------------


def silent_founder(folder: Path, nmr: str) -> Judge:
    judge = Judge(folder).with_game("gap1", "exchange", "Anna", "Bob", nmr=nmr, grace="24")
    judge.orders("gap1", "Anna", "BID ITALY 60")
    judge.resolve("gap1")
    assert judge.game("gap1").phase == "S1901T"
    return judge


@pytest.mark.parametrize(("nmr", "waits"), [("hold", 0), ("wait", 1), ("chase", 5)])
def test_XR_23_a_chasing_game_waits_until_somebody_sends_and_a_waiting_one_once(
    tmp_path: Path, nmr: str, waits: int
) -> None:
    judge = silent_founder(tmp_path, nmr)
    for _ in range(waits):
        before, due = len(judge.relay.sent), judge.deadline("gap1")
        judge.resolve("gap1")
        assert judge.game("gap1").phase == "S1901T"
        assert (judge.deadline("gap1") - due).total_seconds() == 24 * 3600
        assert told(judge, before).count("No orders have come from Anna") >= 1, "each wait is told anew"
    if nmr == "chase":
        judge.tick(judge.after(hours=1))
        judge.orders("gap1", "Anna", "TERMS ITALY SHARES 10 PRICE 2")
    judge.resolve("gap1")
    assert judge.game("gap1").phase == "S1901F"
    assert judge.differences() == []


def test_XR_23_a_vacant_seat_is_not_waited_for_and_the_master_may_end_the_wait(tmp_path: Path) -> None:
    judge = silent_founder(tmp_path / "a", "chase")
    judge.resolve("gap1")
    judge.master("gap1", "PROCESS S1901T")
    assert judge.game("gap1").phase == "S1901F"
    judge = silent_founder(tmp_path / "b", "chase")
    judge.resolve("gap1")
    judge.master("gap1", "EJECT Anna for silence")
    judge.resolve("gap1")
    assert judge.game("gap1").phase == "S1901F"


# ---- settings that do not go together ----------------------------------------------------------------------------


@cases("line", "why")
def test_a_game_whose_settings_do_not_go_together_is_not_created(tmp_path: Path, line: str, why: str) -> None:
    judge = Judge(tmp_path)
    letter = judge.say("keeper@example.test", line)[0]
    assert letter.subject.startswith("[ERROR]") and why in letter.flat
    assert judge.services.files.game("pact1") is None
