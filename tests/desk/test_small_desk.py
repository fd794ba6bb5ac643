"""Small rules of the desk, each by itself: times as they are written, buckets, budgets, names of pictures."""

from datetime import date

import pytest

from judge.core.codec import pack
from judge.core.command import Command
from judge.core.errors import SetupError
from judge.core.variant import Role
from judge.core.words import WORDS, Place, Press, SetWord, Status
from judge.desk.cabinet import files
from judge.desk.cabinet.records import Person, SeatRecord, SheetRecord
from judge.desk.cabinet.schedule import day
from judge.desk.counter.signon import _ways
from judge.desk.sheets.letter_context import LetterContext
from judge.desk.words import binding
from judge.desk.words.binding import handles, steers
from judge.extras.votes import SHARES
from judge.store import open_store
from tests.tables import cases


@cases("text", "found")
def test_a_day_without_a_year_is_the_next_such_day(text: str, found: str) -> None:
    if text == "29 Feb":
        assert day(text, date(2028, 1, 1)) == found
    else:
        assert day(text, date(2027, 6, 10)) == found


# ---- How many players must agree to what one of them asks for.


@cases("share", "needed")
def test_of_one_to_seven_players_so_many_must_agree(share: str, needed: list[int]) -> None:
    assert [SHARES[share](players) for players in range(1, 8)] == needed


# ---- How a password is taken, and how many wrong ones are.


@cases("written", "tried")
def test_a_password_is_tried_with_and_without_what_a_sentence_puts_around_it(written: str, tried: list[str]) -> None:
    assert _ways(written) == tried


# ---- What the desk keeps at hand.


def test_what_was_kept_last_stays_at_hand() -> None:
    shelf: files.Recent[str, str] = files.Recent(2)
    for key in "abac":
        assert shelf.keep(key, key.upper()) == key.upper()
    assert shelf == {"a": "A", "c": "C"}


# ---- Every word of the correspondence is carried out by exactly one function, bound to it where it is written.


def nothing(context: LetterContext, word: Command) -> None: ...


@pytest.mark.parametrize("rule", sorted(WORDS))
def test_a_word_without_its_handler_is_named(monkeypatch: pytest.MonkeyPatch, rule: str) -> None:
    command = WORDS[rule].command
    monkeypatch.setattr(binding, "_HANDLERS", {key: one for key, one in binding._HANDLERS.items() if key[0] != command})
    monkeypatch.setattr(binding, "_STEERS", {key: one for key, one in binding._STEERS.items() if key != command})
    with pytest.raises(SetupError, match=rf"bound to {WORDS[rule].verb} \("):
        binding.check()


def test_nothing_is_bound_to_what_is_no_word() -> None:
    with pytest.raises(SetupError, match="Command is no word"):
        handles(Command)(nothing)
    with pytest.raises(SetupError, match="Command is no word"):
        steers(Command)(nothing)


def test_a_word_has_one_handler_for_each_who_says_it() -> None:
    for again in (handles(Press), handles(SetWord, Place.MASTER), handles(Status, Place.PLAYER)):
        with pytest.raises(SetupError, match="already"):
            again(nothing)
    with pytest.raises(SetupError, match="already"):
        steers(WORDS["try"].command)(nothing)


# ---- Records are stored as the documents that say the same.


PACKED = ({"do": "sell", "currency": "LIRA", "amount": 300}, {"do": "buy", "currency": "FRANC", "budget": "REST"})
RECORDS = (
    Person("anna@example.org", "Anna Größe", letters="plain", bounces=3),
    Person("ann@example.org"),
    SeatRecord("lira7", "Lupus", Role.TRADER, 3, "a@example.org", former=("x", "y"), vacant=True),
    SheetRecord("lira7", "Lupus", "S1901M", 2, PACKED, "2026-01-05", True, True, earlier=(PACKED, ())),
    SheetRecord("lira7", 'A "quoted" name\\', "*"),
)


TABLES = {Person: "players", SeatRecord: "seats", SheetRecord: "orders"}


@pytest.mark.parametrize("record", RECORDS)
def test_a_record_is_stored_as_its_document(record: object) -> None:
    table = TABLES[type(record)]  # type: ignore[index]
    store = open_store("memory:")
    kept = store.table(table)
    kept.put_record("a/b", record)
    as_record = kept.fetch("a/b")
    kept.put("a/b", pack(record))
    assert as_record is not None and as_record == kept.fetch("a/b")
    store.close()
