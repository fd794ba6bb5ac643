"""A letter's lines by who says them."""

from __future__ import annotations

import pytest

from judge.core.words import INSIDE, Announce, MasterOn, Place, Press, Result, SignOn
from judge.post import Line
from judge.reading import Block, Garbled, Reader, Understood


def blocks(reader: Reader, text: str, signed: bool = False) -> tuple[Block, ...]:
    return reader.blocks([Line(number, line) for number, line in enumerate(text.splitlines(), 1)], signed)


def texts(block: Block) -> list[str]:
    return [item.text for item in block.items if isinstance(item, Line)]


def test_each_sign_on_opens_a_block_and_sign_off_closes_it(reader: Reader) -> None:
    before, lupus, between, master = blocks(
        reader,
        "Hello\nSIGNON Lupus@lira7 moonlight\nSELL 300 LIRA\nSIGNOFF\nLIST\nMASTER lira7 lighthouse\nWHO IS MISSING",
    )
    assert (before.opener, before.place, texts(before)) == (None, Place.OUTSIDE, ["Hello"])
    assert lupus.opener == SignOn(seat="Lupus", game="lira7", password="moonlight")
    assert (lupus.place, texts(lupus)) == (Place.PLAYER, ["SELL 300 LIRA"])
    assert lupus.line == Line(2, "SIGNON Lupus@lira7 ****")
    assert (between.place, texts(between)) == (Place.OUTSIDE, ["LIST"])
    assert master.opener == MasterOn(game="lira7", password="lighthouse")
    assert (master.place, texts(master)) == (Place.MASTER, ["WHO IS MISSING"])


def test_the_next_sign_on_closes_a_block_too(reader: Reader) -> None:
    one, two = blocks(reader, "SIGNON a@lira7 aaaa\nSELL 1 LIRA\nSIGNON b@crown2 bbbb\nSELL 2 LIRA")
    assert texts(one) == ["SELL 1 LIRA"]
    assert texts(two) == ["SELL 2 LIRA"]


def test_an_empty_block_is_kept_since_signing_on_is_something(reader: Reader) -> None:
    (block,) = blocks(reader, "SIGNON a@lira7 aaaa")
    assert block.items == ()


def test_a_letter_with_a_token_needs_no_sign_on(reader: Reader) -> None:
    (block,) = blocks(reader, "SELL 300 LIRA\nBUY 3 MARKS", signed=True)
    assert (block.opener, block.place) == (None, INSIDE)
    assert texts(block) == ["SELL 300 LIRA", "BUY 3 MARKS"]
    assert len(blocks(reader, "", signed=True)) == 1
    assert blocks(reader, "") == ()


def test_a_token_speaks_for_the_first_block_alone(reader: Reader) -> None:
    first, other = blocks(reader, "SELL 300 LIRA\nSIGNOFF\nSELL 200 LIRA", signed=True)
    assert first.place is INSIDE
    assert other.place is Place.OUTSIDE


def test_lines_below_an_unreadable_sign_on_belong_to_nobody(reader: Reader) -> None:
    first, second = blocks(reader, "SIGNON a@lira7 aaaa\nSELL 1 LIRA\nSINGON b@crown2 bbbb\nSELL 2 LIRA")
    assert texts(first) == ["SELL 1 LIRA"]
    assert isinstance(second.opener, Garbled)
    assert texts(second) == ["SELL 2 LIRA"]


def test_prose_about_signing_opens_nothing(reader: Reader) -> None:
    (block,) = blocks(
        reader, "SIGNON a@lira7 aaaa\nSign on the dotted line, he said.\nMaster, forgive me!\nSELL 1 LIRA"
    )
    assert texts(block)[-1] == "SELL 1 LIRA"
    assert isinstance(block.opener, SignOn)


def test_press_is_gathered_with_its_blank_lines_and_its_orders_are_not_orders(reader: Reader) -> None:
    (block,) = blocks(
        reader, "SIGNON a@lira7 aaaa\nPRESS TO Vulpes, Grey Wolf\nDear all,\n\nSELL 300 LIRA!\nEND PRESS\nBUY 3 MARKS"
    )
    press, order = block.items
    assert isinstance(press, Understood)
    assert press.commands == (Press(to=("Vulpes", "Grey Wolf"), text="Dear all,\n\nSELL 300 LIRA!"),)
    assert press.commands[0].line == 2
    assert order == Line(7, "BUY 3 MARKS")
    assert block.warnings == ()


def test_the_text_of_press_that_cannot_be_sent_is_no_order_either(reader: Reader) -> None:
    (block,) = blocks(reader, "SIGNON a@lira7 aaaa\nPRESS Vulpes\nSELL 300 LIRA!\nENDPRESS\nBUY 3 MARKS")
    assert block.items == (Line(2, "PRESS Vulpes"), Line(5, "BUY 3 MARKS"))


def test_open_press_ends_with_the_block_and_is_warned_of(reader: Reader) -> None:
    one, two = blocks(reader, "SIGNON a@lira7 aaaa\nBROADCAST\nHello\nSELL 1 LIRA\nSIGNON b@lira7 bbbb\nSELL 2 LIRA")
    (press,) = one.items
    assert isinstance(press, Understood) and press.commands == (Press(text="Hello\nSELL 1 LIRA", unclosed=True),)
    assert "ENDPRESS" in one.warnings[0]
    assert texts(two) == ["SELL 2 LIRA"]


def test_press_on_one_line_does_not_swallow_the_orders_below(reader: Reader) -> None:
    (block,) = blocks(
        reader, "SIGNON a@lira7 aaaa\nBROADCAST: Hello all\nSELL 1 LIRA\nPRESS TO b\nPsst\nENDPRESS\nSELL 2 LIRA"
    )
    broadcast, first, press, second = block.items
    assert isinstance(broadcast, Understood) and broadcast.commands == (Press(text="Hello all"),)
    assert isinstance(press, Understood) and press.commands == (Press(to=("b",), text="Psst"),)
    assert (first, second) == (Line(3, "SELL 1 LIRA"), Line(7, "SELL 2 LIRA"))


@pytest.mark.parametrize("head", ["ANNOUNCE", "Announcement to all players:", "Announcement for everybody:"])
def test_whom_an_announcement_is_for_is_no_text_of_it(reader: Reader, head: str) -> None:
    (block,) = blocks(reader, f"MASTER lira7 lighthouse\n{head}\nI am away until Sunday.\nThe game goes on.")
    (said,) = [item.commands[0] for item in block.items if isinstance(item, Understood)]
    assert said == Announce(text="I am away until Sunday.\nThe game goes on.", line=2)


def test_the_masters_announcement_is_gathered(reader: Reader) -> None:
    (block,) = blocks(reader, "MASTER lira7 lighthouse\nANNOUNCE\nNo game\nnext week.\nENDANNOUNCE\nSTART")
    announcement, start = block.items
    assert isinstance(announcement, Understood)
    assert announcement.commands == (Announce(text="No game\nnext week."),)
    assert start == Line(6, "START")


def test_a_report_is_gathered_up_to_end(reader: Reader) -> None:
    (block,) = blocks(
        reader, "MASTER lira7 lighthouse\nRESULT F1901\nCENTRES\nAUSTRIA 5\n\nITALY 4\nEND\nPROCESS F1901"
    )
    report, process = block.items
    assert isinstance(report, Understood)
    assert report.commands == (Result(phase="F1901", body=("CENTRES", "AUSTRIA 5", "", "ITALY 4")),)
    assert process == Line(8, "PROCESS F1901")


def test_a_report_may_begin_on_its_first_line(reader: Reader) -> None:
    (block,) = blocks(reader, "MASTER lira7 lighthouse\nRESULT F1901 CENTRES AUSTRIA 5 ITALY 4\nEND")
    (report,) = block.items
    assert isinstance(report, Understood)
    assert report.commands == (Result(phase="F1901", body=("CENTRES AUSTRIA 5 ITALY 4",)),)


def test_a_report_without_end_stops_at_the_next_word(reader: Reader) -> None:
    (block,) = blocks(reader, "MASTER lira7 lighthouse\nRESULT F1901\nCENTRES AUSTRIA 5\nPROCESS F1901")
    report, process = block.items
    assert isinstance(report, Understood)
    assert report.commands == (Result(phase="F1901", body=("CENTRES AUSTRIA 5",)),)
    assert process == Line(4, "PROCESS F1901")
    assert "END" in block.warnings[0]


def test_end_of_a_game_is_not_the_end_of_a_report(reader: Reader) -> None:
    (block,) = blocks(reader, "MASTER lira7 lighthouse\nRESULT F1901\nCENTRES ITALY 18\nEND\nEND SOLO ITALY")
    assert block.items[1] == Line(5, "END SOLO ITALY")


def test_a_player_gathers_no_report(reader: Reader) -> None:
    (block,) = blocks(reader, "SIGNON a@lira7 aaaa\nRESULT F1901\nSELL 1 LIRA")
    assert texts(block) == ["RESULT F1901", "SELL 1 LIRA"]


def test_an_order_behind_a_colon_is_a_line_of_its_own(reader: Reader) -> None:
    (block,) = blocks(
        reader, "FOR A1903: SELL 3 LIRA\nTRY: BUY 2 MARKS\nAS FRANCE: SELL 1 LIRA\nItaly: -300", signed=True
    )
    assert block.items == (
        Line(1, "FOR A1903:"),
        Line(1, "SELL 3 LIRA"),
        Line(2, "TRY:"),
        Line(2, "BUY 2 MARKS"),
        Line(3, "AS FRANCE:"),
        Line(3, "SELL 1 LIRA"),
        Line(4, "Italy: -300"),
    )


def test_end_alone_closes_press_too_so_that_no_order_below_goes_out_with_it(reader: Reader) -> None:
    (block,) = blocks(reader, "PRESS TO Vulpes\nhello\nEND\nSELL 100 LIRA", signed=True)
    said, order = block.items
    assert isinstance(said, Understood)
    assert isinstance(said.commands[0], Press)
    assert (said.commands[0].text, order) == ("hello", Line(4, "SELL 100 LIRA"))


def test_the_end_of_a_report_closes_no_press_above_it(reader: Reader) -> None:
    text = "MASTER lira7 lighthouse\nANNOUNCE: hello\nRESULT F1901\nAustria 5\nEND"
    (block,) = blocks(reader, text)
    kinds = [type(item.commands[0]) for item in block.items if isinstance(item, Understood)]
    assert kinds == [Announce, Result]
