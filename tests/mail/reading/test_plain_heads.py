"""What nearly every letter has is read by a shorter way, and comes out as by the long one."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from judge.mail.reading import headers, tables
from judge.mail.reading.headers import parameters, split_head, tidy

LETTERS = sorted((Path(__file__).parents[2] / "fixtures" / "eml").glob("*.eml"))
PIECES = [
    b"From: a@b",
    b"X : y",
    b"X\t:y",
    b" folded",
    b"\tfolded ",
    b"no field",
    b"",
    b"A:",
    b":",
    b"Z: \xe9",
    b"a b: c",
]


def both_ways(raw: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    short = split_head(raw)
    with monkeypatch.context() as patch:
        patch.setattr(headers, "_plain_fields", lambda head: None)
        assert split_head(raw) == short, raw[:200]


def test_the_heads_of_all_letters_we_have_are_read_the_same_way(monkeypatch: pytest.MonkeyPatch) -> None:
    assert LETTERS
    for path in LETTERS:
        both_ways(path.read_bytes(), monkeypatch)
        both_ways(path.read_bytes().replace(b"\r\n", b"\n"), monkeypatch)


def test_heads_of_any_lines_are_read_the_same_way(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = Random(5)
    for _ in range(600):
        end = chance.choice((b"\n", b"\r\n"))
        lines = [chance.choice(PIECES) for _ in range(chance.randint(0, 6))]
        both_ways(end.join(lines) + end + end + b"body: x" + end, monkeypatch)


def test_more_fields_than_are_read_are_left_away_the_same_way(monkeypatch: pytest.MonkeyPatch) -> None:
    both_ways(b"a:\n" * (headers.FIELD_COUNT + 5) + b"\nbody", monkeypatch)


def test_the_smaller_short_ways_say_what_the_long_ones_say() -> None:
    assert [tidy(one) for one in ("", " a  b ", "a\tb", "=?utf-8?q?a_b?= c", "é\u200b f")] == [
        "",
        "a b",
        "a b",
        "a b c",
        "é f",
    ]
    assert parameters("") == ("", {})
    assert parameters('text/plain; charset="a;b"; x=y') == ("text/plain", {"charset": "a;b", "x": "y"})
    assert parameters("Text/Plain; charset=utf-8 ;format=flowed") == (
        "text/plain",
        {"charset": "utf-8", "format": "flowed"},
    )
    assert tables.barred(["SELL 3 LIRA", "", "x"]) == ["SELL 3 LIRA", "", "x"]
