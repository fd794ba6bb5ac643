"""ADJUST: the master corrects somebody's money. Posted, journalled, told at once and in the results, replayed, taken
back; and refused where it cannot be."""

from pathlib import Path

import pytest

from judge.core.ledger import RULING
from tests.harness import MASTER, POWERS, Judge, address_of
from tests.tables import cases

GAMES = {  # game -> settings, a seat with money, a sum as the master writes it, what everybody reads, its unit
    "bourse": ({"board": "hosted"}, "Lupus", "lira", "200 Lira", "LIRA"),
    "capitalist": ({}, "Lupus", "lira", "200 Lira", "LIRA"),
    "troubleshooter": ({"board": "hosted"}, "Lupus", "TS money", "$200 of the TS", "DOLLAR"),
    "economic4": ({}, "ENGLAND", "credits", "200 credits", "CREDIT"),
    "payola": ({}, "ENGLAND", "AgP", "200 AgP", "AGP"),
    "exchange": ({}, "Lupus", "AgP", "200 AgP", "AGP"),
}
SEATS = ("Lupus", "Ursus", "Vulpes", "Aquila", "Corvus", "Castor", "Pollux")


def table(folder: Path, slug: str, **more: str) -> Judge:
    settings = GAMES[slug][0]
    seats = POWERS if slug in ("economic4", "payola") else SEATS
    hosts = POWERS if settings.get("board") == "hosted" else ()
    return Judge(folder).with_game("club7", slug, *seats, *hosts, **settings, **more)


def books(judge: Judge):  # type: ignore[no-untyped-def]
    game = judge.game("club7")
    variant = judge.services.variant(game)
    return variant.books(judge.services.journal.state(variant, game))


def flat(text: str) -> str:
    return " ".join(text.split())


def refused(judge: Judge, line: str) -> str:
    before = judge.services.journal.length("club7"), len(judge.relay.sent)
    (answer,) = judge.master("club7", line)
    assert answer.subject.startswith("[ERROR]"), answer.text
    assert judge.services.journal.length("club7") == before[0] and len(judge.relay.sent) == before[1] + 1
    return flat(answer.text)


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_a_ruling_is_posted_told_to_all_and_replayed_and_its_counter_entry_takes_it_back(
    slug: str, tmp_path: Path
) -> None:
    _, seat, coin, told, unit = GAMES[slug]
    judge = table(tmp_path, slug)
    start, since = books(judge), len(judge.relay.sent)
    judge.master("club7", f"ADJUST {seat} +200 {coin} missed delivery")
    answer, letters = judge.letters(MASTER)[-1], judge.relay.sent[since:]
    assert answer.subject.startswith("[OK]"), answer.text
    whose = seat.title() if seat in POWERS else seat
    words = f'RULING OF THE MASTER {whose} is given {told}: "missed delivery"'
    other = "Ursus" if seat == "Lupus" else "FRANCE"
    assert words in flat(judge.letters(address_of(other))[-1].text)
    own = [flat(out.text) for out in letters if out.to == address_of(seat)]
    assert any("before this ruling of the master" in text for text in own)
    assert sum("before this ruling of the master" in out.text for out in letters) == 1, "what he has is his alone"
    after = books(judge)
    assert after.faults() == () and -after.balance(RULING, unit) == 200
    judge.services.files.states.clear()
    assert books(judge) == after, "replayed from the journal"
    judge.resolve("club7")
    (results,) = [out for out in judge.letters(address_of(other)) if "RESULTS of" in out.text]
    assert words in flat(results.text)
    assert judge.differences() == [] and books(judge).faults() == ()
    judge.master("club7", f"ADJUST {seat} -200 {coin} it came after all")
    assert books(judge).balance(RULING, unit) == start.balance(RULING, unit) == 0
    judge.resolve("club7")
    assert judge.differences() == []


@cases("slug", "line", "why")
def test_what_cannot_be_is_refused_with_a_way_out_and_nothing_is_done(
    slug: str, line: str, why: str, tmp_path: Path
) -> None:
    assert why in refused(table(tmp_path, slug), line)


def test_before_the_start_after_the_end_or_where_the_table_forbids_it_nothing_is_corrected(tmp_path: Path) -> None:
    judge = Judge(tmp_path)
    judge.new("club7", "bourse", board="hosted", adjust="no")
    judge.join("club7", *SEATS, *POWERS)
    assert "club7 has not started: nobody has money yet." in refused(judge, "ADJUST Lupus +5 lira late")
    judge.start("club7")
    judge.tick()
    assert "was made with adjust=no" in refused(judge, "ADJUST Lupus +5 lira late")
    assert "adjust is fixed since the start" in refused(judge, "SET adjust yes")
    judge.master("club7", "END ABANDONED")
    judge.resolve("club7")
    told = refused(judge, "ADJUST Lupus +5 lira late")
    assert "club7 is over: its passwords and reply addresses only let you look at it. ROLLBACK" in told


def test_a_game_without_money_says_so(tmp_path: Path) -> None:
    judge = Judge(tmp_path).with_game("club7", "diplomacy", *POWERS)
    assert "Diplomacy has no money that could be corrected." in refused(judge, "ADJUST ENGLAND +5 credits late")


def test_a_ruling_between_the_look_and_the_release_is_in_the_results_and_takes_new_dice(tmp_path: Path) -> None:
    judge = table(tmp_path, "bourse")
    judge.master("club7", "HOLD RESULTS")
    judge.tick(judge.deadline("club7"))
    looked = judge.game("club7").link
    judge.master("club7", "ADJUST Lupus +5 lira seen too late")
    assert "RELEASE makes them again, with new dice." in flat(judge.letters(MASTER)[-1].text)
    judge.master("club7", "RELEASE")
    (results,) = [out for out in judge.letters(address_of("Ursus")) if "RESULTS of" in out.text]
    assert 'Lupus is given 5 Lira: "seen too late"' in flat(results.text)
    assert judge.game("club7").link == looked + 1 and judge.differences() == []


def test_a_sheet_on_file_is_settled_by_what_its_writer_has_at_the_deadline(tmp_path: Path) -> None:
    judge = table(tmp_path, "bourse")
    judge.orders("club7", "Lupus", "SELL 500 LIRA\nBUY 500 MARK")
    judge.master("club7", "ADJUST Lupus -900 lira booked twice")
    judge.resolve("club7")
    now = books(judge)
    assert (now.balance("Lupus", "LIRA"), now.balance("Lupus", "MARK")) == (0, 1100)
    assert judge.differences() == []
