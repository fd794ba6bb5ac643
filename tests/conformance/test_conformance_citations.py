"""Every number under which an answer quotes a rule stands on the page that RULES mails for that game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from judge.games import slugs, variant
from judge.render.template_renderer import TemplateRenderer

ROOT = Path(__file__).parents[2]


def told(slug: str) -> set[str]:
    """The numbers that head a rule on the game's page."""
    text = TemplateRenderer(ROOT).part((f"{slug}/rules.txt",), {"info": variant(slug).info})
    assert text is not None
    return set(re.findall(r"^((?:[A-Z]{1,2}-)?A?\d+(?:\.\d+)*a?) ", text, re.MULTILINE))


@pytest.mark.parametrize("slug", slugs())
def test_every_reason_cites_a_rule_that_the_game_has(slug: str) -> None:
    have = told(slug)
    assert have

    def known(rule: str) -> bool:
        """The rule itself, or, of a paragraph such as A5.4, the rule it belongs to."""
        return not rule or rule in have or ("." in rule and known(rule.rpartition(".")[0]))

    cited = {code: reason.rule for code, reason in variant(slug).reasons.items()}
    assert {code: rule for code, rule in cited.items() if not known(rule)} == {}


@pytest.mark.parametrize("slug", slugs())
def test_every_word_of_help_cites_a_rule_that_the_game_has(slug: str) -> None:
    have = told(slug)
    cited = {rule for entry in variant(slug).info.help for rule in re.split(r",\s*", entry.rule) if rule}
    assert {rule for rule in cited if rule not in have and rule.rpartition(".")[0] not in have} == set()
