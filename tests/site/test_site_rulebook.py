"""Rules as a page shows them: in the order of their numbers, with contents by subject, and nothing lost."""

from __future__ import annotations

import re

import pytest

from judge.extras.site.rulebook import Rule, Rulebook, rulebook
from judge.games import slugs, variant
from judge.render import page
from tests.render.samples import renderer


@pytest.mark.parametrize("slug", slugs())
def test_rules_stand_in_the_order_of_their_numbers_and_contents_by_subject_lead_to_each(slug: str) -> None:
    """Nothing that the letter of the rules says is lost on the way."""
    info = variant(slug).info
    marked = renderer().marking.part((f"{slug}/rules.txt",), {"info": info}) or ""
    blocks = page.blocks(marked, titled=False)[1:]
    book = rulebook(blocks)
    assert len(book.series) > 1 or slug == "diplomacy"
    for rules in book.series:
        order = [[int(part) for part in re.findall(r"\d+", rule.number)] for rule in rules]
        assert order == sorted(order) and len(order) > 1
    listed = [number for _, numbers in book.subjects for number in numbers]
    assert sorted(listed) == sorted({rule.number for rule in book.rules}) and len(listed) > 9
    told = [block["text"] for block in (*book.opening, *book.rest)]
    told += [words for rule in book.rules for words in (rule.words, *rule.more)]
    kept, under = " ".join(" ".join(told).lower().split()), ""
    for block in blocks:
        under = block["text"] if block["kind"] == "heading" else under
        if under != "SETTINGS" and block["kind"] != "heading":
            first, _, rest = block["text"].partition(" ")
            assert " ".join((rest if first in listed else block["text"]).lower().split()) in kept, block


def test_a_rule_that_another_names_is_a_link_where_it_stands_on_the_page() -> None:
    book = Rulebook([], [Rule("B-5", "The end", "x"), Rule("A3", "Offers", "x")], [])
    told = book.linked("as under B-5 <and> (A3), not A4 and B-55")
    assert re.findall(r'href="#([^"]+)"', told) == ["B-5", "A3"] and "&lt;and&gt;" in told
