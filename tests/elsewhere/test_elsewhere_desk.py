"""Results of a board elsewhere report themselves: asked or applied, and nothing else of that address counts."""

from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.elsewhere.games import GAME, Written, letters, played
from tests.harness import MASTER, MASTER_PASSWORD, Judge, Out, address_of

SOURCE = "judge@elsewhere.example"
PASS = "Authentication-Results: mx.judge.test; dmarc=pass header.from="
NAME = "lira7"


def world(folder: Path, variant: str = "bourse", **options: str) -> Judge:
    return Judge(folder, trusted_authserv="mx.judge.test").with_game(
        NAME, variant, "Lupus", "Ursa", "Vulpes", "Aquila", **{"board_from": SOURCE, "board_game": GAME, **options}
    )


def send(
    judge: Judge, written: Written, sender: str = SOURCE, proved: bool = True, to: str = "judge@judge.test"
) -> list[Out]:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = sender, to, written.subject
    judge.posted += 1
    mail["Date"] = f"{judge.clock.now():%a, %d %b %Y %H:%M:%S} +0000"
    mail["Message-ID"] = f"<{judge.posted}@elsewhere.example>"
    if sender == SOURCE:
        mail["Auto-Submitted"] = "auto-generated"
    mail.set_content(written.text, subtype="html" if written.html else "plain")
    head = f"{PASS}{sender.partition('@')[2]}\n" if proved else ""
    judge.put(head.encode() + mail.as_bytes())
    return judge.tick(judge.after(minutes=5))


def to_master(sent: list[Out]) -> Out:
    (found,) = [out for out in sent if out.to == MASTER and not out.subject.endswith(" results")]
    return found


def counts(judge: Judge) -> dict[str, int]:
    variant = judge.services.variant(judge.game(NAME))
    state = judge.services.journal.state(variant, judge.game(NAME))
    return dict(state.host.counts)


def applied(judge: Judge, game: int = 1) -> bool:
    """Whether the autumn's letters have moved the board."""
    return judge.game(NAME).phase == "S1902M" and counts(judge) == played(game)[1].counts


def over(judge: Judge) -> None:
    """The deadline passes."""
    judge.tick(judge.deadline(NAME))


def spring_is_over(judge: Judge) -> None:
    over(judge)
    assert judge.game(NAME).phase == "F1901M"


def autumn(judge: Judge, game: int = 1) -> list[Written]:
    """The spring has come and gone; the letters of the autumn."""
    spring, fall, *_ = letters(game, "njudge")
    for written in spring:
        send(judge, written)
    spring_is_over(judge)
    over(judge)
    assert judge.game(NAME).locked
    return fall


def test_the_master_is_asked_and_yes_applies_it(tmp_path: Path) -> None:
    judge = world(tmp_path)
    written = [one for one in autumn(judge) if "W1901A" not in one.subject]
    for one in written[:-1]:
        send(judge, one)
    letter = to_master(send(judge, written[-1]))
    assert letter.subject.startswith("[ASK]") and "Autumn 1901" in letter.subject and "odd" not in letter.text
    assert judge.game(NAME).phase == "F1901M"
    letter = to_master(send(judge, written[-1]))  # sent twice, asked about twice
    judge.reply(letter, "YES", headers=letter.thread)
    assert applied(judge)


def test_with_board_auto_it_is_applied_when_it_fits(tmp_path: Path) -> None:
    judge = world(tmp_path, board_auto="yes")
    for one in autumn(judge):
        send(judge, one)
    assert applied(judge)
    assert all(out.to != SOURCE for out in judge.relay.sent)


def test_a_forged_result_letter_changes_nothing_and_the_master_hears_once(tmp_path: Path) -> None:
    judge = world(tmp_path, board_auto="yes")
    for one in autumn(judge):
        send(judge, one, proved=False)
        send(judge, one, sender="Judge <judge@elsewhere.example.evil.test>")
    assert judge.game(NAME).phase == "F1901M" and judge.game(NAME).locked
    assert len([out for out in judge.letters(MASTER) if "nothing proves" in out.flat]) == 1
    assert all(out.to != SOURCE for out in judge.relay.sent)


def test_a_master_passes_a_page_on_and_nobody_else_can(tmp_path: Path) -> None:
    judge = world(tmp_path, board_auto="yes")
    autumn(judge)
    (page,) = letters(1, "webdiplomacy")[1]
    send(judge, page, sender=address_of("Lupus"))
    send(judge, page, sender=MASTER, proved=False)
    assert judge.game(NAME).phase == "F1901M"
    assert "[ASK]" not in to_master(send(judge, page, sender=MASTER)).subject
    assert applied(judge)


def test_a_letter_of_another_game_or_of_a_player_there_is_left_alone_and_counted(tmp_path: Path) -> None:
    judge = world(tmp_path, board_auto="yes")
    written = autumn(judge)
    press = Written("Diplomacy press", "Message from Austria to Observer in 'ghodstoo':\n\n" + written[-1].text)
    head, _, body = written[-1].text.partition("\n\n")
    below = Written("Diplomacy results", f"{head}\n\nBroadcast message from Austria in 'ghodstoo':\n\n{body}")
    others = [Written(one.subject, one.text.replace(GAME, "another")) for one in written]
    for one in (
        press,
        below,
        *others,
        Written("Deadline", f":: Judge: USAK  Game: {GAME}\n\nThe deadline has been extended.\n"),
    ):
        assert send(judge, one) == []
    assert judge.game(NAME).phase == "F1901M" and judge.game(NAME).elsewhere["ignored"] == 3 + len(others)


def test_what_does_not_fit_is_asked_with_what_is_odd(tmp_path: Path) -> None:
    judge = world(tmp_path, board_auto="yes")
    written = [one for one in autumn(judge, 2) if "W1901A" not in one.subject]
    for one in written[:-1]:
        send(judge, one)
    rows = [row for row in written[-1].text.split("\n") if not row.startswith("Turkey: ")]
    cut = Written(written[-1].subject, "\n".join(row for row in rows if not row.startswith("Russia:")))
    letter = to_master(send(judge, cut))
    assert letter.subject.startswith("[ASK]") and "What is odd" in letter.text
    assert judge.game(NAME).phase == "F1901M"
    send(judge, written[-1])
    assert applied(judge, 2)


def test_results_that_come_twice_or_late_do_no_harm_and_the_master_hears(tmp_path: Path) -> None:
    judge = world(tmp_path, board_auto="yes")
    written = autumn(judge)
    for one in written:
        send(judge, one)
    before = judge.game(NAME)
    last = next(one for one in reversed(written) if "W1901A" not in one.subject)
    sent = send(judge, last)
    assert "once more" in to_master(sent).text
    other = last.text.replace(
        "Ownership of supply centers:\n\nAustria:   ", "Ownership of supply centers:\n\nAustria:   London, "
    )
    other = other.replace("Liverpool, London", "Liverpool").replace("Edinburgh, London", "Edinburgh")
    sent = send(judge, Written(last.subject, other))
    assert judge.game(NAME).phase == before.phase and applied(judge)
    assert len([out for out in sent if out.to == MASTER]) == 1


def test_a_board_with_another_map_is_refused_by_its_name(tmp_path: Path) -> None:
    judge = world(tmp_path, board_auto="yes")
    written = autumn(judge)
    sent = send(judge, Written("x", written[-1].text.replace("Variant: Standard", "Variant: Loeb9")))
    assert "Loeb9" in to_master(sent).text and judge.game(NAME).phase == "F1901M"


def test_the_example_of_the_masters_guide_makes_a_board_report_itself(tmp_path: Path) -> None:
    guide = (Path(__file__).parents[2] / "docs/masters-guide.md").read_text("utf-8")
    examples = [one.partition("```")[0] for one in guide.split("```letter\n")[1:]]
    example = next(one for one in examples if "board_from" in one)
    judge = world(tmp_path, board_from="", board_game="")
    judge.say(MASTER, example.replace(" password\n", f" {MASTER_PASSWORD}\n"))
    assert judge.game(NAME).board_from == SOURCE and judge.game(NAME).house["board_game"] == GAME
    judge.master(NAME, "SET board_auto yes")
    for one in autumn(judge):
        send(judge, one)
    assert applied(judge)


def test_a_persons_sentences_are_asked_about(tmp_path: Path) -> None:
    judge = world(tmp_path, board_auto="yes")
    autumn(judge)
    (said,) = letters(1, "person")[0]
    letter = to_master(send(judge, said, sender=MASTER))
    assert letter.subject.startswith("[ASK]")
    judge.reply(letter, "YES", headers=letter.thread)
    assert applied(judge)


@pytest.mark.parametrize("address", [MASTER, "judge@judge.test", address_of("Lupus")])
def test_no_address_of_somebody_here_reports_a_board(tmp_path: Path, address: str) -> None:
    judge = world(tmp_path)
    (out,) = [one for one in judge.master(NAME, f"SET board_from {address}") if one.to == MASTER]
    assert "[ERROR]" in out.subject and judge.game(NAME).board_from == SOURCE


def test_a_board_that_is_played_here_takes_no_reports(tmp_path: Path) -> None:
    judge = Judge(tmp_path)
    judge.new("cap1", "capitalist")
    (out,) = [one for one in judge.master("cap1", f"SET board_from {SOURCE}") if one.to == MASTER]
    assert "played here" in out.text and judge.game("cap1").board_from == ""


def test_a_master_gets_so_many_letters_a_day_about_it_and_no_more(tmp_path: Path) -> None:
    judge = world(tmp_path)
    for number in range(30):
        text = f"Retreat orders for Spring of 1901.  ({GAME}.{number})\n\nAustria: Army Vienna -> Tyrolia.\n"
        send(judge, Written("results", text))
    told = [out for out in judge.letters(MASTER) if "what they follow from did not" in out.flat]
    assert 24 <= len(told) < 28 and judge.game(NAME).elsewhere["ignored"] == 30 - len(told)


def test_results_of_a_season_to_come_are_asked_about(tmp_path: Path) -> None:
    judge = world(tmp_path, board_auto="yes")
    autumns = [one for one in letters(1, "njudge")[1] if "W1901A" not in one.subject]
    sent = [out for one in autumns for out in send(judge, one)]
    letter = to_master(sent)
    assert letter.subject.startswith("[ASK]") and "keeps this report for F1901" in letter.flat
    judge.reply(letter, "YES", headers=letter.thread)
    assert judge.game(NAME).phase == "S1901M"
    over(judge)
    over(judge)
    assert applied(judge)
