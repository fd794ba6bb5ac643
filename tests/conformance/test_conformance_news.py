"""What every game promises of its news: each kind is a documented type, what stories tell is of these types, and no
template reaches a field that is not there."""

from __future__ import annotations

import re
import typing
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from judge.core.codec import document, read_news
from judge.core.notice import News
from judge.desk.counter.answering import Said
from judge.desk.sheets.shown import SheetView
from judge.games import variants
from judge.render.template_renderer import TemplateRenderer
from tests.conformance.template_types import Checker, members
from tests.conformance.test_conformance_games import every_game, told

ROOT = Path(__file__).parents[2]
TEMPLATES = ROOT / "templates"
GAMES = variants()


def kinds() -> list[type[News]]:
    return sorted(
        {one for game in GAMES.values() for one in game.info.news},
        key=lambda one: (one.notice, one.__name__, one.__module__),
    )


def within(kind: Any, seen: set[Any]) -> Iterator[Any]:
    """The types of all fields, and of the rows they are made of."""
    for inner in members(kind).values():
        parts = [inner]
        while parts:
            part = parts.pop()
            parts += [one for one in typing.get_args(part) if one is not Ellipsis]
            yield part
            if is_dataclass(part) and part not in seen:
                seen.add(part)
                yield from within(part, seen)


def template_of(slug: str, kind: str) -> str:
    """The template of a notice: the game's own, else the one that games share; "" for none."""
    names = (f"{slug}/{kind}.txt", f"lib/{kind}.txt")
    return next((name for name in names if (TEMPLATES / name).is_file()), "")


@pytest.mark.parametrize("template", ["confirmation", "master", "reply"])
def test_the_answer_to_a_letter_reaches_no_field_that_is_not_there(template: str, tmp_path: Path) -> None:
    checker = Checker(TEMPLATES, TemplateRenderer(ROOT, tmp_path)._env)
    checker.check(f"session/{template}.txt", said=Said)
    assert checker.faults == [] and checker.reached


def test_a_sheet_on_file_for_a_new_phase_reaches_no_field_that_is_not_there(tmp_path: Path) -> None:
    checker = Checker(TEMPLATES, TemplateRenderer(ROOT, tmp_path)._env)
    checker.check("session/opened.txt", view=SheetView)
    assert checker.faults == [] and checker.reached


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: f"{kind.__module__.split('.')[2]}-{kind.__name__}")
def test_a_kind_of_news_is_a_frozen_documented_type_without_any(kind: type[News]) -> None:
    assert issubclass(kind, News) and is_dataclass(kind)
    assert re.fullmatch(r"[a-z0-9_]+(\.[a-z0-9_]+)?", kind.notice), kind.notice
    assert kind.__doc__ and not kind.__doc__.startswith(f"{kind.__name__}("), "what it says stands in its docstring"
    for inner in within(kind, set()):
        assert inner is not Any, kind
        if is_dataclass(inner):
            assert inner.__doc__ and not inner.__doc__.startswith(f"{inner.__name__}("), inner


@every_game
def test_a_document_of_a_notice_tells_its_type(slug: str) -> None:
    """Kinds that have several types differ in the names of their fields."""
    shapes = [(one.notice, frozenset(field.name for field in fields(one))) for one in GAMES[slug].info.news]
    assert shapes
    for kind in {kind for kind, _ in shapes}:
        of_kind = [shape for name, shape in shapes if name == kind]
        same = [one.__name__ for one in GAMES[slug].info.news if one.notice == kind]
        assert len(set(of_kind)) == len(of_kind), same


@every_game
def test_what_the_stories_tell_is_of_these_types_and_packs_to_what_it_was(slug: str) -> None:
    seen = [(kind, data) for kind, data in told(slug) if kind not in ("end", "picture", "phase")]
    assert seen
    for kind, data in seen:
        news = read_news(GAMES[slug].info.news, kind, data)
        assert isinstance(news, News), (kind, data)
        assert document(news) == document(data), kind


@every_game
def test_no_template_of_a_notice_reaches_a_field_that_is_not_there(slug: str, tmp_path: Path) -> None:
    reached = 0
    for kind in GAMES[slug].info.news:
        name = template_of(slug, kind.notice)
        assert name, f"{kind.notice} has no words"
        checker = Checker(TEMPLATES, TemplateRenderer(ROOT, tmp_path)._env)
        checker.check(name, data=kind, game=str)
        assert [str(fault) for fault in checker.faults] == [], kind.__name__
        reached += checker.reached
    assert reached > len(GAMES[slug].info.news)


def test_a_field_that_is_not_there_is_found(tmp_path: Path) -> None:
    """The check itself, on templates that are wrong in every way that fields are reached."""
    from judge.kits.market.news import CreditHoldings, Quotes, TradeLine

    env = TemplateRenderer(ROOT, tmp_path)._env
    wrong = {
        "{{ data.pase }}": "Quotes has no pase",
        "{% for row in data.quotes %}{{ row.olde }}{% endfor %}": "Quote has no olde",
        "{% set x = data.quotes[0] %}{{ x['newe'] }}": "Quote has no newe",
        "{{ data.quotes | map(attribute='nett') | list }}": "Quote has no nett",
        "{% for n, rows in data.quotes | groupby('powr') %}{% endfor %}": "Quote has no powr",
        "{% for n, rows in data.quotes | groupby('power') %}{{ rows[0].solt }}{% endfor %}": "Quote has no solt",
        "{% for one in data.history %}{{ one.prces | dictsort }}{% endfor %}": "PricesThen has no prces",
        "{{ data.phase if data.quots else '' }}": "Quotes has no quots",
        "{% macro m(row) %}{{ row.bougt }}{% endmacro %}{{ m(data.quotes | first) }}": "Quote has no bougt",
    }
    for text, said in wrong.items():
        (tmp_path / "one.txt").write_text(text, "utf-8")
        checker = Checker(tmp_path, env)
        checker.check("one.txt", data=Quotes)
        assert [str(fault).partition(": ")[2] for fault in checker.faults] == [said], text
    right = "{% if data.other is defined %}{{ data.other.more }}{% endif %}{{ data.other | default('') }}"
    (tmp_path / "one.txt").write_text(right, "utf-8")
    checker = Checker(tmp_path, env)
    checker.check("one.txt", data=CreditHoldings)
    assert checker.faults == [] and "remarks" in members(TradeLine)
