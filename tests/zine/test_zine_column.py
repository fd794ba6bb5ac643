"""The letter column: who may write to it, under what name, how much, and who lets a letter in."""

from pathlib import Path

import pytest

from judge.desk.words import addresses
from judge.extras.zine import issues, reader_letters
from tests.harness import Judge, address_of
from tests.zine.zines import GAME, MONDAYS, READER, game, gazettes, reader

TEXT = "LETTER\nHello, everybody.\nEND"
KEEPER = "keeper@example.test"


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    return reader(game(tmp_path))


def printed(judge: Judge) -> list[str]:
    """Who signs the letters of the next issue."""
    return [one.signed for one in issues.upcoming(judge.services, MONDAYS[0]).issue.letters]


def let_all_in(judge: Judge) -> None:
    for one in reader_letters.waiting(judge.services.store):
        reader_letters.move(judge.services.store, one, reader_letters.IN)


def test_a_letter_below_a_sign_on_bears_the_name_of_the_seat_and_nothing_of_its_player(judge: Judge) -> None:
    sent = judge.orders(GAME, "Lupus", TEXT)
    let_all_in(judge)
    assert printed(judge) == ["Lupus, lira7"]
    (told,) = [out for out in sent if out.to == KEEPER]
    assert address_of("Lupus") not in told.text and "Person behind" not in told.text


def test_a_letter_of_the_master_bears_his_office(judge: Judge) -> None:
    judge.master(GAME, TEXT)
    judge.master(GAME, f"AS Lupus\n{TEXT}")
    let_all_in(judge)
    assert printed(judge) == ["The master of lira7"] * 2


def test_a_letter_that_anybody_may_have_sent_waits_for_its_writers_answer(judge: Judge) -> None:
    (asked,) = judge.say(READER, TEXT)
    assert "CONFIRM" in asked.subject and not reader_letters.waiting(judge.services.store)
    judge.reply(asked, "")
    assert [one.signed for one in reader_letters.waiting(judge.services.store)] == ["Ann Archer (a reader)"]


def test_a_letter_that_nobody_confirms_is_forgotten_with_its_words(judge: Judge) -> None:
    judge.say(READER, TEXT)
    judge.tick(MONDAYS[0])
    assert reader_letters.letter(judge.services.store, 1).text
    judge.tick(MONDAYS[3])
    kept = reader_letters.letter(judge.services.store, 1)
    assert (kept.state, kept.text, kept.address) == (reader_letters.GONE, "", "")


def test_nobody_signs_as_somebody_else(judge: Judge) -> None:
    names = (
        "The Master of lira7",
        "Judge",
        "Keeper",
        "Lupus, lira7.",
        "Lupus (Lira 7)",
        "Master-of-lira7",
        "Lupus of lira7's",
    )
    for name in (*names, "Lupus/1ira7", "Lupus, lir\u04307", "lira\u200b7 Lupus", "lira7x", "Your Master, Ann"):
        person = judge.services.files.person(READER)
        judge.services.files.save_person(type(person)(**{**vars(person), "name": name}))
        (answer,) = judge.say(READER, TEXT)
        assert "names somebody else here" in answer.flat, name


@pytest.mark.parametrize("name", ["Bea Masterson", "Liran Olsen", "Otto Lupus"])
def test_a_name_of_ones_own_that_is_only_like_another_is_taken_and_tells_that_it_is_no_seat(
    judge: Judge, name: str
) -> None:
    person = judge.services.files.person(READER)
    judge.services.files.save_person(type(person)(**{**vars(person), "name": name}))
    judge.reply(judge.say(READER, TEXT)[0], "")
    let_all_in(judge)
    assert printed(judge) == [f"{name} (a reader)"]


@pytest.mark.parametrize(("setting", "why"), [("press=none", "has no press"), ("open=no", "is a closed game")])
def test_no_seat_is_named_whose_game_is_closed_or_without_press(tmp_path: Path, setting: str, why: str) -> None:
    judge = game(tmp_path, **dict([setting.split("=")]))
    (answer,) = judge.orders(GAME, "Lupus", TEXT)
    assert why in answer.flat and not reader_letters.waiting(judge.services.store)


def test_what_stands_in_a_letter_is_no_order(judge: Judge) -> None:
    judge.orders(GAME, "Lupus", "LETTER\nI would\nSELL 300 LIRA\nany day.\nEND\nSELL 5 MARKS")
    sheet = judge.services.files.sheet(GAME, "S1901M", "Lupus").sheet
    assert len(sheet) == 1 and "LIRA" not in str(sheet)
    assert "SELL 300 LIRA" in reader_letters.letter(judge.services.store, 1).text


def test_somebody_who_speaks_of_a_letter_has_written_none(judge: Judge) -> None:
    judge.orders(GAME, "Lupus", "Letter follows tomorrow.\nSELL 5 MARKS")
    judge.orders(GAME, "Ursa", "letter\nSELL 5 MARKS")
    assert reader_letters.letter(judge.services.store, 1) is None
    assert all(judge.services.files.sheet(GAME, "S1901M", seat).sheet for seat in ("Lupus", "Ursa"))


def test_a_letter_that_is_too_long_and_a_third_of_one_writer_are_refused(judge: Judge) -> None:
    (answer, *_) = judge.orders(GAME, "Lupus", "LETTER\n" + "word " * 700 + "\nEND")
    assert "the column takes 3000" in answer.flat
    for _ in range(3):
        sent = judge.orders(GAME, "Lupus", TEXT)
    assert "it takes 2 of one writer" in sent[-1].flat
    assert "LETTER BACK 2" in sent[-1].text
    judge.orders(GAME, "Lupus", "LETTER BACK 2")
    judge.orders(GAME, "Lupus", TEXT)
    assert [one.number for one in reader_letters.waiting(judge.services.store)] == [1, 3]


def test_nobody_takes_back_the_letter_of_another(judge: Judge) -> None:
    judge.orders(GAME, "Lupus", TEXT)
    (answer,) = judge.orders(GAME, "Ursa", "LETTER BACK 1")
    assert "none of yours" in answer.text
    assert reader_letters.letter(judge.services.store, 1).state == reader_letters.WAITING


def test_print_and_refuse_are_words_of_the_keeper_alone_and_of_him_only_when_it_is_he(judge: Judge) -> None:
    judge.orders(GAME, "Lupus", TEXT)
    (answer,) = judge.orders(GAME, "Ursa", "PRINT 1")
    assert "a word of the judge's keeper" in answer.text
    (asked,) = judge.say(KEEPER, "PRINT 1")
    assert "CONFIRM" in asked.subject and not printed(judge)
    judge.reply(asked, "")
    assert printed(judge) == ["Lupus, lira7"]


def test_the_keeper_answers_the_letter_that_shows_one_and_what_he_does_not_say_is_not_done(judge: Judge) -> None:
    shown = next(out for out in judge.orders(GAME, "Lupus", TEXT) if out.to == KEEPER)
    judge.reply(shown, "Thanks, I shall think about it.")
    assert not printed(judge)
    judge.reply(shown, "PRINT 1")
    assert printed(judge) == ["Lupus, lira7"]


def test_without_a_look_letters_stand_in_the_next_issue_at_once(tmp_path: Path) -> None:
    judge = reader(game(tmp_path, zine_letters="all"))
    assert KEEPER not in {out.to for out in judge.orders(GAME, "Lupus", TEXT)}
    judge.tick(MONDAYS[0])
    assert "Hello, everybody." in gazettes(judge)[0].text
    judge.tick(MONDAYS[1])
    assert "Hello, everybody." not in gazettes(judge)[1].text


def test_a_judge_may_have_a_zine_without_a_column(tmp_path: Path) -> None:
    judge = reader(game(tmp_path, zine_letters="none"))
    (answer,) = judge.orders(GAME, "Lupus", TEXT)
    assert "has no letter column" in answer.text
    judge.tick(MONDAYS[0])
    assert "LETTERS" not in gazettes(judge)[0].text


# ---- letters that anybody may have sent ---------------------------------------------------------------------------


def test_letters_that_nobody_has_confirmed_fill_no_column_and_keep_nobody_from_writing(judge: Judge) -> None:
    names = [f"person{number}@example.test" for number in range(8)]
    with judge.app.store.batch():
        for number, address in enumerate(names):
            addresses.make_person(judge.services, address, f"Person Nr {chr(65 + number)}", "")
    for address in names:
        for _ in range(reader_letters.EACH):
            judge.say(address, TEXT)
    judge.orders(GAME, "Lupus", TEXT)
    assert [one.signed for one in reader_letters.waiting(judge.services.store)] == ["Lupus, lira7"]


def test_forged_letters_take_no_place_of_him_in_whose_name_they_are(judge: Judge) -> None:
    for _ in range(12):
        sent = judge.say(address_of("Lupus"), TEXT)
    assert "wait for your answer" in sent[-1].flat
    asked = [
        one for one in reader_letters.of(judge.services.store, address_of("Lupus")) if one.state == reader_letters.ASKED
    ]
    assert len(asked) == reader_letters.UNSURE
    judge.orders(GAME, "Lupus", TEXT)
    judge.orders(GAME, "Lupus", TEXT)
    assert [one.signed for one in reader_letters.waiting(judge.services.store)] == ["Lupus, lira7"] * 2


def test_a_letter_confirmed_when_the_column_is_full_is_refused(judge: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    (asked,) = judge.say(READER, TEXT)
    judge.orders(GAME, "Lupus", TEXT)
    monkeypatch.setattr(reader_letters, "ALL", 1)
    answers = judge.reply(asked, "")
    assert "The column of the next issue is full" in answers[-1].flat
    assert [one.signed for one in reader_letters.waiting(judge.services.store)] == ["Lupus, lira7"]
