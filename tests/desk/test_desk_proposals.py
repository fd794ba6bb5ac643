"""What would be done on YES: offered, kept with the letter, carried out exactly, and ended by phase or newer sheet."""

from pathlib import Path

import pytest

from tests.desk.worlds import GAME, filed
from tests.harness import Judge, Out


def lines(judge: Judge) -> list[str]:
    sheet = judge.services.sheet(judge.game(GAME), judge.services.files.sheet(GAME, judge.game(GAME).phase, "Lupus"))
    return [command.canonical() for command in sheet]


def asked(judge: Judge, text: str = "SELL 300 LIRRRA") -> Out:
    return judge.orders(GAME, "Lupus", text)[0]


def yes(judge: Judge, out: Out, text: str = "YES") -> Out:
    return next(one for one in judge.reply(out, text, headers=out.thread) if one.to == out.to)


def test_a_sale_waits_for_the_purchase_beside_it_that_was_not_read(judge: Judge) -> None:
    (lost,) = judge.orders(GAME, "Lupus", "SELL 100 LIRA\nflurb 100 marks\nRESIGN")
    assert "Please send both lines" in lost.text and "did NOT resign" in lost.text and "PROPOSED" not in lost.text
    assert lines(judge) == []
    yes(judge, asked(judge, "SELL 100 LIRA\nBOOY 100 MARX"))
    assert lines(judge) == ["SELL 100 LIRA", "BUY 100 MARK"]


def test_what_yes_files_takes_the_place_of_a_section_that_the_letter_could_not_change(tmp_path: Path) -> None:
    judge = Judge(tmp_path).with_game(
        "eco1", "economic4", *("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
    )
    judge.orders("eco1", "France", "LOAN 1 TO ITALY")
    refused = judge.orders("eco1", "France", "LOAN 2 TO FRANCE\nLOANN 3 TO GERMANY")[0]
    assert "names your own power" in refused.text and "LOAN 1 TO ITALY" in refused.text
    sheets = yes(judge, refused).json["sheets"]
    assert [line["text"] for line in sheets[0]["lines"]] == ["LOAN 3 TO GERMANY"]


def test_yes_is_good_once(judge: Judge) -> None:
    out = asked(judge)
    yes(judge, out)
    judge.orders(GAME, "Lupus", "SELL 5 MARKS")
    assert "YES to what?" in yes(judge, out).text
    assert lines(judge) == ["SELL 5 MARK"]


def test_a_newer_sheet_ends_it(judge: Judge) -> None:
    out = asked(judge)
    judge.orders(GAME, "Lupus", "SELL 5 MARKS")
    assert "newer" in yes(judge, out).text
    assert lines(judge) == ["SELL 5 MARK"]


def test_the_phase_ends_it(judge: Judge) -> None:
    out = asked(judge)
    judge.resolve(GAME)
    yes(judge, out)
    assert lines(judge) == []


def test_yes_that_names_no_letter_means_the_only_one_that_proposes_something(judge: Judge) -> None:
    out = asked(judge)
    answer = next(one for one in judge.reply(out, "YES") if one.to == out.to)
    assert answer.subject.startswith("[CHECK]")
    assert lines(judge) == ["SELL 300 LIRA"]
    assert "YES to what?" in next(one for one in judge.reply(out, "YES") if one.to == out.to).text


def test_yes_that_names_no_letter_is_asked_about_where_two_propose_something(judge: Judge) -> None:
    asked(judge, "SELL 200 CRWNNS")
    out = asked(judge)
    assert "YES to what?" in next(one for one in judge.reply(out, "YES") if one.to == out.to).text
    assert lines(judge) == []


def test_yes_beside_other_lines_says_yes_to_nothing(judge: Judge) -> None:
    out = yes(judge, asked(judge), "YES\nBUY 5 MARKS")
    assert "Send YES alone" in out.flat
    assert lines(judge) == ["BUY 5 MARK"]


@pytest.mark.parametrize("seat", ["Ursa", "Grey Wolf"])
def test_somebody_elses_yes_is_worth_nothing(judge: Judge, seat: str) -> None:
    out = asked(judge)
    other = judge.orders(GAME, seat, "STATUS")[0]
    judge.reply(other, "YES", headers=out.thread)
    assert lines(judge) == [] and filed(judge, seat) == ()
