"""What a letter does, line by line: the cases that once went wrong or easily might."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from judge.desk.counter.replies import SAME_AGAIN
from judge.post import Message
from tests.desk.worlds import GAME, ORDERS, REPORT, current, filed, seat_letter
from tests.harness import MASTER, MASTER_PASSWORD, Judge, address_of, password_of
from tests.tables import cases

# ---- filing -------------------------------------------------------------------------------------------------------


@cases("letter")
def test_words_of_the_correspondence_may_stand_beside_what_is_said_of_orders(letter: str, judge: Judge) -> None:
    judge.orders(GAME, "Lupus", ORDERS)
    (answer,) = judge.orders(GAME, "Lupus", letter)
    assert "WHO" in answer.text and len(filed(judge, "Lupus")) == 2


@pytest.mark.parametrize("line", ["FOR S1899:", "FOR A19O3:", "AS NOBODY"])
def test_orders_below_a_line_that_says_for_what_and_was_not_understood_are_not_taken(judge: Judge, line: str) -> None:
    (answer,) = judge.orders(GAME, "Lupus", f"{line}\n{ORDERS}")
    assert answer.subject.startswith("[ERROR]")
    assert filed(judge, "Lupus") == filed(judge, "Lupus", "*") == ()


def test_lines_of_a_sheet_sent_ahead_that_no_longer_stand_are_named_with_their_reason(judge: Judge) -> None:
    judge.orders(GAME, "Lupus", f"FOR A1901:\n{ORDERS}\nBUY CROWNS WITH 1.2345")
    judge.orders(GAME, "Ursa", "FOR EVERY PHASE:\nBUY MARKS WITH 1.2345")
    sent = judge.resolve(GAME)
    (ahead,) = [out for out in sent if "the sheet you sent ahead" in out.text.replace("\n", " ")]
    lost = ahead.text.split("NOT TAKEN")[1].split("ON FILE")[0]
    assert "BUY CROWN WITH 1.2345\n    " in lost and "LIRA" not in lost
    (standing,) = [out for out in sent if "your standing orders" in out.text.replace("\n", " ")]
    assert "NOT TAKEN\n  BUY MARK WITH 1.2345\n    " in standing.text


def test_a_false_report_for_a_later_phase_is_refused_and_leaves_a_true_one_on_file(judge: Judge) -> None:
    judge.master(GAME, REPORT)
    (refused,) = judge.master(GAME, REPORT.replace("T 5", "T 16"))
    assert refused.subject.startswith("[ERROR]") and "the board has 34" in refused.text
    assert ["TURKEY", 5] in [list(pair) for pair in filed(judge, "MASTER", "F1901M")[0]["counts"]]
    for other in (
        "RESULT W1901\nCENTRES A 5\nEND",
        "RESULT F1901R\nCENTRES A 5\nEND",
        "RESULT F1902\nOWNERS\nAUSTRIA: PAR\nAUSTRIA: BUR\nEND",
    ):
        (refused,) = judge.master(GAME, other)
        assert refused.subject.startswith("[ERROR]") and "NOT TAKEN" in refused.text
    judge.resolve(GAME)
    judge.resolve(GAME)
    assert current(judge).phase == "S1902M"


def test_the_master_hears_of_a_report_sent_ahead_that_no_longer_stands(judge: Judge) -> None:
    judge.master(GAME, REPORT.replace("F1901", "F1902"))
    judge.master(GAME, REPORT.replace("A 5", "A 0"))
    sent = [*judge.resolve(GAME), *judge.resolve(GAME), *judge.resolve(GAME)]
    (told,) = [out for out in sent if "NOT TAKEN" in out.text]
    assert told.to == MASTER and "AUSTRIA was eliminated" in told.text.replace("\n", " ")


# ---- READY ----------------------------------------------------------------------------------------------------------


# ---- blocks ---------------------------------------------------------------------------------------------------------


def test_a_thank_you_is_noted_a_few_times_and_then_passed_over_in_silence(judge: Judge) -> None:
    letter = judge.orders(GAME, "Lupus", ORDERS)[0]
    for _ in range(SAME_AGAIN.count):
        (noted,) = judge.reply(letter, "Thanks a lot!")
        assert noted.subject.startswith("[NOTED]") and "changed nothing" in noted.text
    for _ in range(3):
        assert judge.reply(noted, "Thanks a lot!") == []
    assert len(judge.reply(noted, "STATUS")) == 1


# ---- the master -----------------------------------------------------------------------------------------------------


def test_a_letter_set_aside_can_be_released_and_is_then_carried_out(judge: Judge, tmp_path: Path) -> None:
    whole = judge.app.timeline.handle

    def stumble(message: Message, raw: bytes) -> None:
        if message.sender != address_of("Ursa"):
            raise RuntimeError("a fault of ours")
        whole(message, raw)

    judge.app.timeline.handle = stumble
    judge.post(address_of("Ursa"), seat_letter("Ursa", ORDERS), at=judge.after(seconds=1))
    sent = judge.orders(GAME, "Lupus", ORDERS)
    assert {out.to for out in sent} == {address_of("Lupus"), MASTER}
    (kept,) = (tmp_path / "var/shunt").glob("*.eml")
    assert password_of("Lupus").encode() in kept.read_bytes() and kept.stat().st_mode & 0o077 == 0
    if not judge.app.store.shared:  # there the mailbox gives its letters away before anybody opens them
        assert list(judge.inbox.settled.values())[-1] == "Shunt"
    judge.tick(judge.after(seconds=1))
    assert len(filed(judge, "Ursa")) == 2, "the next letter is handled"
    judge.app.timeline.handle = whole  # type: ignore[assignment]
    listing = judge.master(GAME, "QUARANTINE")[0].text
    reference = listing.split("LETTERS SET ASIDE")[1].split()[0]
    judge.post(MASTER, f"MASTER {GAME} {MASTER_PASSWORD}\nQUARANTINE RELEASE {reference}")
    tally, _ = judge.app.once()
    assert len(filed(judge, "Lupus")) == 2 and (tally.letters, tally.shunted) == (2, 0)


@contextmanager
def broken_rules(judge: Judge, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """While this lasts, no Bourse phase can be resolved."""

    def broken(*given: object) -> None:
        raise ValueError("one is not two")

    with monkeypatch.context() as patch:
        patch.setattr(type(judge.services.variants["bourse"]), "resolve", broken)
        yield


def test_a_fault_in_the_rules_holds_the_game_and_tells_the_master_alone(
    judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    with broken_rules(judge, monkeypatch):
        sent = judge.resolve(GAME)
    assert current(judge).status == "held" and {out.to for out in sent} == {MASTER}
    judge.tick(judge.after(hours=1))
    judge.master(GAME, "PROCESS S1901M")
    assert current(judge).status == "active" and current(judge).phase == "F1901M"


# ---- too much of a good thing --------------------------------------------------------------------------------------


def test_the_same_question_many_times_in_a_letter_is_answered_once(judge: Judge) -> None:
    (one,) = judge.say("ann@example.test", "HELP SELL")
    (many,) = judge.say("ann@example.test", "HELP SELL\n" * 200)
    assert len(many.text) == len(one.text)


def test_a_letter_that_asks_for_everything_gets_a_part_and_is_told(judge: Judge) -> None:
    words = (
        "SIGNON LIST RULES PING REGISTER CONFIRM RESIGN CREATE CLEAR UNDO STATUS HISTORY TRY FOR READY PRESS SET START"
    )
    lines = [f"HELP {word}" for word in (*words.split(), "RESULT", "MISSING", "PREVIEW", "PROCESS", "EXTEND")]
    (answer,) = judge.say("lupus@example.test", "\n".join(lines))
    assert "3 more answers" in answer.text and "too long" in answer.text


# ---- letters that cannot be read without guessing ------------------------------------------------------------------


@pytest.mark.parametrize("who", ["Lupus", "MASTER"])
def test_a_letter_that_is_quotation_alone_is_asked_about_by_name_and_as_an_answer(judge: Judge, who: str) -> None:
    (told,) = judge.master(GAME, "STATUS") if who == "MASTER" else judge.orders(GAME, who, "STATUS")
    (asked,) = judge.reply(told, "> SELL 100 LIRA")
    assert asked.to == told.to and asked.header("Auto-Submitted") == "auto-replied"
    assert asked.subject == f"[QUESTION] {GAME} S1901M {who}"
    assert f"<{judge.posted}@mail.test>" in asked.header("In-Reply-To")


def test_a_line_of_a_report_that_cannot_be_read_is_told_by_its_own_number(judge: Judge) -> None:
    (refused,) = judge.master(GAME, "RESULT S1901\nCENTRES A 5 E 4 F 5 G 5 I 4 R 6 T 5\nOWNERS\nFRANCE: PAR XYZ\nEND")
    assert "line 5: FRANCE: PAR XYZ\n    I know no place called 'XYZ'." in refused.text


# What the answer to a letter says, decided without a template.


# ---- Letters that say how to write say it truly, and somebody known is answered whatever he writes.


@cases("text")
def test_a_master_without_a_hat_who_corrects_orders_is_answered_and_changes_none(judge: Judge, text: str) -> None:
    judge.orders(GAME, "Lupus", "SELL 300 LIRA")
    before = filed(judge, "Lupus")
    (answer,) = judge.master(GAME, text)
    assert "[SET ASIDE]" not in answer.subject and not answer.subject.startswith("[OK]")
    assert filed(judge, "Lupus") == before
