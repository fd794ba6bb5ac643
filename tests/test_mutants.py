"""Faults made on purpose (`make mutants`): where they are put, which tests are asked, and what was explained."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("cosmic_ray", reason="cosmic-ray is not installed, so no faults are made here")

from tools.mutants.__main__ import LONGEST, NARROW, Log, by_function, chosen, explained, stages, wanted
from tools.mutants.change import Change, Made, changes, made

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


def test_scripted_players_have_no_faults_unless_they_are_named() -> None:
    demo = "judge/games/bourse/demo.py"
    assert demo not in (inside := wanted(["judge/games/bourse"], "main")) and "judge/games/bourse/turn.py" in inside
    assert wanted([demo], "main") == [demo]


def test_tests_that_run_little_else_are_asked_first_then_the_quickest_and_no_longer_than_one_waits() -> None:
    seen = {
        "slow": {"seconds": LONGEST, "functions": ["page.py::Box.fits"]},
        "broad": {"seconds": 0.01, "functions": ["page.py::Box.fits", *(f"x.py::f{n}" for n in range(NARROW))]},
        "quick": {"seconds": 0.1, "functions": ["page.py::Box.fits"]},
        "other": {"seconds": 0.2, "functions": ["page.py::Box.other"]},
    }
    tests = by_function(seen)
    change = Change("judge/page.py", "AddNot", 0)
    assert chosen(Made(change, "", 1, "Box.fits", "", ""), tests) == ["quick", "broad"]
    assert chosen(Made(change, "", 1, "", "", ""), tests) == ["quick", "other", "broad"]
    assert chosen(Made(change, "", 1, "Box", "", ""), tests) == ["quick", "other", "broad"]  # its defaults
    assert chosen(Made(Change("judge/nobody.py", "AddNot", 0), "", 1, "", "", ""), tests) == []


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


def test_the_few_files_that_ask_a_function_most_are_asked_first() -> None:
    most = [f"tests/{name}.py::test_{number}" for number in range(3) for name in "abcd"]
    few = ["tests/e.py::test_0", *most, "tests/f.py::test_0"]
    assert stages(few) == [most, ["tests/e.py::test_0", "tests/f.py::test_0"]]
    assert stages(most) == [most] and stages([]) == []
