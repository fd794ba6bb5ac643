"""What every command of the program takes and shows, whatever it does."""

import io
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner

from judge.cli import view
from judge.cli.frame import _group
from judge.cli.running import ahead
from judge.core.errors import InputError
from judge.games import slugs
from tests.harness import Judge
from tests.keeper.homes import run as judged
from tests.tables import cases


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


@cases("words", "begun", "wanted")
def test_names_of_games_and_seats_are_completed(home: Path, words: list[str], begun: str, wanted: list[str]) -> None:
    shell = ShellComplete(_group, {}, "judge", "_JUDGE_COMPLETE")
    found = shell.get_completions(["--home", str(home), *words], begun)
    assert [one.value for one in found] == wanted


def test_no_remedy_names_a_package_that_anybody_could_take() -> None:
    import judge

    for path in Path(judge.__file__).parent.rglob("*.py"):
        assert "pip install 'postal-judge" not in path.read_text("utf-8"), path
    assert isinstance(_group, click.Group)


# ---- What the commands show of games that have not begun, beside those that have -----------------------------------


GAME = "game7"


def forming(folder: Path, slug: str) -> Judge:
    judge = Judge(folder)
    judge.new(GAME, slug)
    return judge


@pytest.mark.parametrize("slug", slugs())
def test_a_game_that_is_still_forming_is_shown_without_a_standing(tmp_path: Path, slug: str) -> None:
    judge = forming(tmp_path, slug)
    game = judge.game(GAME)
    shown = view.show_lines(judge.services, game)
    assert shown == f"{GAME} ({slug}), forming\nSeats (* has orders on file): none yet"
    assert json.loads(json.dumps(view.show(judge.services, game)))["phase"] == ""


@pytest.mark.parametrize("slug", ["diplomacy", "payola"])
def test_what_is_shown_of_the_years_of_a_board_is_json(tmp_path: Path, slug: str) -> None:
    judge = Judge(tmp_path).with_game(
        GAME, slug, "AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"
    )
    shown = json.loads(json.dumps(view.show(judge.services, judge.game(GAME))))
    assert [year["year"] for year in shown["history"]] == [1900]


# ---- `once --now` far ahead resolves deadlines that nobody has written for: at a terminal it wants a yes -----------


NOW = datetime(2026, 11, 24, tzinfo=UTC)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("days", "yes", "refused"), [(2, False, True), (2, True, False), (0.5, False, False)])
def test_at_a_terminal_more_than_a_day_ahead_needs_a_yes(days: float, yes: bool, refused: bool) -> None:
    moment = NOW + timedelta(days=days)
    if refused:
        with pytest.raises(InputError, match="--yes"):
            ahead(moment, NOW, yes, Terminal())
    else:
        ahead(moment, NOW, yes, Terminal())
    ahead(moment, NOW, yes, io.StringIO())  # a script says what it means
    ahead(None, NOW, yes, Terminal())
