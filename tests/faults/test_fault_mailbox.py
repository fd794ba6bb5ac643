"""Rows 12 to 30: the mailbox and the line to it."""

import threading
import time
from dataclasses import replace
from datetime import timedelta

import pytest

from judge.core.errors import MailFault
from judge.mail import imap
from tests.faults.rig import CLIENT, GAME, SEATS, SERVER, Rig, Rule
from tests.faults.table import fault
from tests.mail.imap_server import Folder, Mail
from tests.tables import cases

BODY, MOVE = rb"BODY\[\]", rb"UID MOVE"


def broken(rig: Rig) -> None:
    """A turn that meets the fault, then rest."""
    tally, _ = rig.tick()
    assert tally.fault
    rig.into.rules.clear()
    rig.rest()


@fault(12)
@pytest.mark.parametrize("action", ["cut_mid", "cut_before", "reset"])
def test_a_letter_torn_on_its_way_is_fetched_again_whole(rig: Rig, action: str) -> None:
    rig.write(text="SELL 400 LIRA\n" + "SELL 1 MARK\n" * 30, filed=True)
    rig.into.rules.append(Rule(SERVER, BODY, action))
    broken(rig)
    rig.check()


@fault(13)
def test_a_move_whose_answer_is_lost_brings_no_second_answer(rig: Rig) -> None:
    rig.write()
    rig.into.rules.append(Rule(CLIENT, MOVE, "cut_after"))
    rig.tick()
    assert rig.into.fired()
    rig.rest()
    rig.check()


@fault(14)
def test_a_move_that_never_reached_the_server_is_made_up_for(rig: Rig) -> None:
    rig.write()
    rig.into.rules.append(Rule(CLIENT, MOVE, "cut_before"))
    rig.tick()
    assert rig.into.fired()
    rig.rest()
    assert rig.in_mailbox == 0
    rig.check()


@fault(15)
@pytest.mark.parametrize("rig", [{"timeout": 1}], indirect=True)
def test_a_line_that_went_dead_without_a_word_is_noticed(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imap, "IDLE_PERIOD", 0.3)
    rig.into.rules.append(Rule(SERVER, rb"\+ idling", "stall", pause=60))
    with pytest.raises(MailFault):
        rig.app.inbox.wait(20)
    rig.into.rules.clear()
    rig.write()
    rig.rest()
    rig.check()


@fault(16)
def test_a_server_killed_under_the_idling_judge_is_called_again_without_spinning(rig: Rig) -> None:
    threading.Timer(0.2, rig.imap.kill).start()
    began = time.process_time()
    with pytest.raises(MailFault):
        rig.app.inbox.wait(20)
    assert time.process_time() - began < 0.5
    pauses = [rig.app.inbox.retry_after]
    rig.into.rules.append(Rule(CLIENT, rb"LOGIN", "cut_before", nth=0))
    for _ in range(7):
        rig.tick()
        pauses.append(rig.app.inbox.retry_after)
    assert pauses == [1, 2, 4, 8, 16, 32, 60, 60]
    rig.into.rules.clear()
    rig.write()
    rig.rest()
    assert rig.app.inbox.retry_after == 0
    rig.check()


@fault(17)
@cases("command", "answer")
def test_a_server_that_says_no_for_a_while_is_asked_again(rig: Rig, command: str, answer: str) -> None:
    rig.close()
    rig.write()
    rig.imap.spoil[command] = [answer]
    if command == "IDLE":
        rig.rest()
        with pytest.raises(MailFault):
            rig.app.inbox.wait(20)
    else:
        assert rig.tick()[0].fault
    rig.rest()
    rig.check()


@fault(18)
def test_a_changed_password_is_said_and_tried_again_until_it_is_right(
    rig: Rig, caplog: pytest.LogCaptureFixture
) -> None:
    rig.imap.password = "new"
    rig.close()
    rig.write()
    for _ in range(9):
        assert "refused" in rig.tick(minutes=1)[0].fault
    assert rig.app.inbox.retry_after == 60
    assert "login of judge@judge.test refused" in caplog.text and "secret" not in caplog.text
    assert "refused" in rig.app.inbox.check()
    rig.imap.password = "secret"
    rig.rest()
    rig.check()


@fault(20)
def test_a_stripped_starttls_costs_no_password(rig: Rig) -> None:
    rig.close()
    rig.write()
    plain, asked = rig.config, len(rig.imap.commands)
    rig.config = replace(plain, mail=replace(plain.mail, inbox=plain.mail.inbox.replace("imap://", "imap+starttls://")))
    assert "no STARTTLS" in rig.tick()[0].fault
    assert not any(word in command for command in rig.imap.commands[asked:] for word in ("LOGIN", "AUTH"))
    rig.close()
    rig.config = plain
    rig.rest()
    rig.check()


@fault(21)
def test_a_letter_that_may_not_be_moved_is_not_read_twice(rig: Rig) -> None:
    rig.write()
    rig.imap.spoil["UID MOVE"] = ["NO [OVERQUOTA] full"] * 20
    for _ in range(2):
        rig.tick(minutes=1)
    assert rig.in_mailbox > 0
    rig.imap.spoil.clear()
    rig.rest()
    rig.check()


@fault(21)
def test_a_folder_somebody_removed_is_made_again(rig: Rig) -> None:
    rig.write()
    rig.rest()
    del rig.imap.folders["Done"]
    rig.write()
    rig.rest()
    assert len(rig.imap.bodies("Done")) >= 1
    rig.check()


@fault(22)
def test_new_numbers_for_old_letters_apply_nothing_again(rig: Rig) -> None:
    for seat in SEATS:
        rig.write(seat)
    rig.into.rules.append(Rule(CLIENT, MOVE, "cut_before"))
    rig.tick()
    rig.imap.inbox.renumber()
    rig.rest()
    rig.check()


@fault(23)
def test_a_letter_that_got_an_old_number_is_read_and_not_moved_unread(rig: Rig) -> None:
    rig.write()
    rig.imap.spoil["UID MOVE"] = ["NO [OVERQUOTA] full"] * 20
    rig.tick()  # handled; the move is owed
    rig.imap.kill()
    uid, old = next(iter(rig.imap.inbox.mails.items()))
    number = 1001 + len(rig.written)
    other = rig.write("Vulpes", at=rig.clock.now() + timedelta(minutes=2))
    new = rig.imap.inbox.mails.pop(max(rig.imap.inbox.mails))
    rig.imap.folders["INBOX"] = restored = Folder(validity=rig.imap.inbox.validity, next_uid=uid + 50)
    restored.mails = {uid: Mail(new.raw, new.arrived), uid + 20: old}
    rig.imap.spoil.clear()
    rig.rest()
    assert rig.filed("Vulpes") == [number] and rig.answers(other)
    rig.check()


@fault(24)
def test_a_mailbox_restored_from_a_backup_brings_no_second_answers(rig: Rig) -> None:
    for number in range(40):
        rig.write(SEATS[number % 3])
    rig.rest()
    for raw in rig.imap.bodies("Done"):
        rig.deliver(raw)
    assert rig.in_mailbox >= 40
    before = len(rig.delivered)
    rig.rest()
    assert len(rig.delivered) == before
    rig.check()


@fault(25)
def test_a_person_at_the_mailbox_causes_no_fault(rig: Rig) -> None:
    rig.write()
    gone = rig.write("Vulpes", answered=False, filed=False)
    del rig.imap.inbox.mails[max(rig.imap.inbox.mails)]
    moved = rig.write("Corvus", answered=False, filed=False)
    rig.imap.folders["Private"] = Folder()
    rig.imap.folders["Private"].add(rig.imap.inbox.mails.pop(max(rig.imap.inbox.mails)).raw, "")
    rig.rest()
    assert not rig.answers(gone) and not rig.answers(moved)
    rig.check()


@fault(26)
def test_letters_somebody_else_has_read_are_read_all_the_same(rig: Rig) -> None:
    rig.write()
    rig.rest()
    assert not any("UNSEEN" in command or "STORE" in command for command in rig.imap.commands)
    assert all("PEEK" in command for command in rig.imap.commands if "BODY" in command)
    rig.check()


@fault(27)
def test_a_letter_removed_while_it_was_being_fetched_is_passed_over(rig: Rig) -> None:
    for seat in SEATS[:2]:
        rig.write(seat)
    rig.write("Corvus", answered=False, filed=False)
    session = rig.app.inbox._connected()  # type: ignore[attr-defined]
    bodies = session.bodies

    def bodies_after_it_is_gone(uids: list[int], sizes: dict[int, int]) -> dict[int, bytes]:
        rig.imap.inbox.mails.pop(max(uids), None)
        session.bodies = bodies
        found: dict[int, bytes] = bodies(uids, sizes)
        return found

    session.bodies = bodies_after_it_is_gone
    rig.rest()
    rig.check()


@fault(28)
@pytest.mark.slow
def test_hundreds_of_letters_at_once_are_all_answered(rig: Rig) -> None:
    for number in range(150):
        rig.write(SEATS[number % 3])
    tally, _ = rig.tick()
    assert tally.letters >= 150  # and the judge's own copies, where the mailbox is searched once more in the same tick
    rig.rest()
    rig.check()


@fault(29)
def test_letters_that_come_while_others_are_handled_are_not_missed(rig: Rig) -> None:
    handle = rig.app.timeline.handle

    def handle_and_be_interrupted(message: object, raw: bytes) -> None:
        handle(message, raw)  # type: ignore[arg-type]
        if len(rig.written) < 20:
            rig.write(SEATS[len(rig.written) % 3])

    rig.app.timeline.handle = handle_and_be_interrupted  # type: ignore[assignment]
    rig.write()
    rig.rest(minutes=0)
    assert len(rig.written) == 20
    assert not rig.app.inbox.wait(0.1)
    rig.check()


@fault(30)
@pytest.mark.parametrize("rig", [{"settle": "10m", "received_by": "mx.judge.test"}], indirect=True)
def test_over_an_outage_the_stamp_of_our_own_server_counts(rig: Rig) -> None:
    due = rig.deadline
    rig.imap.password = "away"
    rig.close()
    rig.clock.set(due - timedelta(minutes=5))
    assert rig.tick()[0].fault
    stamp = (due - timedelta(seconds=20)).strftime("%a, %d %b %Y %H:%M:%S +0000")
    late = (due + timedelta(minutes=5)).strftime("%a, %d %b %Y %H:%M:%S +0000")
    top = "Received: from mail.test by mx.judge.test with ESMTP id 1; "
    rig.clock.set(due + timedelta(minutes=25))
    assert rig.tick()[0].fault
    assert rig.game.phase == "S1901M"  # nothing is resolved blindly
    rig.imap.password = "secret"
    rig.write("Lupus", headers=[top + stamp])
    rig.write("Vulpes", headers=[top + late], filed=False)
    rig.rest(minutes=0)
    assert rig.game.phase == "F1901M"
    (resolved,) = rig.events("phase_resolved")
    assert resolved["data"]["orders"]["Lupus"] and not resolved["data"]["orders"]["Vulpes"]
    assert GAME in str(rig.answers(rig.written[1])[0].mime["Subject"])
    rig.check()
