"""A text file beside an empty body: when it stands in for the letter, and when the sender is asked instead."""

from __future__ import annotations

import pytest

from judge.mail.reading import ReadingRules, read_message, report
from judge.mail.reading.body import NOT_OPENED, TAKEN_ATTACHMENT
from tests.mail.reading.reading_letters import TYPED, multi, part

RULES = ReadingRules("judge@judge.test", "mx.judge.test", "warn", "mx.judge.test")
OTHERS = "F Lon H"


def file(name: str, text: str = TYPED) -> bytes:
    return part(f'text/plain; name="{name}"', text, "Content-Disposition: attachment\n")


def read(*files: bytes, body: str = "see the file") -> tuple[str, list[str], list[str]]:
    """Action, lines and warnings of a letter with these files; where it is asked about, the question comes first."""
    seen = report(read_message(multi("mixed", part("text/plain", body), *files), RULES))
    return seen["action"], seen["lines"], seen["warnings"]


@pytest.mark.parametrize("name", ["notes.txt", "orders.txt", "f1901.txt", "ORDERS-spring.txt"])
def test_the_only_text_file_is_read_whatever_its_name_and_the_sender_is_told(name: str) -> None:
    action, lines, warnings = read(file(name))
    assert (action, lines) == ("orders", TYPED.split("\n"))
    assert warnings == [TAKEN_ATTACHMENT.format(name=name)]


def test_of_two_files_that_might_be_meant_neither_is_guessed() -> None:
    action, lines, warnings = read(file("one.txt"), file("two.txt", OTHERS))
    assert (action, lines) == ("ask", [])
    assert warnings[1:] == [NOT_OPENED.format(name=name) for name in ("one.txt", "two.txt")]


@pytest.mark.parametrize("name", ["Orders.txt", "order.txt", "befehle.txt", "ordres.txt"])
def test_of_several_files_the_one_that_is_called_orders_is_read(name: str) -> None:
    action, lines, warnings = read(file("notes.txt", OTHERS), file(name))
    assert (action, lines) == ("orders", TYPED.split("\n"))
    assert warnings == [TAKEN_ATTACHMENT.format(name=name), NOT_OPENED.format(name="notes.txt")]


def test_of_two_files_called_orders_neither_is_guessed() -> None:
    action, lines, _ = read(file("orders-1.txt"), file("orders-2.txt", OTHERS), file("notes.txt"))
    assert (action, lines) == ("ask", [])


@pytest.mark.parametrize("blank", ["", " \n\t\n"])
def test_a_file_with_nothing_in_it_is_no_rival(blank: str) -> None:
    action, lines, _ = read(file("notes.txt"), file("empty.txt", blank))
    assert (action, lines) == ("orders", TYPED.split("\n"))


def test_a_lone_file_without_an_order_in_it_is_not_taken_for_the_letter() -> None:
    action, lines, warnings = read(file("notes.txt", "Dear all,\nsee you on Friday."))
    assert (action, lines) == ("ask", [])
    assert warnings[1:] == [NOT_OPENED.format(name="notes.txt")]


def test_orders_in_the_letter_itself_leave_every_file_closed() -> None:
    action, lines, warnings = read(file("orders.txt", OTHERS), body=TYPED)
    assert (action, lines) == ("orders", TYPED.split("\n"))
    assert warnings == [NOT_OPENED.format(name="orders.txt")]
