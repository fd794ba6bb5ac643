"""A letter of twice the length costs twice the work: counted in calls, whatever it is made of."""

import pytest

from judge.mail.reading import ReadingRules, read_message
from judge.mail.reading.html import DEPTH, TAGS
from judge.mail.reading.tables import _table, barred
from judge.post import Message
from tests.counting import counting_calls

RULES = ReadingRules("judge@judge.test", "mx.judge.test", "warn", "mx.judge.test")
HEAD = b"From: ann@x.test\nTo: judge@judge.test\n"
HTML = HEAD + b"Content-Type: text/html\n\n"
MANY = HEAD + b'Content-Type: multipart/mixed; boundary="b"\n\n'


def calls(raw: bytes) -> tuple[int, Message]:
    """Calls that reading a letter takes, those of built-in functions too."""
    with counting_calls(builtins=True) as count:
        message = read_message(raw, RULES)
    return count.calls, message


@pytest.mark.parametrize(
    ("head", "piece"),
    [
        (HTML, b"<div><b>"),
        (HTML, b"<table><tr><td>x"),
        (HTML, b"<ul><li><p>"),
        (HTML, b"<blockquote><s>x"),
        (HTML, b"<a b='"),
        (HEAD + b"\n", b"a  b\n"),
        (HEAD + b"\n", b"From: x\nTo: y\n"),
        (HEAD + b"\n", b"On x\n"),
        (HEAD + b"\n", b"PRESS\n"),
        (HEAD + b"\n", b"~~x "),
        (HEAD + b"Content-Type: text/plain; format=flowed\n\n", b"On x \n"),
        (HEAD, b"Received: by x; y\n"),
        (HEAD + b"Subject: ", b"=?utf-8?q?a?= "),
        (HEAD + b"Authentication-Results: mx.judge.test; ", b'"\\"'),
        (HEAD + b"Received: ", b'"\\"'),
        (HEAD + b"Cc: ", b"a@b.test, "),
        (MANY, b"--b\n\nA Lon - ENG\n"),
    ],
)
def test_twice_the_letter_is_twice_the_work(head: bytes, piece: bytes) -> None:
    read_message(head + piece * 8, RULES)
    half, whole = (calls(head + piece * (size // len(piece)))[0] for size in (4_000, 8_000))
    assert whole < 2.3 * half + 500


def test_rows_without_a_figure_are_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []

    def seen(lines: list[str], at: int) -> tuple[int, bool]:
        begun.append(at)
        return _table(lines, at)

    monkeypatch.setattr("judge.mail.reading.tables._table", seen)
    barred(["a  b"] * 1000)
    assert begun == [0]


def test_of_html_so_many_tags_are_read_and_the_letter_says_so() -> None:
    letter = HTML + b"F Lon - ENG<br>" + b"<b>" * (TAGS + 100)
    calls(letter)  # what is made once is made
    fewer, message = calls(letter)
    more, _ = calls(HTML + b"F Lon - ENG<br>" + b"<b>" * (TAGS * 2))
    assert more == fewer
    assert [line.text for line in message.lines] == ["F Lon - ENG"]
    assert any(f"{TAGS} tags" in warning for warning in message.warnings)


@pytest.mark.parametrize("piece", [b"<div>", b"<b>", b"<blockquote><p>", b"<table><tr><td>", b"<ul><li>", b"<x-y>"])
def test_so_many_elements_are_read_within_one_another_and_what_lies_deeper_is_not(piece: bytes) -> None:
    deep = HTML + b"F Lon - ENG<br>" + piece * (DEPTH + 10) + b"A Lvp - YOR"
    calls(deep)  # what is made once is made
    fewer, message = calls(deep)
    more, _ = calls(deep + piece * DEPTH)
    assert more == fewer and "A Lvp - YOR" not in [line.text for line in message.lines]
    assert message.lines[0].text == "F Lon - ENG"
    assert any(f"{DEPTH} within one another" in warning for warning in message.warnings)


def test_elements_beside_one_another_are_read_however_many_there_are() -> None:
    _, message = calls(HTML + b"<b>x</b>" * (DEPTH + 100) + b"<p>F Lon - ENG</p>")
    assert message.lines[-1].text == "F Lon - ENG"
    assert not any("within one another" in warning for warning in message.warnings)
