"""`once --now` far ahead resolves deadlines that nobody has written for: at a terminal it wants a yes."""

from __future__ import annotations

import io
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from judge.cli.running import ahead
from judge.core.errors import InputError
from tests.keeper.homes import bourse_home, run

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


def test_a_script_far_ahead_works_as_it_always_did(tmp_path: Path) -> None:
    home = bourse_home(tmp_path / "home")
    assert run(home, "once", now="2099-12-04T18:00:00+00:00").exit_code == 0
    assert run(home, "once", "--yes", now="2099-12-05T18:00:00+00:00").exit_code == 0
