"""Rows 1 to 11: the judge dies, between any two steps of a letter's way."""

import os
import shutil
import time
from dataclasses import replace
from pathlib import Path

import pytest

from judge.app import App
from judge.core.errors import StoreFault
from judge.desk.phases import computing
from tests.faults.rig import DEAD, DONE, SEATS, Rig
from tests.faults.table import fault
from tests.faults.tide import Tide
from tests.stores import ON_SERVER, copy_store, home_store, sqlite_only

SOAK = os.environ.get("JUDGE_SOAK") == "1"
MANY = ("Lupus", "Vulpes", "Corvus", "Ursus", "Felis", "Canis", "Aquila")


@fault(1)
def test_a_letter_fetched_by_a_judge_that_dies_is_read_again(rig: Rig) -> None:
    rig.write()
    assert rig.life("fetched") == DEAD
    assert rig.in_mailbox == 1
    rig.rest()
    rig.check()


@fault(2)
@sqlite_only("a server keeps a log of its own")
def test_a_torn_write_is_undone_and_its_letter_read_again(rig: Rig) -> None:
    rig.write("Vulpes")
    rig.rest()
    rig.write()

    def keep_the_log(app: App) -> None:  # the last close would fold the log into the store
        app.store.storage.engine._connection.execute("pragma wal_autocheckpoint=0")  # type: ignore[attr-defined]

    assert rig.life("committed", prepare=keep_the_log) == DEAD
    log = rig.folder / "var" / "judge.db-wal"
    os.truncate(log, log.stat().st_size - 2000)
    assert len(rig.events("orders_stored")) == 1
    rig.rest()
    assert len(rig.events("orders_stored")) == 2
    rig.check()


@fault(3)
def test_the_answer_of_a_judge_that_died_after_the_commit_is_sent_at_the_restart(rig: Rig) -> None:
    letter = rig.write()
    assert rig.life("committed") == DEAD
    (row,) = rig.app.store.table("octets").all()
    rig.rest()
    (answer,) = rig.answers(letter)
    assert answer.raw.decode() == row["raw"]
    rig.check()


@fault(4)
def test_a_letter_marked_as_tried_but_never_sent_goes_out_once(rig: Rig) -> None:
    letter = rig.write()
    assert rig.life("try") == DEAD
    rig.tick()
    assert rig.answers(letter) == []  # it might be under way
    rig.rest()
    rig.check()


@fault(5)
def test_the_self_copy_spares_a_second_letter(rig: Rig) -> None:
    letter = rig.write()
    assert rig.life("sent") == DEAD
    assert len(rig.answers(letter)) == 1
    rig.rest()
    rig.check()


@fault(5)
@pytest.mark.parametrize("rig", [{"self_copy": "no"}], indirect=True)
def test_without_a_self_copy_there_is_one_copy_too_many_at_most(rig: Rig) -> None:
    rig.write()
    assert rig.life("sent") == DEAD
    rig.rest()
    assert rig.check(doubled=1).doubled == 1


@fault(5)
def test_a_self_copy_that_cannot_be_fetched_yet_is_waited_for(rig: Rig) -> None:
    letter = rig.write()
    assert rig.life("sent") == DEAD
    rig.imap.password = "changed"  # the mailbox is away longer than the pause after a try
    for _ in range(5):
        rig.tick(minutes=10)
    assert len(rig.answers(letter)) == 1
    rig.imap.password = "secret"
    rig.rest()
    rig.check()


@fault(6)
def test_a_letter_answered_but_not_moved_is_moved_at_the_restart(rig: Rig) -> None:
    rig.write()

    def dies_moving(app: App) -> None:
        app.inbox.settle = lambda uids, folder: os._exit(DEAD)  # type: ignore[method-assign]

    assert rig.life(prepare=dies_moving) == DEAD
    assert rig.in_mailbox == 1
    rig.rest()
    rig.check()


@fault(7)
def test_after_the_move_nothing_is_left_to_do(rig: Rig) -> None:
    rig.write()
    assert rig.life("settled") == DEAD
    assert rig.in_mailbox == 0
    rig.rest()
    rig.check()


@fault(8)
def test_a_phase_whose_resolution_was_cut_short_comes_out_the_same(rig: Rig, tmp_path_factory) -> None:  # type: ignore[no-untyped-def]
    for seat in SEATS:
        rig.write(seat)
    rig.rest()
    copy = tmp_path_factory.mktemp("twin")
    due = rig.deadline
    rig.close()
    shutil.copytree(rig.folder / "var", copy / "var", symlinks=True)
    twin = replace(rig.config, home=copy, judge=replace(rig.config.judge, store=home_store()))
    copy_store(rig.config, twin)
    rig.clock.set(due)

    def dies_resolving(app: App) -> None:
        computing.audit = lambda *_: os._exit(DEAD)  # type: ignore[assignment]

    assert rig.life(prepare=dies_resolving) == DEAD
    rig.rest(minutes=0)
    (resolved,) = rig.events("phase_resolved")
    rig.check()
    rig.close()
    rig.config = twin
    rig.app.timeline.tick(rig.clock.now())
    (undisturbed,) = rig.events("phase_resolved")
    for fact in ("state", "notices", "link", "draws", "orders"):
        assert undisturbed["data"][fact] == resolved["data"][fact]


@fault(9)
@pytest.mark.parametrize("rig", [{"seats": MANY}], indirect=True)
def test_a_death_in_the_middle_of_the_results_leaves_nobody_without_and_nobody_with_two(rig: Rig) -> None:
    rig.rest()
    rig.clock.set(rig.deadline)

    def dies_after_three(app: App) -> None:
        whole = app.relay.send
        sent = []

        def send(*letter: object) -> object:
            if len(sent) == 3:
                os._exit(DEAD)
            sent.append(whole(*letter))  # type: ignore[arg-type]
            return sent[-1]

        app.relay.send = send  # type: ignore[method-assign, assignment]

    before = len(rig.delivered)
    assert rig.life(prepare=dies_after_three) == DEAD
    assert len(rig.delivered) == before + 3
    rig.rest()
    assert len(rig.delivered) >= before + len(MANY)  # everybody has one letter, with his own part in it
    rig.check()


@fault(10)
@pytest.mark.soak
@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2, 4] if ON_SERVER else [1])
def test_weeks_of_letters_and_deadlines_outlive_kill_9_at_random(
    workers: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    letters, deaths = (7_000, 900) if SOAK else (30, 7)
    tide = Tide(tmp_path / "home", workers=workers)
    began = time.monotonic()
    found = tide.run(letters, deaths)
    if SOAK:
        with capsys.disabled():
            print(f"\n{len(tide.written)} letters, {found}, {dict(tide.counts)}, {time.monotonic() - began:.0f} s")
    assert found.wrong == []
    assert found.lost == found.doubled == 0
    assert tide.counts["phases"] >= 1


@fault(11)
@sqlite_only("a server lets several judges in")
def test_a_second_judge_on_the_same_home_is_refused(rig: Rig) -> None:
    rig.write()
    rig.tick()
    with pytest.raises(StoreFault, match=str(os.getpid())):
        rig.open()
    rig.rest()
    rig.check()


@fault(7)
def test_a_life_without_any_fault_is_the_measure_of_the_others(rig: Rig) -> None:
    for seat in SEATS * 3:
        rig.write(seat)
    assert rig.life() == DONE
    rig.rest()
    rig.check()
