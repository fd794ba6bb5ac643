"""The renderer: letters split into subject and body, keepers' own wording, moments in zones."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from jinja2 import TemplateNotFound, UndefinedError

from judge.core.codec import UNSET, Unset
from judge.core.shown import Shown
from judge.render import dates
from judge.render.template_renderer import TemplateRenderer
from tests.render.samples import SHARE
from tests.tables import cases


class Seen(Shown, kw_only=False):
    """Something to look at, with a field that may be left out."""

    board: str
    left: str | Unset = UNSET


def share(folder: Path, **files: str) -> Path:
    (folder / "templates").mkdir(parents=True)
    for name, words in files.items():
        (folder / "templates" / f"{name}.txt").write_text(words, "utf-8")
    return folder


def test_a_letter_without_a_subject_is_a_fault_of_the_template(tmp_path: Path) -> None:
    renderer = TemplateRenderer(share(tmp_path, a="Hello\n"))
    with pytest.raises(ValueError, match="not with Subject"):
        renderer.letter("a.txt", {})


def test_the_first_template_that_exists_is_taken(tmp_path: Path) -> None:
    renderer = TemplateRenderer(share(tmp_path, b="B"))
    assert renderer.part(("a.txt", "b.txt"), {}) == "B\n"
    assert renderer.part(("a.txt", "c.txt"), {}) is None
    with pytest.raises(TemplateNotFound):
        renderer.letter("c.txt", {})


def test_a_field_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UndefinedError):
        TemplateRenderer(share(tmp_path, a="{{ x }}")).part(("a.txt",), {})


def test_a_field_that_is_left_out_of_what_is_shown_is_not_defined(tmp_path: Path) -> None:
    renderer = TemplateRenderer(
        share(tmp_path, a="{{ x.board is defined }} {{ x.left is defined }} {{ x.nothing is defined }}")
    )
    assert renderer.part(("a.txt",), {"x": Seen(board="B")}) == "True False False\n"
    with pytest.raises(UndefinedError):
        TemplateRenderer(share(tmp_path / "b", b="{{ x.left }}")).part(("b.txt",), {"x": Seen(board="B")})


def test_a_player_s_words_are_data_and_never_a_template(tmp_path: Path) -> None:
    assert TemplateRenderer(share(tmp_path, a="{{ x }}")).part(("a.txt",), {"x": "{{ 7*7 }} <b>"}) == "{{ 7*7 }} <b>\n"


def test_compiled_templates_are_kept_in_the_cache(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    TemplateRenderer(SHARE, cache=cache).answer("announced", {})
    assert list(cache.glob("*"))
    assert TemplateRenderer(SHARE, cache=cache).answer("announced", {}) == "Your words went to everybody in the game."


# ---- moments ----------------------------------------------------------------------------------------------------


@cases("zone", "told")
def test_a_moment_is_told_in_the_reader_s_zone_and_in_utc(zone: str, told: str) -> None:
    assert dates.both("2026-12-04T18:00:00+00:00", zone) == told


def test_a_moment_may_be_a_text_a_datetime_or_nothing() -> None:
    at = datetime(2026, 7, 4, 17, tzinfo=UTC)
    assert dates.when(at, "Europe/London") == dates.when(at.isoformat(), "Europe/London") == "Sat 4 Jul 2026 18:00 BST"
    assert dates.when("", "UTC") == dates.both("", "UTC") == dates.day("", "UTC") == ""
