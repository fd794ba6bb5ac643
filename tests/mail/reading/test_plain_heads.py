"""What nearly every letter has is read by a shorter way, and comes out as by the long one."""

from __future__ import annotations

from judge.mail.reading import tables
from judge.mail.reading.headers import FIELD_COUNT, parameters, split_head, tidy


def test_more_fields_than_are_read_are_left_away() -> None:
    head, body = split_head(b"a:\n" * (FIELD_COUNT + 5) + b"\nbody")
    assert (len(head.fields), body) == (FIELD_COUNT, b"body")


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
