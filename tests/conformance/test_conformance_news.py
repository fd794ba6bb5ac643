"""What every game promises of its news: each kind is a documented type, what stories tell is of these types, and no
template names a field that is not there."""

import re
import typing
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest
from jinja2 import Environment, nodes

from judge.core.codec import document, read_news
from judge.core.notice import News
from judge.desk.counter.replies import Said
from judge.desk.sheets.shown import SheetView
from tests.conformance.matrix import GAMES
from tests.conformance.test_conformance_games import every_game, told
from tests.harness import ROOT

TEMPLATES = ROOT / "templates"


def members(kind: Any) -> dict[str, Any]:
    """Field -> type of a dataclass or a typed dict; nothing for others."""
    if is_dataclass(kind):
        hints = typing.get_type_hints(kind)
        return {field.name: hints[field.name] for field in fields(kind)}
    return dict(typing.get_type_hints(kind)) if typing.is_typeddict(kind) else {}


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


def reached(template: str, name: str) -> set[str]:
    """The fields that a template names of what it knows under this name, and does not ask for first."""
    found = Environment(extensions=["jinja2.ext.do"]).parse((TEMPLATES / template).read_text("utf-8"))
    asked = [test.node for test in found.find_all(nodes.Test) if test.name == "defined"]
    asked += [use.node for use in found.find_all(nodes.Filter) if use.name == "default"]
    reaching = [field for field in found.find_all(nodes.Getattr) if field not in asked]
    return {field.attr for field in reaching if isinstance(field.node, nodes.Name) and field.node.name == name}


@pytest.mark.parametrize(
    ("template", "name", "kind"),
    [("confirmation", "said", Said), ("master", "said", Said), ("reply", "said", Said), ("opened", "view", SheetView)],
)
def test_the_answer_to_a_letter_names_no_field_that_is_not_there(template: str, name: str, kind: type) -> None:
    names = reached(f"session/{template}.txt", name)
    assert names and names <= set(members(kind))


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
def test_no_template_of_a_notice_names_a_field_that_is_not_there(slug: str) -> None:
    there: dict[str, set[str]] = {}
    for kind in GAMES[slug].info.news:
        there.setdefault(kind.notice, set()).update(members(kind))
    for notice, names in there.items():
        template = template_of(slug, notice)
        assert template, f"{notice} has no words"
        assert reached(template, "data") <= names, template
