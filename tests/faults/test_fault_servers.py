"""Rows that want real servers: Dovecot and Postfix, killed, filled, renumbered, lied to."""

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from judge.core.errors import MailFault
from tests.counts import SOAK
from tests.faults.chaos import Chaos
from tests.faults.real import MASTER, Real
from tests.faults.table import fault
from tests.mailserver.site import JUDGE, Site

pytestmark = [pytest.mark.slow, pytest.mark.real]


@pytest.fixture
def real(site: Site, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Real]:
    site.empty()
    with Real(site, tmp_path, **getattr(request, "param", {})) as real:
        yield real
    site.run("quota", "0")


@fault(10)
@pytest.mark.soak
def test_kill_9_of_judge_and_servers_at_random_loses_nothing(real: Real, capsys: pytest.CaptureFixture[str]) -> None:
    letters, deaths, phases = (2_400, 240, 4) if SOAK else (36, 6, 1)
    chaos = Chaos(real, letters, deaths, phases)
    began = time.monotonic()
    found = chaos.run()
    if SOAK:
        with capsys.disabled():
            print(f"\n{letters} letters, {found}, {dict(chaos.counts)}, {time.monotonic() - began:.0f} s")
    assert found.wrong == [] and found.lost == 0
    assert found.doubled <= max(2, found.sends // 500)


@fault(16)
def test_dovecot_killed_under_the_idling_judge_is_found_again(real: Real) -> None:
    real.rest()
    threading.Timer(0.5, real.site.run, ("kill9", "dovecot")).start()
    began = time.process_time()
    with pytest.raises(MailFault):
        real.app.inbox.wait(30)
    assert time.process_time() - began < 1
    real.site.run("start")
    real.write()
    real.check()


@fault(19)
def test_a_wrong_certificate_is_never_spoken_to(real: Real) -> None:
    real.rest()
    real.close()
    real.write()
    right = real.config
    wrong = replace(right.mail, ca_file=right.mail.ca_file.replace("ca.pem", "other-ca.pem"))
    real.config = replace(right, mail=wrong)
    assert "certificate" in real.turn().fault.lower()
    _until(lambda: len(real.site.inbox_files(JUDGE)) == 1)
    real.close()
    name = right.mail.inbox.replace("localhost", "127.0.0.1")
    real.config = replace(right, mail=replace(right.mail, inbox=name))
    assert "certificate" in real.turn().fault.lower()
    real.close()
    real.config = right
    real.check()


@fault(22)
def test_a_mailbox_that_lost_its_numbers_brings_no_second_answers(real: Real) -> None:
    for _ in range(6):
        real.write()
    real.app.inbox.settle = lambda uids, folder: None  # type: ignore[method-assign]  # the moves are still owed
    real.turn()
    real.close()
    real.site.run("kill9", "dovecot")
    real.site.run("renumber", JUDGE)
    real.site.run("start")
    real.check()


@fault(30)
@pytest.mark.parametrize("real", [{"settle": "2s"}], indirect=True)
def test_letters_postfix_held_over_the_deadline_count_by_its_stamp(real: Real) -> None:
    real.rest()
    real.site.run("kill9", "dovecot")
    letter = real.write()  # Postfix takes it, and cannot hand it on
    due = real.due_in(2)
    while real.clock.now() < due + real.config.settle:
        real.turn()
        time.sleep(0.3)
    assert real.turn().fault and real.game.phase == "S1901M"
    real.site.run("start")
    _until(lambda: len(real.site.inbox_files(JUDGE)) > 0)  # `settle` is as long as Postfix may take to try again
    real.rest()
    journal = real.app.services.journal
    (seq, *_) = [int(event["seq"]) for event in journal.of_kind("lira7", "phase_resolved")]
    assert str(letter.number) in str(journal.event("lira7", seq)["data"]["orders"])
    real.check()


@fault(31)
def test_postfix_killed_before_the_answers_are_sent(real: Real) -> None:
    real.rest()
    real.write()
    _until(lambda: len(real.site.inbox_files(JUDGE)) > 0)
    real.site.run("kill9", "postfix")
    real.turn()
    assert real.unanswered
    real.site.run("start")
    real.check()


@fault(40)
def test_a_real_bounce_is_told_to_the_master_and_the_order_stays(real: Real) -> None:
    real.rest()
    services = real.app.services
    with real.app.store.batch():
        seat = services.files.seat("lira7", "Ann")
        assert seat is not None
        from judge.desk.words import addresses

        addresses.make_person(services, "ghost@dead.test", "Ghost", "UTC")
        services.files.save_seat(replace(seat, address="ghost@dead.test"))
    real.write("Ann", answered=False)

    def counted() -> bool:
        real.turn()
        person = services.files.person("ghost@dead.test")
        return person is not None and person.bounces > 0

    _until(counted)
    real.rest()
    assert any("ghost@dead.test" in str(mime) for mime in real.mimes(MASTER))
    real.check()


@fault(75)
def test_a_full_mailbox_makes_postfix_wait_and_its_stamp_counts(real: Real) -> None:
    real.rest()
    real.site.run("quota", "100")
    letter = real.write()
    time.sleep(1.5)
    assert not real.site.inbox_files(JUDGE) and "status=deferred" in _log(real.site)
    posted = real.clock.now()
    real.site.run("quota", "0")
    real.rest()
    (row,) = [row for row in real.app.store.table("inbox").all() if row.get("action") == "orders"]
    assert row["at"] <= posted.isoformat()
    assert not real.unanswered and letter.number
    real.check()


def _log(site: Site) -> str:
    return (site.root / "log" / "postfix.log").read_text()


def _until(done: object, seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not done():  # type: ignore[operator]
        assert time.monotonic() < end
        time.sleep(0.1)
