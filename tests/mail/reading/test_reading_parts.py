"""The MIME walk against letters made by the standard library, and the HTML reader by itself."""

from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.mail.reading import read_message, report
from judge.mail.reading.body import NOT_OPENED, TAKEN_ATTACHMENT
from judge.mail.reading.flowed import unflow, without_armour
from judge.mail.reading.headers import split_head
from judge.mail.reading.html import html_text
from judge.mail.reading.parts import transfer_decoded, walk
from judge.mail.reading.tables import barred
from tests.counts import drawn
from tests.mail.reading.reading_letters import RULES, TYPED, multi, part
from tests.tables import cases

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
    assert [file.name for file in parts.attached] == ["päper.pdf"]


@QUICK
@given(st.text(max_size=300))
def test_any_text_is_some_page(source: str) -> None:
    assert all("\n" not in line for line in html_text(source).lines)


@QUICK
@given(WORDS)
def test_text_written_as_html_comes_back(text: str) -> None:
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert "".join(html_text(f"<p>{escaped}</p>").lines).split() == text.split()


@cases("source", "lines")
def test_a_page_is_read_as_a_browser_shows_it(source: str, lines: list[str]) -> None:
    assert html_text(source).lines == lines


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


# ---- A text file beside an empty body: when it stands in for the letter, and when the sender is asked ... ----------


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


@pytest.mark.parametrize("name", ["Orders.txt", "order.txt", "befehle.txt", "ordres.txt"])
def test_of_several_files_the_one_that_is_called_orders_is_read(name: str) -> None:
    action, lines, warnings = read(file("notes.txt", OTHERS), file(name))
    assert (action, lines) == ("orders", TYPED.split("\n"))
    assert warnings == [TAKEN_ATTACHMENT.format(name=name), NOT_OPENED.format(name="notes.txt")]


def test_of_two_files_called_orders_neither_is_guessed() -> None:
    action, lines, _ = read(file("orders-1.txt"), file("orders-2.txt", OTHERS), file("notes.txt"))
    assert (action, lines) == ("ask", [])


def test_a_lone_file_without_an_order_in_it_is_not_taken_for_the_letter() -> None:
    action, lines, warnings = read(file("notes.txt", "Dear all,\nsee you on Friday."))
    assert (action, lines) == ("ask", [])
    assert warnings[1:] == [NOT_OPENED.format(name="notes.txt")]


def test_orders_in_the_letter_itself_leave_every_file_closed() -> None:
    action, lines, warnings = read(file("orders.txt", OTHERS), body=TYPED)
    assert (action, lines) == ("orders", TYPED.split("\n"))
    assert warnings == [NOT_OPENED.format(name="orders.txt")]


# ---- Tables in a letter's text keep their columns, as bars.


@cases("rows", "wanted")
def test_gaps_below_a_row_of_headings_become_bars(rows: list[str], wanted: list[str]) -> None:
    assert barred(rows) == wanted


@cases("rows")
def test_other_lines_stay_as_they_are(rows: list[str]) -> None:
    assert barred(rows) == rows
