"""Faults made on purpose (`make mutants`): where they are put, which tests are asked, and what was explained."""

from __future__ import annotations

import ast
from dataclasses import replace
from itertools import compress
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("cosmic_ray", reason="cosmic-ray is not installed, so no faults are made here")

from tools.mutants import __main__ as mutants
from tools.mutants import cover
from tools.mutants.__main__ import FEW, LONGEST, NARROW, Log, chosen, explained, is_about, stages, wanted
from tools.mutants.change import Change, Made, changes, made
from tools.mutants.cover import Seen
from tools.mutants.places import RUN, around, beyond, marked, stretches
from tools.mutants.sight import unseen

ROOT = Path(__file__).resolve().parents[1]
SOURCE = '''"""A page with 2 numbers."""

LIMIT = 3


@dataclass(frozen=True)
class Box:
    def fits(self, size: int = 4) -> bool:
        def near(one: int) -> bool:
            return one < size

        pairs = zip(near, near, strict=True)
        return near(LIMIT) and size > 1
'''


@pytest.fixture
def faults(tmp_path: Path) -> list[Made]:
    (tmp_path / "page.py").write_text(SOURCE, "utf-8")
    return [one for change in changes(tmp_path, "page.py") if (one := made(tmp_path, change)) is not None]


def test_a_fault_knows_its_line_and_the_function_around_it(faults: list[Made]) -> None:
    places = {(one.function, one.old, one.new) for one in faults}
    assert ("Box.fits.near", "return one < size", "return one <= size") in places
    assert ("Box.fits", "return near(LIMIT) and size > 1", "return near(LIMIT) or size > 1") in places
    assert ("", "LIMIT = 3", "LIMIT = 4") in places


def test_signatures_decorators_and_what_only_tells_readers_are_left_alone(faults: list[Made]) -> None:
    assert not [one for one in faults if one.old.startswith(("def ", "@", "pairs ="))]


def test_several_errors_caught_at_once_one_of_them_with_its_module_end_no_run(tmp_path: Path) -> None:
    (tmp_path / "post.py").write_text(
        "def post():\n    try:\n        go()\n    except (OSError, ssl.SSLError):\n        pass\n"
    )
    found = [made(tmp_path, change) for change in changes(tmp_path, "post.py")]
    assert found and None in found


def test_scripted_players_have_no_faults_unless_they_are_named() -> None:
    demo = "judge/games/bourse/demo.py"
    assert demo not in (inside := wanted(["judge/games/bourse"], "main")) and "judge/games/bourse/turn.py" in inside
    assert wanted([demo], "main") == [demo]


def fault(*places: int, beside: tuple[int, ...] = ()) -> Made:
    return Made(Change("judge/page.py", "AddNot", 0), "", 1, "", "", "", places, beside)


def test_tests_that_run_little_else_are_asked_before_the_quickest_of_each_file_and_no_longer_than_one_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(mutants, "FEW", 0)
    slow, broad = Seen("slow::1", LONGEST, 1), Seen("a::1", 0.01, NARROW + 1)
    quick, other, far = Seen("a::2", 0.1, NARROW), Seen("a::3", 0.2, 1), Seen("b::1", 0.3, 1)
    tests = {1: [], 2: [slow, broad, quick], 3: [slow, broad, quick, other, far]}
    assert chosen(fault(1, 2, 3), tests) == ["a::2", "a::1"]  # no test runs the first place
    assert chosen(fault(3), tests) == ["a::2", "b::1", "a::3", "a::1"]
    assert chosen(fault(4), tests) == []


def test_tests_that_run_what_few_run_of_the_function_are_asked_first() -> None:
    usual = [Seen(f"a::{n}", 0.1, 1) for n in range(20)]
    seldom = Seen("b::1", 0.5, NARROW + 1)
    tests = {1: [*usual, seldom], 2: [seldom]}
    assert chosen(fault(1, beside=(1, 2)), tests)[0] == "b::1" != chosen(fault(1, beside=(1,)), tests)[0]


def test_tests_of_files_about_the_module_are_asked_before_others() -> None:
    assert is_about("tests/test_mutants.py", "tools/mutants/places.py")
    assert is_about("tests/test_mutants.py", "tools/mutants/cover.py")
    assert not is_about("tests/test_mutants.py", "tools/mutants/trial.py")
    assert is_about("tests/desk/test_desk_places.py", "tools/mutants/places.py")
    strange, known = Seen("tests/test_layers.py::1", 0.1, 1), Seen("tests/test_mutants.py::1", 0.5, NARROW + 1)
    made_here = replace(fault(1), change=Change("tools/mutants/places.py", "AddNot", 0))
    assert chosen(made_here, {1: [strange, known]}) == [known.test, strange.test]


FORKED = """
def cost(size):
    'What it costs.'
    total = size
    if size > 2:
        total += 1
    elif size:
        total += 2
    return total
"""


def test_a_place_is_a_stretch_that_runs_together_and_marks_itself_when_it_runs() -> None:
    table: list[tuple[int, ...]] = []
    ran = bytearray(9)
    inside: dict[str, Any] = {RUN: ran}
    exec(compile(marked("page.py", FORKED, table), "page.py", "exec"), inside)
    assert not any(ran) and inside["cost"].__doc__ == "What it costs."
    found = stretches("page.py", ast.parse(FORKED))

    def run(size: int) -> list[int]:
        ran[:] = bytes(9)
        inside["cost"](size)
        return sorted(one.first for one in found if one.keys in set(compress(table, ran)))

    assert [run(size) for size in (3, 1, 0)] == [[4, 6, 9], [4, 7, 8, 9], [4, 7, 9]]


def test_a_place_is_the_same_after_lines_above_it_were_changed() -> None:
    def keys(text: str, line: int) -> tuple[int, ...]:
        stretch = around(stretches("page.py", ast.parse(text)), line)
        assert stretch is not None
        return stretch.keys

    assert keys(FORKED, 6) == keys("\n\n" + FORKED.replace("total = size", "total = size + 1"), 8)
    assert keys(FORKED, 6)[0] != keys(FORKED, 8)[0] and keys(FORKED, 6)[1:] == keys(FORKED, 8)[1:]
    assert around(stretches("page.py", ast.parse(FORKED)), 1) is None


def test_what_stands_behind_except_belongs_to_what_is_done_then() -> None:
    found = stretches(
        "page.py", ast.parse("def cost():\n    try:\n        run()\n    except OSError:\n        stop()\n")
    )
    assert [(one.first, one.last) for line in (3, 4, 5) if (one := around(found, line))] == [(3, 3), (4, 5), (4, 5)]


def test_what_the_tests_of_a_file_ran_is_kept_until_the_file_is_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cover, "ROOT", tmp_path)
    file = tmp_path / "test_page.py"
    file.write_text("one", "utf-8")
    assert not cover.is_kept(tmp_path, file)
    cover.keep(tmp_path, file, {"first": (0.5, {1, 2}), "second": (0.1, {2})})
    assert cover.is_kept(tmp_path, file)
    first, second = Seen("first", 0.5, 2), Seen("second", 0.1, 1)
    assert cover.read(tmp_path, [file], {1, 2, 3}) == {1: [first], 2: [second, first], 3: []}
    file.write_text("two", "utf-8")
    assert not cover.is_kept(tmp_path, file)


def test_what_was_explained_still_stands_in_the_code() -> None:
    for path, old, new in explained():
        lines = [line.strip() for line in (ROOT / path).read_text("utf-8").splitlines()]
        assert old != new and set(old.split(" / ")) <= set(lines), (path, old)


def test_a_run_that_was_cut_off_tries_nothing_twice_but_what_was_not_found_when_asked_to(
    faults: list[Made], tmp_path: Path
) -> None:
    first, second, third = faults[:3]
    log = Log(tmp_path / "log")
    log.note(first, True)
    log.note(second, False)
    again = Log(tmp_path / "log")
    assert [again.known(one) for one in (first, second, third)] == [True, False, None]
    again.note(second, True)
    assert Log(tmp_path / "log").known(second) is True
    log.note(third, False)
    assert Log(tmp_path / "log", again=True).known(third) is None
    elsewhere = Made(first.change, first.text + "\n", first.line, first.function, first.old, first.new)
    assert Log(tmp_path / "log").known(elsewhere) is None  # the file is another now


def test_a_few_tests_are_run_before_all_others() -> None:
    few, rest = [f"a::{n}" for n in range(FEW)], ["b::1", "b::2"]
    assert stages([*few, *rest]) == [few, rest]
    assert stages(few) == [few] and stages([]) == []


def seen(old: str, new: str, around: str = "HERE") -> bool:
    """Whether somebody may see that a line is another."""
    source = f"def find(hit):\n    {around}\n"
    return not unseen(ast.parse(source.replace("HERE", old)), ast.parse(source.replace("HERE", new)))


@pytest.mark.parametrize(
    ("around", "other"),
    [
        ("HERE", True),
        ("return HERE if len(hit) == 1 else None", False),
        ("if len(hit) == 1:\n        return HERE", False),
        ("if len(hit) == 1:\n        return None\n    return HERE", True),
        ("if len(hit) != 1:\n        return None\n    return HERE", False),
        ("if len(hit) != 1:\n        print()\n    return HERE", True),
        ("if len(hit) == 2:\n        return HERE", True),
    ],
)
def test_where_there_is_one_thing_its_first_is_its_last(around: str, other: bool) -> None:
    assert seen("hit[0]", "hit[-1]", around) is seen("hit[-1]", "hit[0]", around) is other
    assert seen("hit[0]", "hit[1]", around)


def test_where_a_long_text_is_cut_is_a_guess_and_where_a_short_one_is_cut_is_not() -> None:
    assert not seen("hit[:200]", "hit[:199]")
    assert seen("hit[:3]", "hit[:4]") and seen("hit[200]", "hit[199]") and seen("hit[1:200]", "hit[2:200]")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("MOST = 100", "MOST = 101", False),
        ("MOST = Limit(100, DAY)", "MOST = Limit(99, DAY)", False),
        ("LETTERS, TIMERS = 128, 4", "LETTERS, TIMERS = 127, 4", False),
        ("LETTERS, TIMERS = 128, 4", "LETTERS, TIMERS = 128, 5", True),
        ("MOST = 20", "MOST = 21", True),
        ("MOST = 100", "MOST = 200", True),
        ("MOST = 2 * 100", "MOST = 2 + 100", True),
        ("def most():\n    return 100", "def most():\n    return 101", True),
    ],
)
def test_how_many_are_enough_is_a_guess_of_the_desk_and_a_rule_of_a_game(old: str, new: str, told: bool) -> None:
    sound, faulty = ast.parse(old), ast.parse(new)
    assert unseen(sound, faulty, "judge/desk/counter/held.py") is not told
    assert not unseen(sound, faulty, "judge/games/bourse/rules.py")


def test_a_fork_leads_into_its_bodies_and_on_behind_it() -> None:
    source = "def f(a):\n    b = a\n    if b:\n        c = 1\n    else:\n        d = 2\n    return a\n"
    found = stretches("page.py", ast.parse(source))
    here = around(found, 3)
    assert here is not None
    assert [one.first for one in beyond(found, here, 3)] == [4, 6, 7]
    assert beyond(found, here, 2) == []


def test_of_a_fault_that_decides_the_way_some_tests_are_asked_that_go_each_way() -> None:
    many = [Seen(f"a{n}::1", 0.001, 1) for n in range(FEW)]
    left, right = Seen("z::left", 0.2, NARROW + 1), Seen("z::right", 0.2, NARROW + 1)
    one = replace(fault(1), beyond=(2, 3))
    asked = chosen(one, {1: [*many, Seen("b::1", 0.5, NARROW + 1), left, right], 2: [left], 3: [right]}, longest=3)
    assert asked[FEW : FEW + 2] == ["z::left", "z::right"]


def test_the_quickest_stories_are_asked_before_what_runs_little_else() -> None:
    many = [Seen(f"a{n}::1", 0.001, 1) for n in range(FEW)]
    told = [Seen(f"tests/stories/test_stories.py::{seconds}", seconds, 9_000) for seconds in (1.4, 1.2, 1.3)]
    asked = chosen(fault(1), {1: [*many, Seen("b::1", 0.5, 1), *told]}, longest=5)
    assert asked[FEW:] == [told[1].test, told[2].test, "b::1", told[0].test]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("LIMIT: ClassVar[int] = 50_000", "LIMIT: ClassVar[int] = 49999", False),
        ("_LIMIT = 20_000", "_LIMIT = 20001", False),
        ("LIMIT = 5", "LIMIT = 6", True),
        ("_LIMIT = Option(high=1000)", "_LIMIT = Option(high=1001)", True),
        ("MOST = 20_000", "MOST = 20001", True),
        ("find = lru_cache(maxsize=4096)(look)", "find = lru_cache(maxsize=4097)(look)", False),
        ("find = lru_cache(4096)(look)", "find = lru_cache(4096)(seek)", True),
        ("find = cached(4096)", "find = cached(4097)", True),
    ],
)
def test_how_much_is_kept_at_hand_is_a_guess_everywhere(old: str, new: str, told: bool) -> None:
    assert unseen(ast.parse(old), ast.parse(new), "judge/kits/board/tables.py") is not told
