"""A home whose store is lost starts no new judge by itself: letters of its games would be taken and refused."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from judge.app import open_app
from judge.cli.frame import _group
from judge.config import load
from tests.keeper.homes import bourse_home, run
from tests.stores import sqlite_only

pytestmark = sqlite_only("its file is missing or empty")


@pytest.fixture(params=["missing", "empty"])
def lost(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    home = bourse_home(tmp_path / "home")
    for path in (home / "var").glob("judge.db*"):
        path.unlink()
    if request.param == "empty":
        (home / "var" / "judge.db").touch()
    return home


@pytest.mark.parametrize("command", [["once"], ["list"], ["run"]])
def test_without_its_store_a_home_is_refused_with_the_way_back(lost: Path, command: list[str]) -> None:
    result = run(lost, *command)
    assert result.exit_code != 0
    assert "judge.db is" in result.output and "judge restore" in result.output and "--new" in result.output


def test_doctor_says_the_same_as_run(lost: Path) -> None:
    result = run(lost, "doctor")
    assert result.exit_code == 1 and "judge restore" in result.output


def test_a_home_begins_anew_on_purpose_and_one_that_never_had_a_store_by_itself(lost: Path, tmp_path: Path) -> None:
    open_app(load(lost), new=True).close()
    assert run(lost, "once").exit_code == 0
    fresh = tmp_path / "fresh"
    CliRunner().invoke(_group, ["init", str(fresh)])
    assert run(fresh, "list").exit_code == 0  # makes the keys and no store
    assert run(fresh, "once").exit_code == 0


# ---- on a server --------------------------------------------------------------------------------------------------


@pytest.fixture(params=["gone", "empty"])
def dropped(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A home whose store lay in a schema that was dropped, or dropped and made again."""
    from judge.extras.postgres.server import Address
    from tests.pgserver import lend, server
    from tests.stores import put_on

    home = tmp_path / "home"
    assert CliRunner().invoke(_group, ["init", str(home)]).exit_code == 0
    url = lend()
    put_on(home, url)
    assert run(home, "once").exit_code == 0 and run(home, "once").exit_code == 0
    schema = Address.parse(url).schema
    server().keeper.execute(f"drop schema {schema} cascade")
    if request.param == "empty":
        server().keeper.execute(f"create schema {schema}")
    return home


@pytest.mark.parametrize("command", [["once"], ["list"], ["run"], ["doctor"]])
def test_a_home_whose_schema_is_gone_or_empty_is_refused_with_the_way_back(dropped: Path, command: list[str]) -> None:
    result = run(dropped, *command)
    assert result.exit_code != 0
    assert "keys of a judge that had one" in result.output and "--new" in result.output
    assert "pg_restore" in result.output


def test_it_begins_anew_on_purpose_and_a_home_moves_to_a_new_server_by_itself(dropped: Path, tmp_path: Path) -> None:
    from tests.pgserver import lend
    from tests.stores import put_on

    open_app(load(dropped), new=True).close()
    assert run(dropped, "once").exit_code == 0
    put_on(dropped, lend())
    assert run(dropped, "once").exit_code == 0
