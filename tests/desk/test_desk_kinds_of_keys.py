"""The table of keys in SECURITY.md, walked: what each opens for somebody who found it, and what it does not."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from tests.desk.test_desk_bounces import report, sender_of
from tests.desk.worlds import GAME, LUPUS, filed
from tests.harness import MASTER, Judge, address_of
from tests.site.sites import written

ORDER = "SELL 300 LIRA\nBUY MARKS WITH REST"
FINDER = "finder@example.test"
READER = "reader@example.test"


def world(folder: Path) -> Judge:
    return Judge(folder).with_game(GAME, "bourse", "Lupus", "Ursa")


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    return world(tmp_path)


def reply_to(judge: Judge, to: str, subject: str = "") -> str:
    found: str = judge.letters(to, subject)[-1].header("Reply-To")
    return found.rpartition("<")[2].rstrip(">")


def confirmation(judge: Judge) -> str:
    judge.orders(GAME, "Lupus", "SELL 1 LIRA")
    judge.orders(GAME, "Lupus", "CLEAR")
    return reply_to(judge, LUPUS)


def start(judge: Judge) -> str:
    return reply_to(judge, LUPUS)


def reminder(judge: Judge) -> str:
    judge.tick(judge.deadline(GAME) - timedelta(hours=20))
    return reply_to(judge, LUPUS)


def results(judge: Judge) -> str:
    judge.resolve(GAME)
    return reply_to(judge, LUPUS)


def press(judge: Judge) -> str:
    judge.orders(GAME, "Ursa", "PRESS TO Lupus\nHello.\nENDPRESS")
    return reply_to(judge, LUPUS)


def masters(judge: Judge) -> str:
    judge.master(GAME, "STATUS")
    return reply_to(judge, MASTER)


def unsubscribing(judge: Judge) -> str:
    judge.resolve(GAME)
    heads = [out.header("List-Unsubscribe") or "" for out in judge.relay.sent]
    found = next(one for head in heads for one in re.findall(r"judge\+unsubscribe[^>?]*", head))
    return str(found)


def statement(judge: Judge) -> str:
    judge.resolve(GAME)
    judge.orders(GAME, "Lupus", "STATEMENT")
    return reply_to(judge, LUPUS)


def question(judge: Judge) -> str:
    """An answer that proposes something, to be answered with YES or NO."""
    judge.orders(GAME, "Lupus", "SELL 300 LIRRRA")
    assert "PROPOSED" in judge.letters(LUPUS)[-1].text
    return reply_to(judge, LUPUS)


def held(judge: Judge) -> str:
    """A letter that may be Lupus's is shown to him."""
    judge.say(LUPUS, "SELL 1 LIRA")
    return confirming(judge, LUPUS)


def asked(judge: Judge) -> str:
    """What was asked for one's own address waits for it."""
    judge.say(READER, f"SUBSCRIBE {GAME}")
    return confirming(judge, READER)


def moving(judge: Judge) -> str:
    judge.orders(GAME, "Lupus", f"SET ADDRESS {READER}")
    return confirming(judge, LUPUS)


def bounce(judge: Judge) -> str:
    return sender_of(judge, judge.letters(LUPUS)[-1])


def copy(judge: Judge) -> str:
    key = judge.letters(LUPUS)[-1].header("Message-ID").strip("<>").partition("@")[0]
    return judge.app._self_copy(key)


def confirming(judge: Judge, address: str) -> str:
    found = [out.header("Reply-To").rpartition("<")[2].rstrip(">") for out in judge.letters(address)]
    return next(one for one in reversed(found) if one.startswith("judge+confirm."))


SEATS_KEYS = (start, confirmation, reminder, results, statement, question)
ROWS = {question: "confirmation", statement: "statement", held: "held", asked: "asked", moving: "asked"}


@pytest.mark.parametrize(
    ("kind", "plays"),
    [
        *((kind, True) for kind in (*SEATS_KEYS, held)),
        *((kind, False) for kind in (press, masters, unsubscribing, asked, moving, bounce, copy)),
    ],
    ids=lambda one: getattr(one, "__name__", str(one)),
)
def test_a_key_of_each_kind_opens_what_the_table_says(judge: Judge, kind: Callable[[Judge], str], plays: bool) -> None:
    key = kind(judge)
    assert "+" in key
    judge.say(FINDER, ORDER, to=key)
    assert bool(filed(judge, "Lupus")) == plays and not filed(judge, "Ursa")
    assert f"| {ROWS.get(kind, kind.__name__)} |" in table()


def table() -> str:
    page = (Path(__file__).parents[2] / "SECURITY.md").read_text("utf-8")
    return page.split("## Every kind of key")[1].split("\n## ")[0]


# ---- until when ---------------------------------------------------------------------------------------------------


def a_new_player(judge: Judge) -> None:
    judge.master(GAME, "REPLACE Lupus BY new@example.test")


def a_new_password(judge: Judge) -> None:
    judge.orders(GAME, "Lupus", "SET PASSWORD moonlight9")


def phases(count: int) -> Callable[[Judge], None]:
    def pass_by(judge: Judge) -> None:
        judge.services.files.save_game(replace(judge.game(GAME), round=judge.game(GAME).round + count))

    return pass_by


@pytest.mark.parametrize("kind", SEATS_KEYS, ids=lambda one: one.__name__)
@pytest.mark.parametrize("ends", [a_new_player, a_new_password, phases(13)], ids=["player", "password", "phases"])
def test_a_seats_key_ends_with_its_player_its_password_and_after_twelve_phases(
    judge: Judge, kind: Callable[[Judge], str], ends: Callable[[Judge], None]
) -> None:
    key = kind(judge)
    ends(judge)
    sent = judge.say(FINDER, f"FOR {judge.game(GAME).phase}:\n{ORDER}", to=key)
    sent += judge.say(FINDER, "STATUS", to=key)
    assert not filed(judge, "Lupus") and not any("STATUS of Lupus" in out.text for out in sent)


@pytest.mark.parametrize(
    "ends", [lambda judge: judge.master(GAME, "SET PASSWORD moonlight9"), phases(13)], ids=["password", "phases"]
)
def test_the_masters_key_ends_with_his_password_and_after_twelve_phases(
    tmp_path: Path, ends: Callable[[Judge], object]
) -> None:
    judge = world(tmp_path)
    key = masters(judge)
    ends(judge)
    judge.say(FINDER, "PAUSE", to=key)
    assert judge.game(GAME).status == "active"


def at_once(judge: Judge) -> None:
    """Nothing has happened."""


def used(key: str) -> Callable[[Judge], None]:
    return lambda judge: [judge.say(FINDER, "", to=key), judge.orders(GAME, "Lupus", "CLEAR")][-1]  # type: ignore[func-returns-value,return-value]


def days(count: int) -> Callable[[Judge], None]:
    def pass_by(judge: Judge) -> None:
        judge.master(GAME, "PAUSE")
        judge.tick(judge.after(days=count))
        judge.master(GAME, "RESUME")

    return pass_by


@pytest.mark.parametrize(
    ("ends", "counts"),
    [
        *[(at_once, True), (days(6), True), (days(8), False), (a_new_player, False), (a_new_password, False)],
        *[(phases(1), False), (None, False)],
    ],
    ids=["at once", "6 days", "8 days", "player", "password", "phase", "used"],
)
def test_the_token_of_a_held_letter_lets_it_count_once_in_seven_days_in_its_phase(
    judge: Judge, ends: Callable[[Judge], None] | None, counts: bool
) -> None:
    key = held(judge)
    (ends or used(key))(judge)
    judge.say(FINDER, "", to=key)
    assert bool(filed(judge, "Lupus")) == counts


@pytest.mark.parametrize(("count", "counts"), [(13, True), (15, False)])
def test_the_token_of_what_an_address_asked_for_itself_is_good_for_fourteen_days(
    judge: Judge, count: int, counts: bool
) -> None:
    key = asked(judge)
    days(count)(judge)
    judge.say(FINDER, "", to=key)
    assert (READER in judge.services.files.subscribers(GAME)) == counts


@pytest.mark.parametrize(("count", "moved"), [(13, True), (15, False)])
def test_the_token_of_a_move_is_good_for_fourteen_days_and_moves_nobody_without_the_other(
    judge: Judge, count: int, moved: bool
) -> None:
    old, new = moving(judge), confirming(judge, READER)
    days(count)(judge)
    judge.say(FINDER, "", to=old)
    assert judge.services.files.seats_of(LUPUS)
    judge.say(FINDER, "", to=new)
    assert bool(judge.services.files.seats_of(READER)) == moved


def bounced(judge: Judge, key: str) -> int:
    judge.put(report(key))
    judge.tick()
    person = judge.services.files.person(LUPUS)
    return person.bounces if person is not None else 0


@pytest.mark.parametrize(("count", "counts"), [(29, True), (32, False)])
def test_the_bounce_address_is_believed_while_the_letter_is_remembered(judge: Judge, count: int, counts: bool) -> None:
    key = bounce(judge)
    days(count)(judge)
    judge.app.outbox.tidy(judge.clock.now())
    assert bool(bounced(judge, key)) == counts


def test_a_bounce_address_with_another_mark_or_of_another_letter_counts_for_nothing(judge: Judge) -> None:
    own = bounce(judge)
    other = sender_of(judge, judge.letters(address_of("Ursa"))[-1])
    mixed = own.rpartition("@")[0][:-8] + other.rpartition("@")[0][-8:] + "@judge.test"
    assert bounced(judge, mixed) == 0 and bounced(judge, own) > 0


def test_a_key_of_one_game_opens_nothing_of_another(judge: Judge) -> None:
    judge.new("mark8", "bourse")
    judge.join("mark8", "Lupus", "Ursa")
    judge.services.files.subscribe("mark8", LUPUS)
    key = start(judge)
    for line in ("UNSUBSCRIBE mark8", "SET PASSWORD moonlight9", "RESIGN", "SIGNON Lupus@mark8\nRESIGN"):
        seat = judge.services.files.seat("mark8", "Lupus")
        judge.say(FINDER, line, to=key)
        assert judge.services.files.seat("mark8", "Lupus") == seat and LUPUS in judge.services.files.subscribers(
            "mark8"
        )


# ---- pages --------------------------------------------------------------------------------------------------------


def test_no_page_of_the_archive_holds_a_key_and_none_tells_another_site_where_its_reader_was(tmp_path: Path) -> None:
    judge = Judge(tmp_path / "home", archive="web", archive_url="https://judge.test").with_game(
        GAME, "bourse", "Lupus", "Ursa"
    )
    for kind in (confirmation, held, press):
        kind(judge)
    written(judge, tmp_path / "site")
    pages = [path for path in (tmp_path / "site").rglob("*.html")]
    assert any("textarea" in path.read_text("utf-8") for path in pages)  # the form that writes a letter
    for path in pages:
        text = path.read_text("utf-8")
        assert '<meta name="referrer" content="no-referrer">' in text, path
        assert not re.search(r"\+(?:b|copy|confirm|unsubscribe|[a-z0-9]+)\.[^\s\"]*@|-[a-z2-7]{16}\b", text), path
