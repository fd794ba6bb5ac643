"""What every command of the program takes and shows, whatever it does."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner

from judge.cli.frame import _group
from tests.keeper.homes import run as judged


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    CliRunner().invoke(_group, ["init", str(folder)])
    for words in (
        ("new", "lira7", "--variant", "bourse", "--master", "gm@example.test", "--master-password", "gm-secret"),
        ("join", "lira7", "Lupus", "--address", "ann@example.test", "--password", "ann-pass"),
    ):
        assert judged(folder, *words).exit_code == 0
    return folder


def test_a_quiet_command_says_nothing_but_does_it(home: Path) -> None:
    done = judged(home, "new", "mark1", "--variant", "bourse", "--master", "gm@example.test", "-q")
    assert done.exit_code == 0 and done.output == ""
    assert "mark1" in judged(home, "list").output


@pytest.mark.parametrize(
    ("words", "begun", "wanted"),
    [(["show"], "li", ["lira7"]), (["join", "lira7"], "l", ["Lupus"]), (["show"], "x", [])],
)
def test_names_of_games_and_seats_are_completed(home: Path, words: list[str], begun: str, wanted: list[str]) -> None:
    shell = ShellComplete(_group, {}, "judge", "_JUDGE_COMPLETE")
    found = shell.get_completions(["--home", str(home), *words], begun)
    assert [one.value for one in found] == wanted


def test_no_remedy_names_a_package_that_anybody_could_take() -> None:
    import judge

    for path in Path(judge.__file__).parent.rglob("*.py"):
        assert "pip install 'postal-judge" not in path.read_text("utf-8"), path
    assert isinstance(_group, click.Group)
