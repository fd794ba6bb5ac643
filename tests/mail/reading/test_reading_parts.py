"""The MIME walk against letters made by the standard library, and the HTML reader by itself."""

from __future__ import annotations

from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.mail.reading.flowed import unflow, without_armour
from judge.mail.reading.headers import split_head
from judge.mail.reading.html import html_text
from judge.mail.reading.parts import transfer_decoded, walk
from tests.counts import drawn
from tests.tables import cases, rows

QUICK = drawn(33)
WORDS = st.text(alphabet=st.characters(blacklist_categories=("Cs", "Cc", "Zl", "Zp")), max_size=80)
TEXTS = st.lists(WORDS, max_size=6).map("\n".join)


@QUICK
@given(TEXTS, TEXTS, st.binary(max_size=50), st.sampled_from(["base64", "quoted-printable", "8bit"]))
def test_the_walk_finds_what_the_standard_library_put_in(text: str, markup: str, data: bytes, encoding: str) -> None:
    made = EmailMessage()
    made["Subject"] = "x"
    made.set_content(text, cte=encoding)
    made.add_alternative(markup, subtype="html", cte=encoding)
    made.add_attachment(data, maintype="application", subtype="pdf", filename="päper.pdf")
    parts = walk(*split_head(made.as_bytes()))
    assert [part.html for part in parts.texts] == [False, True]
    assert parts.texts[0].text.rstrip("\n") == text.rstrip("\n").removeprefix("\ufeff")
    assert parts.texts[1].text.rstrip("\n") == markup.rstrip("\n").removeprefix("\ufeff")
    assert [(file.name, file.mime) for file in parts.attached] == [("päper.pdf", "application/pdf")]


@QUICK
@given(st.text(max_size=300))
def test_any_text_is_some_page(source: str) -> None:
    assert all("\n" not in line for line in html_text(source).lines)


@QUICK
@given(WORDS)
def test_text_written_as_html_comes_back(text: str) -> None:
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert "".join(html_text(f"<p>{escaped}</p>").lines).split() == text.split()


@pytest.mark.parametrize(
    ("source", "lines"),
    rows(__file__, "a_page_is_read_as_a_browser_shows_it"),
)
def test_a_page_is_read_as_a_browser_shows_it(source: str, lines: list[str]) -> None:
    assert html_text(source).lines == lines


def test_struck_out_text_is_left_out_and_noticed() -> None:
    assert (html_text("<s>a</s>b").lines, html_text("<s>a</s>b").struck) == (["b"], ["a"])
    assert not html_text("b").struck


@pytest.mark.parametrize(
    ("data", "encoding", "found", "broken"),
    [
        (b"QQ==", "base64", b"A", False),
        (b"QQ==\nQg==\n", "BASE64 ", b"AB", False),
        (b"QUI", "base64", b"AB", True),
        (b"Q!Q==", "base64", b"A", True),
        (b"=41=\n=42", "quoted-printable", b"AB", False),
        (b"=ZZ", "quoted-printable", b"=ZZ", False),
        (b"A", "8bit", b"A", False),
        (b"A", "x-none", b"A", False),
        (b"A", "x-uuencode", b"A", True),
    ],
)
def test_a_damaged_encoding_is_noticed(data: bytes, encoding: str, found: bytes, broken: bool) -> None:
    assert transfer_decoded(data, encoding) == (found, broken)


@cases("lines", "delsp", "joined")
def test_soft_line_ends_are_joined_and_hard_ones_kept(lines: list[str], delsp: bool, joined: list[str]) -> None:
    assert unflow(lines, delsp) == joined


def test_armour_comes_off_and_dash_escapes_are_undone() -> None:
    lines = ["-----BEGIN PGP SIGNED MESSAGE-----", "Hash: SHA512", "", "- -- ", "a", "-----BEGIN PGP SIGNATURE-----"]
    armour = without_armour([*lines, "xyz", "-----END PGP SIGNATURE-----", "b"])
    assert armour == (["-- ", "a", "b"], True, False)


def test_an_encrypted_block_is_noticed() -> None:
    assert without_armour(["-----BEGIN PGP MESSAGE-----", "x", "-----END PGP MESSAGE-----"])[2]
