"""Answers to press go to its author as press; what looks like orders goes neither there nor on file."""

from dataclasses import replace
from pathlib import Path

import pytest

from judge.desk.news import press as pressing
from tests.desk.worlds import GAME, filed, small_game
from tests.harness import Judge, Out, address_of
from tests.tables import cases

LUPUS, URSA = address_of("Lupus"), address_of("Ursa")


def press(judge: Judge, text: str = "PRESS TO Ursa\nShall we talk?\nENDPRESS") -> Out:
    """The letter of press that Ursa gets from Lupus."""
    return next(one for one in judge.orders(GAME, "Lupus", text) if one.to == URSA)


def test_an_answer_to_press_goes_to_its_author(judge: Judge) -> None:
    sent = judge.reply(press(judge), "Yes, gladly. How are the children?")
    (got,) = [one for one in sent if one.to == LUPUS]
    assert "How are the children?" in got.text and "Ursa" in got.text
    (told,) = [one for one in sent if one.to == URSA]
    assert told.subject.startswith("[OK]")


@pytest.mark.parametrize(
    "text", ["SELL 300 LIRA\nBUY 300 MARKS", "sell 300 lira please", "READY", "CLEAR", "Buy some marks"]
)
def test_what_looks_like_orders_is_neither_sent_nor_filed(judge: Judge, text: str) -> None:
    judge.orders(GAME, "Ursa", "SELL 5 CROWNS")
    sheet = filed(judge, "Ursa")
    sent = judge.reply(press(judge), text)
    assert [one.to for one in sent] == [URSA]
    assert sent[0].subject.startswith("[ASK]") and "neither sent nor filed" in sent[0].flat
    assert filed(judge, "Ursa") == sheet


def test_press_without_a_name_cannot_be_answered(tmp_path: Path) -> None:
    judge = small_game(tmp_path, grey="yes")
    out = press(judge, "GREY PRESS TO Ursa\nBoo\nENDPRESS")
    sent = judge.reply(out, "Who are you?")
    assert [one.to for one in sent] == [URSA]
    assert "without a name" in sent[0].text


def test_a_forged_press_address_speaks_for_nobody(judge: Judge) -> None:
    out = press(judge)
    forged = out.header("Reply-To").replace(".press-1-3-", ".press-1-2-")
    assert forged != out.header("Reply-To")
    sent = judge.say("x@example.test", "I am Grey Wolf", to=forged)
    assert not [one for one in sent if one.to in (LUPUS, URSA)]


def test_bare_press_is_asked_about_and_not_broadcast(judge: Judge) -> None:
    sent = judge.orders(GAME, "Lupus", "PRESS\nDear Ursa, let us ally.\nENDPRESS")
    assert [one.to for one in sent] == [LUPUS]
    assert "PRESS to whom?" in sent[0].text
    assert sent[0].subject.startswith("[ASK]")


def test_public_press_is_published_once_it_has_gone_out_at_once_or_with_the_results(tmp_path: Path) -> None:
    def published() -> list[tuple[str, str]]:
        return [(doc["from"], doc["text"]) for doc in pressing.published(judge.services, judge.game(GAME))]

    judge = small_game(tmp_path)
    judge.orders(GAME, "Lupus", "BROADCAST: Read at once.")
    assert published() == [("Lupus", "Read at once.")]
    judge.master(GAME, "SET press_delivery results")
    judge.orders(GAME, "Ursa", "BROADCAST: Read with the results.")
    assert published() == [("Lupus", "Read at once.")]
    judge.resolve(GAME)
    assert published() == [("Lupus", "Read at once."), ("Ursa", "Read with the results.")]


def test_an_answer_that_may_not_be_sent_is_refused_and_reaches_nobody(judge: Judge) -> None:
    out = press(judge)
    judge.master(GAME, "SET press none")
    sent = judge.reply(out, "Yes, gladly.")
    assert [one.to for one in sent] == [URSA] and sent[0].subject.startswith("[ERROR]")


@cases("rest")
@pytest.mark.parametrize("sender", [URSA, "stranger@elsewhere.test"])
def test_beside_press_in_an_answer_to_press_nothing_is_done(judge: Judge, rest: str, sender: str) -> None:
    out, before = press(judge), dict(judge.services.files.seats(GAME))
    text = f"PRESS TO Lupus\nhello there\nENDPRESS\n{rest}"
    sent = judge.say(sender, text, to=out.header("Reply-To"))
    assert filed(judge, "Ursa") == () and dict(judge.services.files.seats(GAME)) == before
    assert [one.to for one in sent] == [URSA]
    assert sent[0].subject.startswith(("[ERROR]", "[ASK]")) and "stolen99" not in sent[0].text


def test_press_to_its_author_in_so_many_words_is_an_answer_too(judge: Judge) -> None:
    sent = judge.reply(press(judge), "Hello judge,\n\nPRESS TO lupus\nI agree.\nENDPRESS")
    assert any(one.to == LUPUS and "I agree." in one.text for one in sent)


def test_press_to_somebody_else_is_not_sent_by_the_address_of_press(judge: Judge) -> None:
    sent = judge.reply(press(judge), 'PRESS TO "Grey Wolf"\nDo you trust Lupus?\nENDPRESS')
    assert [one.to for one in sent] == [URSA]
    assert "words to Lupus and nothing else" in sent[0].flat


def test_press_is_answered_in_its_phase_and_the_two_after_it_and_then_its_writer_hears_why_not(judge: Judge) -> None:
    out = press(judge)
    game = judge.game(GAME)
    judge.services.files.save_game(replace(game, round=game.round + 2))
    assert any(one.to == LUPUS for one in judge.reply(out, "I am still here."))
    judge.services.files.save_game(replace(game, round=game.round + 3))
    sent = judge.reply(out, "I would rather not.")
    assert [one.to for one in sent] == [URSA]
    assert "Press can be answered while its phase is open" in sent[0].flat


def test_a_sign_on_below_an_answer_to_press_opens_what_its_password_opens(judge: Judge) -> None:
    sent = judge.reply(press(judge), f"Gladly.\nSIGNON Ursa@{GAME} ursa-pass\nSELL 5 CROWNS\nSIGNOFF")
    assert any(one.to == LUPUS and "Gladly." in one.text for one in sent)
    assert len(filed(judge, "Ursa")) == 1


def keys(judge: Judge) -> list[str]:
    """Every key and name that letters of the judge bear: of a seat, a master, press, a token, and their Message-IDs."""
    judge.say(LUPUS, "LOST PASSWORD")
    letters = [press(judge), *judge.letters()]
    tails = {out.header("Reply-To").partition("+")[2].partition("@")[0] for out in letters}
    secret = {tail for tail in tails if "-" in tail or tail.startswith("confirm.")}
    assert any(".press-" in tail for tail in secret) and any(tail.startswith("confirm.") for tail in secret)
    return [*sorted(secret), *(out.header("Message-ID").strip("<>").partition("@")[0] for out in letters[:3])]


@pytest.mark.parametrize("how", ["BROADCAST\n{}\nENDPRESS", "PRESS TO Ursa\n{}\nENDPRESS", "PRESS TO Ursa: {}"])
def test_keys_and_names_of_letters_in_press_reach_nobody(judge: Judge, how: str) -> None:
    for key in keys(judge):
        for plus in ("+", "%2B", "=2B", "-", "_", "."):
            judge.clock.set(judge.after(seconds=1))
            sent = judge.orders(GAME, "Lupus", how.format(f"Reply-To: judge{plus}{key}@judge.test says it"))
            got = [out for out in sent if out.to == URSA]
            assert len(got) == 1 and key not in got[0].text and "****" in got[0].text and "says it" in got[0].text


def test_an_announcement_shows_no_key(judge: Judge) -> None:
    for key in keys(judge):
        sent = judge.master(GAME, f"ANNOUNCE: {key} is what I got")
        (got,) = [out for out in sent if out.to == URSA]
        assert key not in got.text and "****" in got.text
