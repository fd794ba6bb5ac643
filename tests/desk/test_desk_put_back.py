"""NO alone in reply to an answer: the sheet stands again as it stood before that letter, or it is said why not."""

from pathlib import Path

import pytest

from tests.desk.worlds import GAME, small_game
from tests.harness import MASTER, Judge, Out, address_of
from tests.tables import cases

STOOD, WROTE = ["SELL 100 LIRA", "BUY 100 MARK"], ["SELL 300 LIRA", "BUY 300 POUND"]


def lines(judge: Judge, seat: str = "Lupus", game: str = GAME, phase: str = "") -> list[str]:
    record = judge.services.files.sheet(game, phase or judge.game(game).phase, seat)
    return [command.canonical() for command in judge.services.sheet(judge.game(game), record)]


def to(address: str, sent: list[Out]) -> Out:
    return next(one for one in reversed(sent) if one.to == address)


def wrote(judge: Judge, text: str, seat: str = "Lupus", game: str = GAME) -> Out:
    return to(address_of(seat), judge.orders(game, seat, text))


def answer(judge: Judge, out: Out, text: str = "NO") -> Out:
    return to(out.to, judge.reply(out, text, headers=out.thread))


def written(folder: Path) -> tuple[Judge, Out]:
    """A sheet is on file, and another letter took its place."""
    judge = small_game(folder)
    wrote(judge, "\n".join(STOOD))
    out = wrote(judge, "\n".join(WROTE))
    assert lines(judge) == WROTE
    return judge, out


@pytest.mark.parametrize("text", ["NO", "No.", "\n\nno!", "Nein", "NON", "No\n\nThanks,\nJack", "NO\n\n-- \nLupus"])
def test_no_puts_the_sheet_back_and_says_so(tmp_path: Path, text: str) -> None:
    judge, out = written(tmp_path)
    back = answer(judge, out, text)
    assert back.subject.startswith("[OK]") and "your sheet is again as it was before it" in back.flat
    assert lines(judge) == STOOD


def test_no_after_a_yes_to_the_same_letter_stays_without_effect(judge: Judge) -> None:
    out = wrote(judge, "BUY 100 MARKS\nSELL 100 CRWNNS")
    answer(judge, out, "YES")
    assert "Something newer" in answer(judge, out).flat and len(lines(judge)) == 2


def test_no_to_a_proposal_drops_it_and_nothing_else(judge: Judge) -> None:
    wrote(judge, "\n".join(STOOD))
    out = wrote(judge, "SELL 300 LIRRRA")
    assert "What that letter proposed is dropped" in answer(judge, out).flat
    assert "YES to what?" in answer(judge, out, "YES").flat and lines(judge) == STOOD


def test_no_to_a_letter_that_filed_and_proposed_ends_both(judge: Judge) -> None:
    out = wrote(judge, "BUY 100 MARKS\nSELL 100 CRWNNS")
    answer(judge, out)
    answer(judge, out, "YES")
    assert lines(judge) == []


def test_somebody_elses_no_neither_drops_a_proposal_nor_puts_back_a_sheet(tmp_path: Path) -> None:
    judge, out = written(tmp_path)
    asked = wrote(judge, "SELL 300 LIRRRA")
    own = wrote(judge, "STATUS", "Ursa")
    for letter in (out, asked):
        judge.reply(own, "NO", headers=(f"References: {letter.header('Message-ID')}",))
        assert "NO to what?" in judge.letters(address_of("Ursa"))[-1].flat
    assert lines(judge) == WROTE
    answer(judge, asked, "YES")
    assert lines(judge) == ["SELL 300 LIRA"]


def test_no_puts_back_a_sheet_that_was_sent_ahead_in_an_earlier_phase(judge: Judge) -> None:
    wrote(judge, "FOR F1901M\n" + "\n".join(STOOD))
    judge.resolve(GAME)
    assert judge.game(GAME).phase == "F1901M" and lines(judge) == STOOD
    answer(judge, wrote(judge, "\n".join(WROTE)))
    assert lines(judge) == STOOD


def test_no_puts_back_both_sheets_of_a_letter_or_neither(judge: Judge) -> None:
    wrote(judge, "SELL 1 LIRA\nFOR F1901M\nSELL 2 LIRA")
    out = wrote(judge, "SELL 3 LIRA\nFOR F1901M\nSELL 4 LIRA")
    wrote(judge, "FOR S1901M\nSELL 5 LIRA")
    answer(judge, out)
    assert lines(judge) == ["SELL 5 LIRA"] and lines(judge, phase="F1901M") == ["SELL 4 LIRA"]
    answer(judge, wrote(judge, "SELL 6 LIRA\nFOR F1901M\nSELL 7 LIRA"))
    assert lines(judge) == ["SELL 5 LIRA"] and lines(judge, phase="F1901M") == ["SELL 4 LIRA"]


def test_no_to_clear_and_to_undo_brings_back_what_they_took(tmp_path: Path) -> None:
    judge, _ = written(tmp_path)
    answer(judge, wrote(judge, "CLEAR"))
    assert lines(judge) == WROTE
    undone = wrote(judge, "UNDO")
    assert lines(judge) == []
    answer(judge, undone)
    assert lines(judge) == WROTE


def test_no_to_ready_takes_it_back_and_leaves_the_sheet(tmp_path: Path) -> None:
    judge = small_game(tmp_path, early="yes")
    wrote(judge, "\n".join(STOOD))
    back = answer(judge, wrote(judge, "READY"))
    assert not back.json["sheets"][0]["ready"] and lines(judge) == STOOD
    assert back.subject.startswith("[OK]")


def test_a_game_that_does_not_run_keeps_what_is_on_file(tmp_path: Path) -> None:
    judge, out = written(tmp_path)
    judge.master(GAME, "PAUSE")
    assert "is paused" in answer(judge, out).flat and lines(judge) == WROTE


def test_a_deadline_that_is_over_keeps_what_is_on_file_while_the_report_is_awaited(tmp_path: Path) -> None:
    judge, out = written(tmp_path)
    judge.resolve(GAME)
    judge.tick(judge.after(hours=1))
    out = wrote(judge, "\n".join(WROTE))
    judge.resolve(GAME)
    assert judge.game(GAME).locked
    judge.tick(judge.after(hours=1))
    back = answer(judge, out)
    assert "is closed" in back.flat and lines(judge) == WROTE


def test_a_masters_no_drops_what_was_proposed_to_him_and_takes_back_nothing(tmp_path: Path) -> None:
    judge, _ = written(tmp_path)
    asked = to(MASTER, judge.master(GAME, "Please throw Ursa out of the game"))
    assert "What that letter proposed is dropped" in answer(judge, asked).flat
    assert "YES to what?" in answer(judge, asked, "YES").flat
    assert not judge.seat(GAME, "Ursa").vacant
    done = to(MASTER, judge.master(GAME, "AS Lupus\nSELL 7 LIRA"))
    assert "What a master's word has done stands" in answer(judge, done).flat and lines(judge) == ["SELL 7 LIRA"]


@pytest.mark.parametrize("text", ["NO, leave it out please", "No\nI meant the other one", "No: half of it"])
def test_no_with_words_beside_it_changes_nothing_and_is_told_that_it_counts_alone(tmp_path: Path, text: str) -> None:
    judge, out = written(tmp_path)
    back = answer(judge, out, text)
    assert not back.subject.startswith(("[OK]", "[FILED]")) and "NO counts only alone" in back.flat
    assert text.split("\n")[0] in back.flat
    assert lines(judge) == WROTE


def test_no_above_new_orders_is_quoted_and_the_orders_take_the_place_of_the_old(tmp_path: Path) -> None:
    judge, out = written(tmp_path)
    back = answer(judge, out, "No\n\nSELL 20 MARKS")
    assert back.subject.startswith("[CHECK]") and '"No"' in back.flat
    assert lines(judge) == ["SELL 20 MARK"]


def test_no_in_a_letter_that_does_not_say_what_it_answers_changes_nothing_and_names_undo(tmp_path: Path) -> None:
    judge, out = written(tmp_path)
    for back in (wrote(judge, "NO"), to(out.to, judge.reply(out, "NO"))):
        assert "NO counts only alone, in a reply that says which letter" in back.flat and "UNDO" in back.flat
        assert lines(judge) == WROTE


def test_no_that_names_no_letter_means_the_only_one_that_proposes_something(judge: Judge) -> None:
    out = wrote(judge, "SELL 300 LIRRRA")
    assert "What that letter proposed is dropped" in to(out.to, judge.reply(out, "NO")).flat
    assert "YES to what?" in answer(judge, out, "YES").flat and lines(judge) == []


def test_a_stranger_who_says_no_is_asked_nothing_new(judge: Judge) -> None:
    heard = judge.say("nobody@example.test", "No")
    assert not any("NO to what?" in out.text for out in heard)


def test_no_above_words_that_hold_the_letter_below_its_signature_is_not_alone(tmp_path: Path) -> None:
    judge, out = written(tmp_path)
    back = answer(judge, out, "NO\n\n-- \nDo not do this yet, I will confirm tonight.")
    assert "NO counts only alone" in back.flat and "I will confirm tonight" in back.flat and lines(judge) == WROTE


@pytest.mark.parametrize("beside", ["but only half of it", "if Ursa agrees."])
def test_yes_with_words_beside_it_that_nobody_read_says_yes_to_nothing(judge: Judge, beside: str) -> None:
    back = answer(judge, wrote(judge, "SELL 300 LIRRRA"), f"YES\n{beside}")
    assert "Send YES alone" in back.flat and beside in back.flat and lines(judge) == []
    assert "PROPOSED" not in back.text


CHAT = "My cat is ill this week, poor thing."


@cases("letter", "offered")
def test_no_is_offered_to_a_player_where_it_takes_something_back_and_nowhere_else(
    judge: Judge, letter: str, offered: bool
) -> None:
    wrote(judge, "\n".join(STOOD))
    out = wrote(judge, f"{letter}\n\n{CHAT}")
    assert CHAT in out.flat and ("answer NO" in out.flat) == offered
    if offered:
        back = answer(judge, out)
        assert back.subject.startswith("[OK]") and lines(judge) == STOOD
    else:
        assert "and they changed nothing." in out.flat or "[ASK]" in out.subject


def test_no_is_not_offered_to_a_master_or_to_somebody_without_a_seat(judge: Judge) -> None:
    master = to(MASTER, judge.master(GAME, f"WHO\n\n{CHAT}"))
    anybody = to(address_of("Lupus"), judge.say(address_of("Lupus"), f"SUBSCRIBE {GAME}\n\n{CHAT}"))
    for out in (master, anybody):
        assert CHAT in out.flat and "answer NO" not in out.flat and "and they changed nothing." in out.flat
