"""How somebody unknown comes in: one letter out, one answer back, seated."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from judge.core.errors import InputError
from judge.desk.cabinet.records import SeatRecord
from judge.desk.words import enrol
from judge.desk.writing.letterform import FLOOR
from tests.desk.test_desk_proof import PASS
from tests.desk.worlds import GAME, everything_stored, small_game
from tests.harness import MASTER, POWERS, Judge, Out, only, to
from tests.tables import cases

ANN = "ann@example.test"


def world(folder: Path, authentication: str = "warn") -> Judge:
    judge = Judge(folder, trusted_authserv="mx.judge.test", authentication=authentication, create="registered")
    judge.new(GAME, "bourse")
    judge.new("dip3", "diplomacy")
    return judge


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    return world(tmp_path)


def seat(judge: Judge, name: str, game: str = GAME) -> SeatRecord | None:
    return judge.services.files.seat(game, name)


def sits(judge: Judge, name: str, game: str = GAME) -> str:
    """The address in a seat; "" for nobody's."""
    found = seat(judge, name, game)
    return found.address if found else ""


def asked(judge: Judge, text: str, sender: str = ANN, **more: object) -> Out:
    """The one letter that answers somebody unknown."""
    (letter,) = judge.say(sender, text, **more)
    assert letter.to in sender and letter.subject.startswith(("[CONFIRM]", "[ASK]")), letter.text
    return letter


# ---- the first letter ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("authentication", ["off", "warn", "require"])
@pytest.mark.parametrize("headers", [(), PASS])
def test_two_lines_and_an_empty_answer_seat_a_stranger(
    tmp_path: Path, authentication: str, headers: tuple[str, ...]
) -> None:
    judge = world(tmp_path, authentication)
    letter = asked(judge, f"REGISTER NAME Ann\nJOIN {GAME} AS Lupus", headers=headers)
    assert "REGISTER Ann" in letter.text and f"JOIN {GAME} AS Lupus" in letter.text
    assert not sits(judge, "Lupus") and judge.services.files.person(ANN) is None
    sent = judge.reply(letter, "")
    assert sits(judge, "Lupus") == ANN
    person = judge.person(ANN)
    assert person.confirmed and person.name == "Ann"
    one = only(sent, ANN)
    assert one.subject == f"[OK] {GAME} Lupus: your seat" and "is registered as Ann" in one.flat
    assert "SET NAME" in one.flat and "has not started" in one.flat and "Password" in one.text


@pytest.mark.parametrize("authentication", ["off", "warn", "require"])
@pytest.mark.parametrize(
    ("text", "done"),
    [
        (f"JOIN {GAME} AS Lupus", lambda judge: sits(judge, "Lupus") == ANN),
        (f"JOIN {GAME} AS Lupus\nREGISTER Ann", lambda judge: sits(judge, "Lupus") == ANN),
        (f"TAKEOVER Ursa@{GAME}", lambda judge: sits(judge, "Ursa") == ANN),
        ("CREATE franc5 bourse", lambda judge: judge.game("franc5").master == ANN),
        (
            'CREATE franc5 bourse rules=later, schedule="TUE 20:00 UTC"',
            lambda judge: judge.game("franc5").zone() == "UTC",
        ),
        (f"SUBSCRIBE {GAME}", lambda judge: ANN in judge.services.files.subscribers(GAME)),
        ("JOIN dip3 AS France", lambda judge: sits(judge, "FRANCE", "dip3") == ANN),
        ("JOIN dip3 PREFER FRANCE ITALY", lambda judge: sits(judge, "Player 1", "dip3") == ANN),
    ],
)
def test_every_word_of_a_stranger_waits_for_his_answer_and_is_then_carried_out(
    tmp_path: Path, authentication: str, text: str, done: object
) -> None:
    judge = world(tmp_path, authentication)
    judge.join(GAME, "Ursa")
    with judge.app.store.batch():
        judge.services.vacate(judge.services.files.seats(GAME)["ursa"])
    letter = asked(judge, text)
    before = [out for out in judge.relay.sent if out.to == MASTER]
    assert before == []
    (*_, answer) = to(judge.reply(letter, "Yes, that's me!"), ANN)
    assert answer.subject.startswith("[OK]"), answer.text
    assert done(judge)  # type: ignore[operator]


@pytest.mark.parametrize("text", ["No.", "no thanks", "Nein"])
def test_no_is_no_answer_to_carry_out(judge: Judge, text: str) -> None:
    letter = asked(judge, f"JOIN {GAME} AS Lupus")
    (answer,) = judge.reply(letter, text)
    assert "forgotten" in answer.text and not sits(judge, "Lupus")
    judge.reply(letter, "yes")
    assert not sits(judge, "Lupus")


def test_what_stands_in_the_way_is_told_before_anybody_answers(judge: Judge) -> None:
    judge.join(GAME, "Ursa")
    (letter,) = judge.say(ANN, f"JOIN lire7 AS Lupus\nJOIN {GAME} AS Ursa")
    assert letter.subject.startswith("[ERROR]") and "lire7" in letter.text and "is taken" in letter.text
    letter = asked(judge, f"REGISTER Ann\nJOIN {GAME} AS Ursa\nLIST")
    assert "NOT TAKEN" in letter.text and "is taken" in letter.text and "REGISTER Ann" in letter.text
    assert "lira7" in letter.text.split("NOT TAKEN")[1]
    judge.reply(letter, "")
    assert judge.person(ANN).name == "Ann"


def test_the_same_wish_within_the_hour_is_not_asked_about_twice_and_not_passed_over(judge: Judge) -> None:
    asked(judge, f"JOIN {GAME} AS Lupus")
    (again,) = judge.say(ANN, f"JOIN {GAME} AS Lupus")
    assert "Answer that one" in again.flat and not again.subject.startswith(("[OK]", "[CONFIRM]"))
    asked(judge, f"JOIN {GAME} AS Ursa")


def test_the_writer_of_a_letter_that_was_not_verified_hears_nothing_and_its_owner_one_letter(tmp_path: Path) -> None:
    judge = world(tmp_path, "require")
    judge.join(GAME, "Ursa")
    letter = asked(judge, f"JOIN lire7 AS Lupus\nJOIN {GAME} AS Ursa\nHELP\nBuy my pills")
    assert "NOT TAKEN" not in letter.text and "pills" not in letter.text
    (answer,) = judge.reply(letter, "")
    assert answer.subject.startswith("[ERROR]") and "lire7" in answer.text and "is taken" in answer.text


# ---- who it is -------------------------------------------------------------------------------------------------------


@cases("text", "sender", "name", "zone", "says")
def test_register_does_what_a_person_means(
    judge: Judge, text: str, sender: str, name: str, zone: str, says: str
) -> None:
    (letter,) = judge.say(sender, text)
    assert says in letter.flat
    (answer,) = judge.reply(letter, "")
    person = judge.person(ANN)
    assert (person.name, person.zone) == (name, zone)
    assert answer.subject.startswith("[OK]") and "was registered already" not in answer.text


def test_register_with_the_name_of_a_game_points_to_join(judge: Judge) -> None:
    (letter,) = judge.say(ANN, f"REGISTER for {GAME}")
    assert letter.subject.startswith("[ERROR]") and f"JOIN {GAME} AS" in letter.flat


# ---- under which name ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("known", [False, True])
@cases("answer", "name")
def test_who_names_no_pseudonym_is_offered_one_and_takes_it_by_an_answer(
    judge: Judge, known: bool, answer: str, name: str
) -> None:
    if known:
        judge.reply(asked(judge, "REGISTER Ann"), "")
    letter = asked(judge, f"JOIN {GAME}")
    assert "is free, and yours if you just reply" in letter.flat
    assert not judge.services.files.seats(GAME)
    judge.reply(letter, answer)
    (taken,) = judge.services.files.seats(GAME).values()
    assert taken.address == ANN and (taken.name == name if name else f"JOIN {GAME} AS {taken.name}" in letter.text)


def test_where_powers_are_played_a_free_power_is_offered(judge: Judge) -> None:
    judge.reply(asked(judge, "JOIN dip3"), "")
    judge.reply(asked(judge, "JOIN dip3", "bob@example.test"), "")
    assert {s.power for s in judge.services.files.seats("dip3").values()} == {"AUSTRIA", "ENGLAND"}


def test_two_words_are_the_name_and_it_can_be_changed_before_the_start(judge: Judge) -> None:
    judge.join(GAME, "Ursa")
    sent = judge.reply(asked(judge, f"JOIN {GAME} AS Old Fox"), "")
    assert sits(judge, "Old Fox") == ANN
    handed = next(out for out in to(sent, ANN) if "SIGNON" in out.text)
    answer = only(judge.reply(handed, "SET NAME Grey Wolf"), ANN)
    assert answer.subject.startswith("[OK]") and "Grey Wolf" in answer.text
    assert sits(judge, "Grey Wolf") == ANN and seat(judge, "Old Fox") is None
    answer = only(judge.reply(handed, "SET NAME Ursa"), ANN)
    assert answer.subject.startswith("[ERROR]") and "taken" in answer.text
    judge.start(GAME)
    judge.tick()
    answer = only(judge.reply(handed, "SET NAME Silver Fox"), ANN)
    assert answer.subject.startswith("[ERROR]") and "has started" in answer.flat
    assert judge.differences() == []


def test_a_power_keeps_its_name(judge: Judge) -> None:
    sent = judge.reply(asked(judge, "JOIN dip3 AS Italy"), "")
    answer = only(judge.reply(to(sent, ANN)[0], "SET NAME Rome"), ANN)
    assert answer.subject.startswith("[ERROR]") and sits(judge, "ITALY", "dip3") == ANN


@pytest.mark.parametrize(
    "line", ["AS Lupus moonlight9", "Lupus moonlight9", "AS Lupus MoonLight", "AS grey wolf moonlight"]
)
def test_a_word_that_may_be_a_password_is_no_name_and_in_no_row(judge: Judge, line: str) -> None:
    (letter,) = judge.say(ANN, f"JOIN {GAME} {line}")
    assert letter.subject.startswith("[ERROR]") and "moonlight" not in letter.text.lower()
    assert not [row for row in everything_stored(judge) if "moonlight" in str(row).lower()]


def test_in_a_running_game_two_words_without_quotation_marks_are_asked_about(tmp_path: Path) -> None:
    judge = small_game(tmp_path)
    (letter,) = judge.say(ANN, f"JOIN {GAME} AS Old Fox")
    assert letter.subject.startswith("[ERROR]") and f'JOIN {GAME} AS "Old Fox"' in letter.flat
    judge.reply(asked(judge, f'JOIN {GAME} AS "Old Fox"'), "")
    assert sits(judge, "Old Fox") == ANN


@pytest.mark.parametrize("authentication", ["off", "warn", "require"])
def test_a_chosen_password_works_and_is_kept_nowhere(tmp_path: Path, authentication: str) -> None:
    judge = world(tmp_path, authentication)
    letter = asked(judge, f"JOIN {GAME} AS Lupus PASSWORD moonlight9", headers=PASS)
    assert "moonlight9" not in letter.text and "the one you chose" in letter.flat
    assert not [row for row in everything_stored(judge) if "moonlight9" in str(row)]
    handed = only(judge.reply(letter, ""), ANN)
    assert "the one you chose" in handed.flat
    answer = only(judge.say(ANN, f"SIGNON Lupus@{GAME} moonlight9\nSTATUS", headers=PASS), ANN)
    assert answer.subject.startswith("[OK]")
    assert not [row for row in everything_stored(judge) if "moonlight9" in str(row)]


def test_a_password_of_a_letter_that_was_not_verified_is_not_the_seats(tmp_path: Path) -> None:
    judge = world(tmp_path, "require")
    letter = asked(judge, f"JOIN {GAME} AS Lupus PASSWORD moonlight9")
    sent = judge.reply(letter, "")
    assert sits(judge, "Lupus") == ANN
    assert "the one you chose" not in to(sent, ANN)[0].flat
    (answer,) = judge.say(ANN, f"SIGNON Lupus@{GAME} moonlight9\nSTATUS", headers=PASS)
    assert answer.subject.startswith("[ERROR]")


@cases("text", "tag")
def test_a_letter_that_asks_more_than_a_yes_says_so(tmp_path: Path, text: str, tag: str) -> None:
    assert asked(world(tmp_path), text).subject.startswith(tag)


def test_no_letter_says_that_the_master_starts_a_game_that_starts_itself(judge: Judge) -> None:
    asking = asked(judge, f"REGISTER Ann\nCREATE franc5 bourse seats=4 start=full\nJOIN {GAME} AS Lupus")
    told = "\n".join(out.flat for out in to(judge.reply(asking, "yes"), ANN))
    assert "The game starts by itself when it is full; START opens it sooner." in told
    assert "When they are here, START opens the game." not in told
    assert "When enough have joined, the master starts the game." in told, "of the other game"


@pytest.mark.parametrize(
    ("seats", "started", "full"), [(POWERS, False, True), (POWERS[:6], False, False), (POWERS, True, False)]
)
def test_whoever_wants_a_power_that_is_taken_may_wait_when_all_are_taken_and_nothing_has_begun(
    tmp_path: Path, seats: tuple[str, ...], started: bool, full: bool
) -> None:
    judge = Judge(tmp_path)
    judge.new("dip3", "diplomacy")
    judge.join("dip3", *seats)
    if started:
        judge.start("dip3")
    with pytest.raises(InputError, match="France is taken") as refused:
        enrol._role_for(judge.services, judge.game("dip3"), "France", False)
    assert isinstance(refused.value, enrol.Full) is full


# ---- What a stranger may do now is said by one function, in every letter alike, and all of it is so.


def forming(tmp_path: Path, **settings: str) -> Judge:
    judge = Judge(tmp_path, **settings)
    judge.new("lira7", "bourse")
    judge.join("lira7", "Lupus", "Red Fox")
    return judge


def ways(out: Out) -> str:
    """The lines that a letter offers, without the names it makes up."""
    return re.sub(r"AS .*|. .* would do as well as the name above", "", out.text.partition("TAKING PART")[2])[:600]


@pytest.mark.parametrize("text", ["HELP", "what is this?", "Was ist das hier?", "Kann ich mitspielen?", "xyzzy plugh"])
def test_every_hint_to_a_stranger_names_the_same_ways(tmp_path: Path, text: str) -> None:
    judge = forming(tmp_path)
    (known,) = judge.say(ANN, "HELP JOIN")
    (out,) = judge.say("bob@example.test", text)
    assert "breaks off" not in out.text
    for line in ("JOIN lira7 AS ", "JOIN PRACTICE bourse", "SUBSCRIBE lira7"):
        assert line in ways(out).replace("JOIN lira7 ", "JOIN lira7 AS ") and line.split(" AS")[0] in ways(known)


@pytest.mark.parametrize(("create", "offered"), [("keeper", False), ("registered", True)])
def test_a_game_of_ones_own_is_offered_only_where_it_is_allowed(tmp_path: Path, create: str, offered: bool) -> None:
    (out,) = forming(tmp_path, create=create).say(ANN, "HELP JOIN")
    assert ("HELP CREATE" in out.text) is offered


# ---- Whoever makes, starts or joins a game is told what it needs, of whom and when, and what wins.


# ---- What somebody is told who asks how to take part: lines that work, made for him, in a short letter.


def told(judge: Judge, text: str, sender: str = ANN) -> str:
    (letter,) = judge.say(sender, text)
    assert len(letter.text) < FLOOR, "a letter to a stranger is short"
    return letter.text


@cases("asked")
def test_who_asks_to_play_gets_lines_that_seat_him_as_they_stand(judge: Judge, asked: str) -> None:
    text = told(judge, asked)
    register, join = re.search(r"^ +(REGISTER .*)\n +(JOIN .*)$", text, re.MULTILINE).groups()  # type: ignore[union-attr]
    (letter,) = judge.say(ANN, f"{register}\n{join}")
    judge.reply(letter, "")
    assert sits(judge, join.split(" AS ")[1], join.split()[1]) == ANN


def test_a_game_that_is_full_closed_or_over_is_not_offered(judge: Judge) -> None:
    for game in ("lira7", "dip3"):
        found = judge.game(game)
        judge.services.files.save_game(replace(found, house={**found.house, "open": "no"}))
    text = told(judge, "How do I join?")
    assert "no game here has one for you" in " ".join(text.split())
    assert " AS " not in text and "JOIN PRACTICE" in text


@cases("asked", "words")
def test_a_question_of_somebody_new_leads_to_the_word_he_needs(tmp_path: Path, asked: str, words: str) -> None:
    assert words in told(world(tmp_path), asked)
