"""Whatever stands in a letter to the column, or in press that everybody reads: it is shown as words, in letter, page
and print, and no key that was copied into it can be used."""

import re
from pathlib import Path

import pytest

from judge.extras.site import Archive
from judge.extras.zine import issues, page, paper
from tests.counts import SOAK
from tests.harness import Judge, address_of
from tests.site.sites import Page
from tests.zine.zines import GAME, MONDAYS, game, gazettes, reader

MARKS = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"><svg/onload=alert(1)>',
    "<style>@import 'http://evil.test/x.css'</style>",
    "<a href='javascript:alert(1)'>free lira</a>",
    "<iframe src='file:///etc/passwd'></iframe>",
    "<link rel=attachment href='file:///etc/passwd'>",
    "{{ office.keys }} {% include 'x' %} {# gone #}",
    r"\input{/etc/passwd} \write18{id} $x$ %d",
    "[lira](javascript:alert(1)) ![x](http://evil.test/x.png)",
    "&lt;b&gt; &amp;#0;",
    "a" * (1200 if SOAK else 300),  # WeasyPrint takes the square of it: fifteen seconds and one
)
BIDI = "\u202esrael\u202c \u2066evil\u2069 \u200b\u200f"


@pytest.fixture
def judge(tmp_path: Path, no_posters: None) -> Judge:
    """Nothing is printed at its turns: that would take many seconds."""
    return reader(game(tmp_path, zine_letters="all", archive="web", archive_url="https://judge.test"))


def hostile(judge: Judge, text: str) -> None:
    (answer, *_) = judge.orders(GAME, "Lupus", f"LETTER\n{text}\nEND")
    assert answer.subject.startswith("[OK]"), answer.text
    judge.orders(GAME, "Ursa", f"BROADCAST\n{text}\nENDPRESS")
    judge.tick(MONDAYS[0])


def shown(judge: Judge) -> str:
    """The page of the issue by itself."""
    return page.alone(judge.services, issues.issue(judge.services, 1))


def test_marks_of_any_language_stand_in_the_zine_as_words(judge: Judge) -> None:
    hostile(judge, "\n".join(MARKS))
    found = Page(shown(judge))
    assert not found.wrong and not found.left_open and not found.scripts
    assert not any(link.startswith(("javascript:", "file:")) or "evil.test" in link for link in found.links)
    words = " ".join(" ".join(found.words).split())
    for mark in MARKS:
        assert " ".join(mark.split()) in words, mark
    assert "alert(1)" in gazettes(judge)[0].text


def test_the_print_of_it_fetches_nothing_and_is_made(judge: Judge) -> None:
    pytest.importorskip("weasyprint")
    hostile(judge, "\n".join(MARKS))
    made = paper.pdf(judge.services, issues.issue(judge.services, 1))
    assert made.startswith(b"%PDF") and b"/JavaScript" not in made and b"/EmbeddedFile" not in made
    assert b"root:" not in made


def test_no_sign_turns_the_text_around_or_hides_in_it(judge: Judge) -> None:
    hostile(judge, f"Look: {BIDI} well")
    for told in (shown(judge), gazettes(judge)[0].text):
        assert not re.search("[\u200b-\u200f\u202a-\u202e\u2066-\u2069]", told) and "well" in told


def test_a_key_or_the_name_of_a_letter_of_ours_is_masked_in_the_column(judge: Judge) -> None:
    letter = judge.letters(address_of("Lupus"))[-1]
    key = letter.header("Reply-To").rpartition("<")[2].rstrip(">")
    name = letter.header("Message-ID").strip("<>")
    assert "+" in key and "@" in name
    hostile(judge, f"Write to {key} or answer <{name}>, or {key.upper()}, or {key.replace('+', '%2B')}.")
    Archive(judge.services, judge.services.config.home / "web").refresh()
    told = [shown(judge), gazettes(judge)[0].text]
    told += [path.read_text("utf-8") for path in (judge.services.config.home / "web").rglob("*.html")]
    secret, digest = key.partition("@")[0].rpartition("-")[2], name.partition("@")[0]
    for text in told:
        assert secret not in text.lower() and digest not in text.lower()
