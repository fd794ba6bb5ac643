"""What every game promises of what it lets be looked at: standings and forecasts are of documented types, and no
template reaches a field that is not there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass, make_dataclass
from pathlib import Path
from typing import Any

from judge.core.codec import pack, unpack
from judge.core.notice import fields_of
from judge.core.shown import Shown
from judge.core.variant import Views
from judge.games import variants
from judge.render.template_renderer import TemplateRenderer
from tests.conformance.template_types import Checker, members
from tests.conformance.test_conformance_games import every_game
from tests.conformance.test_conformance_news import within
from tests.stories.played import STORIES, played

ROOT = Path(__file__).parents[2]
TEMPLATES = ROOT / "templates"
GAMES = variants()
LOOKED_AT = ("status", "stand", "purse", "digest")
"""Templates that are given standings."""


def every_type(views: Views) -> tuple[type, ...]:
    return (views.public, *views.private, views.master, *views.forecasts)


def seen(slug: str) -> list[tuple[str, Shown]]:
    """(view, what it shows) of all that could be looked at in the game's stories."""
    stories = [played(story).shown for story in STORIES if story.parent.name == slug]
    found = [(view, shown) for story in stories for game, view, shown in story if game == slug]
    assert found
    return found


def mappings(value: Any) -> Iterator[Mapping[Any, Any]]:
    """Every mapping in it."""
    if isinstance(value, Mapping):
        yield value
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, tuple) else ()
    for one in fields_of(value).values() if is_dataclass(value) else inner:
        yield from mappings(one)


def forecast_types(kinds: tuple[type, ...]) -> list[type]:
    """What a forecast's template may be given: each type by itself, but as one type those that their field `kind` tells
    apart."""
    told = [kind for kind in kinds if "kind" in members(kind)]
    hints = {name: hint for kind in told for name, hint in members(kind).items()}
    return [kind for kind in kinds if kind not in told] + ([make_dataclass("Forecast", hints.items())] if told else [])


def template_of(slug: str, name: str) -> str:
    """The game's own template, else the one that games share; "" for none."""
    names = (f"{slug}/{name}.txt", f"lib/{name}.txt", f"session/{name}.txt")
    return next((one for one in names if (TEMPLATES / one).is_file()), "")


@every_game
def test_what_may_be_looked_at_is_of_frozen_documented_types_without_any(slug: str) -> None:
    views = GAMES[slug].info.views
    assert views.private and views.forecasts
    for kind in every_type(views):
        assert is_dataclass(kind) and kind.__setattr__ is not object.__setattr__, kind
        for inner in (kind, *within(kind, set())):
            assert inner is not Any, kind
            if is_dataclass(inner):
                assert inner.__doc__ and not inner.__doc__.startswith(f"{inner.__name__}("), inner


@every_game
def test_what_the_stories_let_be_looked_at_is_of_these_types(slug: str) -> None:
    views = GAMES[slug].info.views
    kinds = {
        "public": (views.public,),
        "private": views.private,
        "master": (views.master,),
        "forecast": views.forecasts,
    }
    for view, shown in seen(slug):
        assert type(shown) in kinds[view], view
        assert unpack(type(shown), pack(shown)) == shown


@every_game
def test_whoever_goes_through_what_he_is_shown_goes_in_the_order_of_its_document(slug: str) -> None:
    for view, shown in seen(slug):
        for mapping in mappings(shown):
            assert list(mapping) == sorted(mapping), (view, mapping)


@every_game
def test_no_template_of_a_standing_reaches_a_field_that_is_not_there(slug: str, tmp_path: Path) -> None:
    views, reached = GAMES[slug].info.views, 0
    for name in LOOKED_AT:
        for private in views.private if template_of(slug, name) else ():
            checker = Checker(TEMPLATES, TemplateRenderer(ROOT, tmp_path)._env)
            checker.check(template_of(slug, name), public=views.public, private=private, seat=str, game=str)
            assert [str(fault) for fault in checker.faults] == [], private.__name__
            reached += checker.reached
    assert reached > len(LOOKED_AT)


@every_game
def test_no_template_of_a_forecast_reaches_a_field_that_is_not_there(slug: str, tmp_path: Path) -> None:
    for kind in forecast_types(GAMES[slug].info.views.forecasts):
        checker = Checker(TEMPLATES, TemplateRenderer(ROOT, tmp_path)._env)
        checker.check(f"{slug}/forecast.txt", forecast=kind)
        assert [str(fault) for fault in checker.faults] == [], kind.__name__
        assert checker.reached, kind


def test_a_branch_for_another_kind_of_seat_is_not_walked(tmp_path: Path) -> None:
    """The check itself: a field that tells kinds apart opens the branches of its own kind, and no others."""
    from judge.kits.host.picture import NothingShown, PowerShown

    env = TemplateRenderer(ROOT, tmp_path)._env
    text = "{% if private.power is defined %}{{ private.powr }}{% else %}{{ private.cash }}{% endif %}"
    (tmp_path / "one.txt").write_text(text, "utf-8")
    for kind, fault in ((PowerShown, "PowerShown has no powr"), (NothingShown, "NothingShown has no cash")):
        checker = Checker(tmp_path, env)
        checker.check("one.txt", private=kind)
        assert [re.sub(r"^.*?: ", "", str(one)) for one in checker.faults] == [fault]
