"""A rule that makes an order, a word or a courtesy of a sentence may hold a free `{word}` or `{rest}` and leave it out.

What it leaves out is seen where the sentence is proposed, shown as read, kept as a rest, or made a word of the
correspondence: the answer then quotes the whole sentence, but for questions that are simply answered. Of an order the
account looks for names, figures and brackets alone, so that other words may be left out unseen. The rules
that can do so are counted here by file, and the counts only fall. Word lists of `grammar/sense` have no free slots;
what their readers leave over is asked about at run time. This looks at what rules say, not at what they meet."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from judge.core.words import WORDS
from tests.reading.clauses.test_phrase_files import FOLDER
from tests.tables import rows

ARROW = re.compile(r"\s+=>([?!]?)(?:\s+|$)")
FREE = re.compile(r"\{(?:word|rest|free)\d*\}")
STANCES = frozenset(
    ("maybe", "draft", "after", "theirs", "past", "plain", "question", "condition", "unclear", "how", "ask")
)
"""What says how a sentence is meant: it stays a rest, which is quoted."""
VERBS = frozenset(word.verb for word in WORDS.values()) | {"NOT", "ASK", "always"}
UNSEEN = {
    "courtesy.txt": 8,
    "de.txt": 3,
    "fr.txt": 2,
}
"""Rules by file that leave words out of an order, or take them for courtesy."""


def left_out(row: str) -> bool:
    """Whether a rule leaves a free slot out, and nothing shows it."""
    found = ARROW.search(row)
    if row.startswith("//") or found is None:
        return False
    left, right = row[: found.start()], row[found.end() :]
    dropped = set(FREE.findall(left)) - set(FREE.findall(right))
    first = (right.split() or [""])[0]
    return bool(dropped) and not found[1] and first not in STANCES | VERBS


def counted(folder: Path) -> Counter[str]:
    rows = ((file, row) for file in sorted(folder.glob("*.txt")) for row in file.read_text("utf-8").splitlines())
    return Counter(file.name for file, row in rows if left_out(row))


@pytest.mark.parametrize(
    ("row", "unseen"),
    rows(__file__, "a_rule_is_counted_where_it_leaves_out_words_that_nothing_shows"),
)
def test_a_rule_is_counted_where_it_leaves_out_words_that_nothing_shows(row: str, unseen: bool) -> None:
    assert left_out(row) is unseen


@pytest.mark.parametrize("folder", [FOLDER, FOLDER.parent / "subjects"])
def test_no_further_rule_leaves_words_out_unseen(folder: Path) -> None:
    assert {file: n for file, n in counted(folder).items() if n > UNSEEN.get(file, 0)} == {}


def test_the_counts_are_not_too_high() -> None:
    found = counted(FOLDER)
    assert {file: n for file, n in UNSEEN.items() if n > found[file]} == {}


def test_word_lists_by_meaning_have_no_free_slot() -> None:
    rows = [row for file in (FOLDER.parent / "sense").glob("*.txt") for row in file.read_text("utf-8").splitlines()]
    assert rows and not [row for row in rows if FREE.search(row) and not row.startswith("//")]
