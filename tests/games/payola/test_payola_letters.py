"""Payola in players' letters: what a line is read as, and how the judge answers (A3, A4, P-52)."""

import re
from functools import partial
from pathlib import Path

import pytest

from judge.core.codec import pack_sheet, unpack_sheet
from judge.games.payola import VARIANT
from judge.kits.bribes.reading import read_offer
from judge.kits.bribes.sheets import Bribe
from judge.kits.bribes.values import OfferFault
from judge.reading.outcome import Understood
from tests.games.setting import reader, readings
from tests.harness import POWERS, Judge
from tests.tables import rows

read = partial(readings, "payola")


def texts(text: str) -> list[str]:
    return [command.canonical() for command in reader("payola")(text)]


LINES = dict(rows(__file__, "LINES"))


@pytest.mark.parametrize(("text", "meaning"), LINES.items())
def test_A4_lines_of_a_letter_are_read_whole(text: str, meaning: str) -> None:
    assert texts(text) == [meaning]
    assert texts(meaning) == [meaning]
    (reading,) = read(meaning)
    assert isinstance(reading, Understood)
    packed = pack_sheet(VARIANT.vocabulary, reading.commands)
    assert unpack_sheet(VARIANT.vocabulary, packed) == reading.commands


WRONG = rows(__file__, "WRONG")


@pytest.mark.parametrize("text", WRONG)
def test_A3_what_looks_like_an_offer_is_never_taken_for_a_remark(text: str) -> None:
    (reading,) = read(text)
    assert isinstance(reading, Understood)
    (command,) = reading.commands
    assert isinstance(command, Bribe)
    with pytest.raises(OfferFault) as fault:
        command.offer()
    assert fault.value.message.endswith((".", "?"))


@pytest.mark.parametrize("text", ["5 ! players", "5 ! players are enough", "3: because I like you", "5 @ noon"])
def test_a_remark_that_begins_with_a_figure_spoils_no_sheet(text: str) -> None:
    assert not any(isinstance(reading, Understood) for reading in read(text))


@pytest.mark.parametrize("text", ["5 - A MUN - TYR", "5 A MUN - TYR", "-5 A MUN - TYR"])
def test_A5_a_missing_sign_is_shown_in_its_place_behind_the_amount(text: str) -> None:
    with pytest.raises(OfferFault) as fault:
        read_offer(text)
    assert fault.value.hint == "Write 5 : A MUN - TYR."


@pytest.mark.parametrize("text", ["10 AgP $", "SAVE 10 AgP", "SAVE: 10 AgP"])
def test_A4_money_in_words_is_no_amount_in_front_of_a_dollar_either(text: str) -> None:
    with pytest.raises(OfferFault, match="'10 AgP' is no amount"):
        read_offer(text)


def test_A3_a_reason_that_holds_for_many_lines_is_told_once(judge: Judge) -> None:
    (answer,) = judge.orders("pay1", "GERMANY", "5 : A MUN - TYR\n4 : A BER - SIL\n3 : F KIE - HOL\n2 : A XXX H")
    assert answer.text.count("counts whole or not at all") == 1
    assert answer.text.count("for the same reason") == 2


# ---- through the desk ----------------------------------------------------------------------------------------------


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    return Judge(tmp_path).with_game("pay1", "payola", *POWERS)


def test_A12_statements_go_to_their_power_alone_and_results_tell_no_amounts(judge: Judge) -> None:
    judge.orders("pay1", "GERMANY", "41 : A PAR - BUR")
    sent = judge.resolve("pay1")
    german = [out for out in sent if re.search(r"\s41\s", out.text) and out.to != "gm@example.test"]
    assert {out.to for out in german} == {"germany@example.test", "france@example.test"}
    french = next(out for out in german if out.to == "france@example.test")
    assert "A PAR - BUR  *" in french.text
    assert "Germany" not in french.text.split("YOUR STATEMENT")[1].split("RESULTS of")[0]
    assert judge.differences() == []


def test_A13_every_preset_plays_a_phase_by_mail(tmp_path: Path) -> None:
    for preset in ("standard", "classic", "zerosum", "ebayola", "tincup"):
        judge = Judge(tmp_path / preset).with_game("pay2", "payola", *POWERS, rules=preset)
        judge.orders("pay2", "GERMANY", "5 : A MUN - TYR")
        judge.resolve("pay2")
        assert judge.game("pay2").phase == "F1901M"
        assert judge.differences() == []
