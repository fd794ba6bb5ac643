"""What every game promises of what it lets be looked at: standings and forecasts are of documented types, and no
template names a field that is not there."""

from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from typing import Any

from judge.core.codec import pack, unpack
from judge.core.notice import fields_of
from judge.core.shown import Shown
from judge.core.variant import Views
from tests.conformance.matrix import GAMES
from tests.conformance.test_conformance_games import every_game
from tests.conformance.test_conformance_news import members, reached, within
from tests.harness import ROOT
from tests.stories.played import STORIES, played

TEMPLATES = ROOT / "templates"
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
def test_no_template_of_a_standing_names_a_field_that_is_not_there(slug: str) -> None:
    views = GAMES[slug].info.views
    own = {name for kind in views.private for name in members(kind)}
    for template in filter(None, (template_of(slug, name) for name in LOOKED_AT)):
        assert reached(template, "private") <= own, template
        assert reached(template, "public") <= set(members(views.public)), template


@every_game
def test_no_template_of_a_forecast_names_a_field_that_is_not_there(slug: str) -> None:
    names = reached(f"{slug}/forecast.txt", "forecast")
    assert names and names <= {name for kind in GAMES[slug].info.views.forecasts for name in members(kind)}
