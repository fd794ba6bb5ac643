"""How grammar files are composed, what their comments do, and that a new game needs one file and no code."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from judge.core.command import Command
from judge.core.errors import SetupError
from judge.core.words import WORDS
from judge.post import Line
from judge.reading import Garbled, Grammar, Reader, Understood
from judge.reading.engine import Engine
from judge.reading.sources import compose
from tests.reading.market import BOURSE
from tests.reading.where import SHARE

GRAMMARS = sorted(path.stem for path in (SHARE / "grammar").glob("*.lark"))


@pytest.mark.parametrize("slug", GRAMMARS)
def test_a_grammar_is_built_and_its_sample_mistakes_are_mistakes(slug: str) -> None:
    Engine(compose(SHARE / "grammar", slug)).sentences  # noqa: B018


@pytest.mark.parametrize("slug", GRAMMARS)
def test_grammars_are_composed_flat_so_that_no_name_is_prefixed(slug: str) -> None:
    source = compose(SHARE / "grammar", slug)
    assert "%import" not in source.text
    names = re.findall(r"^[?_]*([A-Za-z]\w*)(?:\.-?\d+)?\s*:", source.text, re.MULTILINE)
    assert names and not any("__" in name for name in names)


@pytest.mark.parametrize("slug", GRAMMARS)
def test_messages_name_no_terminal_of_the_grammar(slug: str) -> None:
    source = compose(SHARE / "grammar", slug)
    terminals = set(re.findall(r"^(_?[A-Z][A-Z_]*)(?:\.-?\d+)?\s*:", source.text, re.MULTILINE))
    spoken = [*source.say.values(), *source.refuse.values(), *(sentence for _, sentence in source.wrong)]
    assert not [
        text for text in spoken for word in re.findall(r"[A-Z]*_[A-Z_]+|WORD|NONSPACE", text) if word in terminals
    ]


@pytest.mark.parametrize("slug", ["session", "bourse"])
def test_every_terminal_that_may_be_expected_has_words(slug: str) -> None:
    source = compose(SHARE / "grammar", slug)
    ignored = set(re.findall(r"^%ignore (\w+)", source.text, re.MULTILINE))
    starts = set(re.findall(r"^_?([A-Z_]+)\.(?:9|10):", source.text, re.MULTILINE)) if slug == "session" else set()
    terminals = set(re.findall(r"^(_?[A-Z][A-Z_]*)(?:\.-?\d+)?\s*:", source.text, re.MULTILINE))
    unnamed = {name for name in terminals - ignored - set(source.say) if name.removeprefix("_") not in starts}
    assert unnamed <= SILENT


SILENT = set(
    """
    DOLLARS _OF _DOLLAR_WORD _AT _EQUALS _COMMA _PASSWORD _PREFER _ZONE_WORD _FROM _PAUSED_TILL _ALL
    _EVERYBODY _GAMES EVERY NOW GREY NOT_READY ZONE _SEP
""".split()
)
"""Optional words and forms that are read only to be refused: naming them would not help."""


def test_the_session_grammar_makes_every_word() -> None:
    text = compose(SHARE / "grammar", "session").text
    rules = set(re.findall(r"^([a-z_]+):", text, re.MULTILINE))
    assert set(WORDS) <= rules


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"nosuch\.lark"):
        compose(tmp_path, "nosuch")


def test_a_ring_of_files_is_named(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "a.lark").write_text("// uses: b\n")
    (tmp_path / "lib" / "b.lark").write_text("// uses: c\n")
    (tmp_path / "lib" / "c.lark").write_text("// uses: b\n")
    with pytest.raises(SetupError, match="ring"):
        compose(tmp_path, "a")


def test_a_file_used_twice_stands_once(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "a.lark").write_text("// uses: b, c\nline: X\n")
    (tmp_path / "lib" / "b.lark").write_text("// uses: c\nY: /y/\n")
    (tmp_path / "lib" / "c.lark").write_text("X: /x/\n")
    source = compose(tmp_path, "a")
    assert source.files == ("lib/c.lark", "lib/b.lark", "a.lark")
    assert source.text.count("X: /x/") == 1


def checked(folder: Path) -> None:
    engine = Engine(compose(folder, "bad"))
    assert engine.reads("x") and engine.sentences


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("line: MISSING\n", "not in order"),
        ("// wrong: x => y\nline: /x/\n", "can be read"),
        ("// wrong: x y\nline: /x/\n", "lacks"),
        ("// wrong: y => one\n// wrong: z => two\nline: /x/\n", "one place"),
    ],
)
def test_a_grammar_that_is_not_in_order_is_refused(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "bad.lark").write_text(text)
    with pytest.raises(SetupError, match=says):
        checked(tmp_path)


def test_a_built_grammar_is_cached_and_a_spoilt_cache_is_built_anew(tmp_path: Path) -> None:
    for spoil in (None, b"", b"not a cache"):
        if spoil is not None:
            for path in tmp_path.iterdir():
                path.write_bytes(spoil)
        (reading,) = Reader(SHARE, tmp_path).orders(BOURSE).read(Line(1, "SELL 3 LIRA"))
        assert isinstance(reading, Understood)
        assert [path.name for path in tmp_path.iterdir()] == ["bourse.grammar"]


def test_a_cache_that_others_may_write_is_not_used(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    cache.mkdir()
    cache.chmod(0o777)
    assert Engine(compose(SHARE / "grammar", "bourse"), cache).reads("SELL 3 LIRA")
    assert list(cache.iterdir()) == []
    (tmp_path / "file").touch()
    assert Engine(compose(SHARE / "grammar", "bourse"), tmp_path / "file" / "cache").reads("SELL 3 LIRA")


def test_nobody_else_may_look_into_a_cache_that_is_made(tmp_path: Path) -> None:
    (tmp_path / "bad.lark").write_text("line: /x/\n")
    assert Engine(compose(tmp_path, "bad"), tmp_path / "new").reads("x")
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700


def test_a_changed_grammar_is_not_read_from_the_cache(tmp_path: Path) -> None:
    (tmp_path / "a.lark").write_text("line: /x/\n")
    assert Engine(compose(tmp_path, "a"), tmp_path / "cache").reads("x")
    (tmp_path / "a.lark").write_text("line: /y/\n")
    assert Engine(compose(tmp_path, "a"), tmp_path / "cache").reads("y")


# ---- a new game: one file and a vocabulary ---------------------------------------------------------------------------

BOARD = r"""
// A board: units move, support and are built; several builds stand behind one verb.
// uses: words
// verbs: BUILD, WAIVE
// starts: A, F, ARMY, FLEET
// refuse coasted: The coast of a supported place is not written.
// say UNIT: a unit

line: _order | _order _SEP | _order _SEP line
_order: move | support | build | waive
move: unit (_DASH place)+ via?
support: unit _S supported (_DASH place)?
build: _BUILD unit (_SEP unit)*
waive: _WAIVE
unit: kind place
supported: kind place
kind: UNIT
via: VIA
place: WORD+

UNIT.4: /(?:army|fleet|[af])(?!\w)/i
_S.4: /s(?:upports?)?(?!\w)/i
_DASH: /-+>?/
_BUILD.5: /build(?!\w)/i
_WAIVE.5: /waive(?!\w)/i
VIA.5: /via\s+convoy(?!\w)/i
"""


class Any_(Command):
    fields: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def read(cls, fields: Any) -> Any_:
        return cls(fields=tuple(sorted(fields.items())))


class Move(Any_): ...


class Support(Any_): ...


class Build(Any_): ...


class Waive(Any_): ...


PLACES = {
    "PAR": ("Paris",),
    "BUR": ("Burgundy",),
    "MAO": ("Mid-Atlantic Ocean", "mid atlantic"),
    "STP": ("St. Petersburg",),
    "STP/SC": ("St Petersburg south coast", "stp/sc"),
    "LVP": ("Liverpool", "liv"),
    "LVN": ("Livonia", "liv"),
    "BRE": ("Brest",),
}


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    share = tmp_path_factory.mktemp("share")
    shutil.copytree(SHARE / "grammar", share / "grammar")
    (share / "grammar" / "board_test.lark").write_text(BOARD)
    return Reader(share)


GAME = Grammar("board_test", {"move": Move, "support": Support, "build": Build, "waive": Waive}, {"place": PLACES})


def fields(reader: Reader, text: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for reading in reader.orders(GAME).read(Line(1, text)):
        assert isinstance(reading, Understood), reading
        found += [dict(command.fields) for command in reading.commands if isinstance(command, Any_)]
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A PAR-BUR", {"unit": ("UNIT", "PAR"), "place": "BUR"}),
        ("army paris -> burgundy", {"unit": ("UNIT", "PAR"), "place": "BUR"}),
        ("A PAR-BUR-BRE", {"unit": ("UNIT", "PAR"), "place": ("BUR", "BRE")}),
        ("F Brest - Mid-Atlantic Ocean", {"unit": ("UNIT", "BRE"), "place": "MAO"}),
        ("A St.Petersburg - par via convoy", {"unit": ("UNIT", "STP"), "place": "PAR", "via": "VIA"}),
        ("A PAR S A BRE - BUR", {"unit": ("UNIT", "PAR"), "supported": ("UNIT", "BRE"), "place": "BUR"}),
        ("BUILD F St Petersburg South Coast, A PAR", {"unit": (("UNIT", "STP/SC"), ("UNIT", "PAR"))}),
    ],
)
def test_a_new_game_needs_a_file_and_a_vocabulary(board: Reader, text: str, expected: dict[str, Any]) -> None:
    assert fields(board, text) == [expected]


def test_a_name_of_two_places_is_asked_about(board: Reader) -> None:
    (reading,) = board.orders(GAME).read(Line(1, "A PAR - LIV"))
    assert isinstance(reading, Garbled)
    assert "LVN (Livonia) or LVP (Liverpool)" in reading.reason
    assert reading.suggestion == ""


def test_a_misspelt_place_is_repaired_where_it_stands(board: Reader) -> None:
    (reading,) = board.orders(GAME).read(Line(1, "A PAR - BURGANDY"))
    assert isinstance(reading, Garbled)
    assert reading.suggestion == "A PAR - BUR"


def test_a_line_that_begins_with_a_unit_is_told_what_is_missing(board: Reader) -> None:
    (reading,) = board.orders(GAME).read(Line(1, "A PAR -"))
    assert isinstance(reading, Garbled)
    assert reading.reason == "Something is missing at the end: I expected a name."


def test_several_units_on_a_line_are_several_orders(board: Reader) -> None:
    assert len(fields(board, "A PAR-BUR, F BRE - MAO; WAIVE")) == 3
