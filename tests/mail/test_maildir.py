"""The embedded mailbox: letters as files, in and out."""

import mailbox
import os
import shutil
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from judge.core.errors import MailFault
from judge.mail import disk
from judge.mail.maildir import MaildirBox
from judge.mail.maildir_relay import MaildirRelay
from judge.mail.outbound import Parcel
from judge.post import Outcome

NOON = datetime(2026, 12, 4, 12, 0, tzinfo=UTC)


def put(folder: Path, name: str, content: bytes = b"Subject: x\n\nhello\n", minute: float = 0) -> Path:
    """A letter the way a mail program writes it: finished in tmp/, renamed into new/."""
    for part in ("tmp", "new", "cur"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    unfinished = folder / "tmp" / name
    unfinished.write_bytes(content)
    stamp = (NOON + timedelta(minutes=minute)).timestamp()
    os.utime(unfinished, (stamp, stamp))
    return unfinished.rename(folder / "new" / name)


def names(box: MaildirBox, limit: int = 100, until: datetime | None = None) -> list[str]:
    return [delivery.uid for delivery in box.fetch(limit, until)]


@pytest.fixture
def inbox(tmp_path: Path) -> Path:
    return tmp_path / "in"


# -- in ---------------------------------------------------------------------------------------------------------------


def test_a_folder_that_cannot_be_made_is_a_mail_fault(tmp_path: Path) -> None:
    (tmp_path / "in").write_text("a file stands in the way")
    with pytest.raises(MailFault, match="cannot be made"):
        MaildirBox(tmp_path / "in")


def test_a_letter_comes_with_its_bytes_and_the_time_of_its_file(inbox: Path) -> None:
    put(inbox, "a", b"\x00raw\r\n", minute=3)
    (letter,) = MaildirBox(inbox).fetch(10)
    assert (letter.uid, letter.raw, letter.arrived) == ("a", b"\x00raw\r\n", NOON + timedelta(minutes=3))


def test_letters_come_oldest_first_whatever_their_names(inbox: Path) -> None:
    for name, minute in (("a", 3), ("b", 1), ("c", 2), ("e", 1)):
        put(inbox, name, minute=minute)
    assert names(MaildirBox(inbox)) == ["b", "e", "c", "a"]


def test_a_batch_holds_no_more_than_asked_and_the_rest_follows(inbox: Path) -> None:
    for number in range(7):
        put(inbox, f"{number}", minute=number)
    box = MaildirBox(inbox)
    assert [names(box, 3) for _ in range(4)] == [["0", "1", "2"], ["3", "4", "5"], ["6"], []]


def test_a_letter_stamped_later_than_now_waits_for_a_later_turn(inbox: Path) -> None:
    put(inbox, "early", minute=0)
    put(inbox, "late", minute=5)
    box = MaildirBox(inbox, now=lambda: NOON)
    assert names(box, until=NOON) == ["early"]
    assert box.wait(0) is False  # nothing that could be read now
    assert names(box, until=NOON + timedelta(minutes=4, seconds=59)) == []
    assert names(box, until=NOON + timedelta(minutes=5)) == ["late"]


def test_a_letter_that_came_while_a_turn_was_at_work_ends_the_wait_behind_it(inbox: Path) -> None:
    clock = [NOON]
    box = MaildirBox(inbox, now=lambda: clock[0])
    put(inbox, "meanwhile", minute=1)
    assert names(box, until=NOON) == []  # the turn began before it came
    clock[0] = NOON + timedelta(minutes=1)
    assert box.wait(0) is True
    assert names(box, until=clock[0]) == ["meanwhile"]


def test_a_letter_whose_name_leaves_no_room_for_flags_is_put_away_under_another(inbox: Path) -> None:
    put(inbox, "a" * 255, b"long")
    put(inbox, "é" * 127, b"wide")
    box = MaildirBox(inbox)
    box.settle(names(box), "Done")
    assert sorted(path.read_bytes() for path in (inbox / ".Done" / "cur").iterdir()) == [b"long", b"wide"]
    assert list((inbox / "new").iterdir()) == []


def test_settled_letters_lie_in_a_folder_every_mail_program_shows(inbox: Path) -> None:
    put(inbox, "a", b"Subject: good\n\n")
    put(inbox, "b", b"Subject: bad\n\n")
    box = MaildirBox(inbox)
    box.fetch(10)
    box.settle(["a"], "Done")
    box.settle(["b"], "Shunt")
    store = mailbox.Maildir(str(inbox), create=False)
    assert sorted(store.list_folders()) == ["Done", "Shunt"]
    assert [message["Subject"] for message in store.get_folder("Done")] == ["good"]
    assert [message["Subject"] for message in store.get_folder("Shunt")] == ["bad"]
    assert list((inbox / "new").iterdir()) == []


def test_settling_twice_or_settling_what_is_gone_is_no_error(inbox: Path) -> None:
    put(inbox, "a")
    box = MaildirBox(inbox)
    box.settle(names(box) * 2, "Done")
    box.settle(["a", "never there"], "Done")
    assert len(list((inbox / ".Done" / "cur").iterdir())) == 1


def test_letters_that_come_under_a_used_name_are_all_kept(inbox: Path) -> None:
    box = MaildirBox(inbox)
    for word in (b"one", b"two", b"three"):
        put(inbox, "letter.eml", word)
        assert [delivery.raw for delivery in box.fetch(10)] == [word]
        box.settle(["letter.eml"], "Done")
    assert sorted(path.read_bytes() for path in (inbox / ".Done" / "cur").iterdir()) == [b"one", b"three", b"two"]


def test_a_letter_put_over_one_being_handled_is_not_put_away_unread(inbox: Path) -> None:
    put(inbox, "letter.eml", b"first")
    box = MaildirBox(inbox)
    box.fetch(10)
    put(inbox, "letter.eml", b"second", minute=1)
    box.settle(["letter.eml"], "Done")
    assert [delivery.raw for delivery in box.fetch(10)] == [b"second"]


def test_what_is_no_letter_is_left_alone_and_holds_nothing_up(inbox: Path) -> None:
    put(inbox, ".hidden")
    put(inbox, "z")
    (inbox / "new" / "folder").mkdir()
    os.mkfifo(inbox / "new" / "pipe")
    os.symlink(inbox / "new" / "z", inbox / "new" / "link")
    box = MaildirBox(inbox)
    assert names(box) == ["z"]
    box.settle(["z"], "Done")
    assert names(box) == [] and box.wait(0) is False
    assert sorted(path.name for path in (inbox / "new").iterdir()) == [".hidden", "folder", "link", "pipe"]


def test_a_letter_taken_away_before_it_is_read_is_passed_over(inbox: Path) -> None:
    for number in range(3):
        put(inbox, f"{number}", minute=number)
    box = MaildirBox(inbox)
    assert names(box, 1) == ["0"]
    (inbox / "new" / "1").unlink()
    assert names(box, 1) == ["2"]


def test_nothing_is_said_only_after_a_fresh_look(inbox: Path) -> None:
    for number in range(5):
        put(inbox, f"{number}", minute=number)
    box = MaildirBox(inbox)
    assert names(box, 1) == ["0"]
    for number in range(1, 5):
        (inbox / "new" / f"{number}").unlink()
    put(inbox, "new", minute=9)
    assert names(box, 1) == ["new"]


def test_a_mail_folder_that_went_away_is_a_mail_fault_once_and_made_again(inbox: Path) -> None:
    put(inbox, "a")
    box = MaildirBox(inbox)
    assert names(box) == ["a"]
    shutil.move(inbox / "new", inbox / "aside")
    assert "missing" in box.check()
    assert box.wait(0.03) is False  # no spinning: the next fetch says what is wrong
    with pytest.raises(MailFault):
        box.fetch(1)
    assert box.retry_after == 1
    assert names(box) == [] and box.retry_after == 0 and box.check() == ""
    put(inbox, "a")
    assert names(box) == ["a"]  # handed over before the fault, not settled: it comes again


def test_a_file_that_is_still_empty_is_given_a_moment(inbox: Path) -> None:
    box = MaildirBox(inbox)
    writing = inbox / "new" / "copied"
    writing.touch()
    assert names(box) == []
    writing.write_bytes(b"Subject: x\n\n")
    assert names(box) == ["copied"]
    put(inbox, "empty for long", b"", minute=-60)
    assert names(box) == ["empty for long"]


def test_the_last_search_is_the_moment_before_the_folder_was_looked_through(inbox: Path) -> None:
    clock = iter([NOON, NOON + timedelta(minutes=1)])
    box = MaildirBox(inbox, now=lambda: next(clock))
    assert box.last_search is None
    box.fetch(1)
    assert box.last_search == NOON
    box.fetch(1)
    assert box.last_search == NOON + timedelta(minutes=1)


def test_waiting_ends_when_a_letter_comes(inbox: Path) -> None:
    box = MaildirBox(inbox)
    box.fetch(1)
    threading.Timer(0.05, put, (inbox, "a")).start()
    assert box.wait(30) is True
    assert names(box) == ["a"]


def test_a_letter_that_came_during_the_last_search_ends_the_wait_when_its_time_has_come(inbox: Path) -> None:
    box = MaildirBox(inbox)
    moment = datetime.now(UTC)
    (inbox / "new" / "1").write_bytes(b"one")
    os.utime(inbox / "new" / "1", (moment.timestamp() + 0.3,) * 2)
    assert list(box.fetch(1, moment)) == []
    assert box.wait(20)
    assert [one.raw for one in box.fetch(1, datetime.now(UTC))] == [b"one"]


def test_waiting_ends_when_the_time_is_over_or_somebody_wakes_it(inbox: Path) -> None:
    put(inbox, "a")
    box = MaildirBox(inbox)
    box.fetch(1)
    assert box.wait(0.03) is False
    box.wake()
    assert box.wait(30) is True
    assert box.wait(0) is False  # one call, one waking


# -- out --------------------------------------------------------------------------------------------------------------

RAW = b"From: judge@judge.test\r\nSubject: s\r\n\r\nwords\r\n"


def written(folder: Path) -> list[bytes]:
    return sorted(path.read_bytes() for path in (folder / "new").iterdir())


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"


def test_a_letter_out_is_one_finished_file_with_its_envelope_on_top(out: Path) -> None:
    receipt = MaildirRelay(out).send("k", "judge+b@judge.test", "ann@players.test", RAW)
    assert receipt.outcome is Outcome.SENT
    assert written(out) == [
        b"Delivered-To: ann@players.test\nReturn-Path: <judge+b@judge.test>\n" + RAW.replace(b"\r\n", b"\n")
    ]
    assert list((out / "tmp").iterdir()) == []


def test_sending_twice_leaves_one_file_even_after_a_mail_program_has_shown_it(out: Path) -> None:
    relay = MaildirRelay(out)
    assert relay.safe_to_repeat
    relay.send("k", "", "ann@players.test", RAW)
    relay.send("k", "", "ann@players.test", RAW)
    (path,) = (out / "new").iterdir()
    path.rename(out / "cur" / (path.name + ":2,S"))
    assert relay.send("k", "", "ann@players.test", RAW).outcome is Outcome.SENT
    assert MaildirRelay(out).send("k", "", "ann@players.test", RAW).outcome is Outcome.SENT
    assert written(out) == []


@pytest.mark.parametrize("size", [1, 3, 40])
def test_a_batch_writes_every_letter_and_answers_in_order(out: Path, size: int) -> None:
    parcels = [Parcel(f"k{number}", "", f"p{number}@players.test", RAW) for number in range(size)]
    parcels.insert(1, Parcel("bad", "", "no address", RAW))
    receipts = MaildirRelay(out).send_many(parcels)
    assert [receipt.outcome for receipt in receipts].index(Outcome.REFUSED) == 1
    assert [receipt.outcome for receipt in receipts].count(Outcome.SENT) == size
    assert len(written(out)) == size


def test_an_address_that_would_forge_a_header_is_refused(out: Path) -> None:
    relay = MaildirRelay(out)
    assert relay.send("k", "", "a@x.test\nBcc: eve@x", RAW).outcome is Outcome.REFUSED
    assert relay.send("k", "b\n@x", "a@x.test", RAW).outcome is Outcome.REFUSED
    assert written(out) == []


def test_a_full_disk_means_try_again_and_leaves_nothing_half_written(
    out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    relay = MaildirRelay(out)
    real = os.write

    def full(handle: int, data: bytes) -> int:
        real(handle, bytes(data[:5]))
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(disk.os, "write", full)
    receipts = relay.send_many([Parcel(f"k{n}", "", "a@x.test", RAW) for n in range(6)])
    monkeypatch.undo()
    assert {receipt.outcome for receipt in receipts} == {Outcome.RETRY}
    assert "No space left" in receipts[0].text
    assert [list((out / part).iterdir()) for part in ("tmp", "new")] == [[], []]
    assert relay.send("k0", "", "a@x.test", RAW).outcome is Outcome.SENT


@pytest.mark.parametrize("count", [1, 10])
def test_a_letter_is_not_called_sent_when_the_disk_did_not_take_it(
    out: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    relay = MaildirRelay(out)

    def failing(handle: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(disk.os, "fsync", failing)
    receipts = relay.send_many([Parcel(f"k{n}", "", "a@x.test", RAW) for n in range(count)])
    assert {receipt.outcome for receipt in receipts} == {Outcome.RETRY}


def test_a_failed_group_sync_takes_every_letter_back(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk, "_syncfs", lambda folder: OSError(5, "Input/output error"))
    receipts = MaildirRelay(out).send_many([Parcel(f"k{n}", "", "a@x.test", RAW) for n in range(9)])
    assert {receipt.outcome for receipt in receipts} == {Outcome.RETRY}
    assert [list((out / part).iterdir()) for part in ("tmp", "new")] == [[], []]


def test_a_system_without_a_group_sync_writes_letters_one_by_one(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk, "_syncfs", None)
    receipts = MaildirRelay(out).send_many([Parcel(f"k{n}", "", "a@x.test", RAW) for n in range(9)])
    assert {receipt.outcome for receipt in receipts} == {Outcome.SENT}


def test_folders_that_were_removed_are_made_again_for_the_next_attempt(out: Path) -> None:
    relay = MaildirRelay(out)
    for part in ("new", "cur", "tmp"):
        (out / part).rmdir()
    assert relay.send("k", "", "a@x.test", RAW).outcome is Outcome.RETRY
    assert relay.send("k", "", "a@x.test", RAW).outcome is Outcome.SENT


def test_a_file_half_written_by_a_crash_is_written_over(out: Path) -> None:
    relay = MaildirRelay(out)
    (out / "tmp" / relay.file_name("k", "a@x.test")).write_bytes(b"Delivered-To: a@x")
    relay.send("k", "", "a@x.test", RAW)
    assert written(out)[0].endswith(b"\nwords\n")


def test_the_stamps_of_letters_of_one_batch_tell_the_order_in_which_they_were_sent(tmp_path: Path) -> None:
    relay, keys = MaildirRelay(tmp_path / "out"), [f"k{number}" for number in range(40)]
    for half in (keys[:20], keys[20:]):
        relay.send_many([Parcel(key, "", "a@x.test", RAW) for key in half])
    stamps = [(tmp_path / "out" / "new" / relay.file_name(key, "a@x.test")).stat().st_mtime_ns for key in keys]
    assert stamps == sorted(set(stamps))


def test_a_letter_that_cannot_be_put_away_holds_no_others_up_and_is_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    box = MaildirBox(tmp_path / "in")
    for name in ("a", "b", "c"):
        (tmp_path / "in" / "new" / name).write_bytes(b"From: x@y.test\n\nhello\n")
    taken = [letter.uid for letter in box.fetch(10)]
    real = os.rename

    def refusing(source: Path, target: Path) -> None:
        if Path(source).name == "b":
            raise PermissionError(13, "Permission denied")
        real(source, target)

    monkeypatch.setattr(os, "rename", refusing)
    box.settle(taken, "Done")
    box.settle([], "Done")
    assert [path.name for path in (tmp_path / "in" / "new").iterdir()] == ["b"]
    assert box.fetch(10) == [] and sum("cannot be put away" in one.getMessage() for one in caplog.records) == 1
    monkeypatch.setattr(os, "rename", real)
    box.settle([], "Done")
    assert list((tmp_path / "in" / "new").iterdir()) == []


# -- turns ------------------------------------------------------------------------------------------------------------


def letters_of(inbox: Path, sender: str, first: int, count: int) -> None:
    for number in range(first, first + count):
        put(inbox, f"{number:04d}", f"Received: x\nFrom: Some One <{sender}>\n\nhello\n".encode(), number)


def test_nobodys_letters_fill_a_batch_while_others_wait(inbox: Path) -> None:
    letters_of(inbox, "Ann@example.test", 0, 50)
    letters_of(inbox, "bob@example.test", 50, 2)
    taken, passed = MaildirBox(inbox).by_turns(8, NOON + timedelta(hours=1), 8)
    uids = [one.uid for one in taken]
    assert uids[:2] == ["0000", "0001"] and uids[-2:] == ["0050", "0051"] and len(uids) == 8
    assert passed == {"ann@example.test": NOON + timedelta(minutes=6)}  # the six oldest were taken


def test_turns_hand_over_every_letter_once_and_each_senders_in_order(inbox: Path) -> None:
    letters_of(inbox, "ann@example.test", 0, 40)
    letters_of(inbox, "bob@example.test", 40, 5)
    letters_of(inbox, "ann@example.test", 45, 5)
    box, found = MaildirBox(inbox), []
    while taken := box.by_turns(8, NOON + timedelta(hours=1), 8)[0]:
        found += [one.uid for one in taken]
    assert sorted(found) == [f"{number:04d}" for number in range(50)]
    anns = [uid for uid in found if not 40 <= int(uid) < 45]
    assert anns == sorted(anns)
