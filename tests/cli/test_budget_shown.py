"""`judge show --budget`: what went out, and what did not."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.test_command_line import _cheap_passwords, good, home, run

__all__ = ["_cheap_passwords", "home"]


def test_the_mail_budget_is_shown_in_words_and_for_programs(home: Path) -> None:
    found = json.loads(good(home, "show", "--budget", "--json"))
    assert found["by_kind"]["owed"]["letters"] == found["day"] > 0
    press = {"letters": 0, "today": 0, "most": 20000, "this_hour": 0, "most_an_hour": 10000, "withheld": 0}
    assert found["by_kind"]["press"] == press and found["balanced"]
    words = good(home, "show", "--budget")
    assert "never held back" in words and "0 of 2000 today, 0 of 1000 this hour, 0 not sent today" in words
    assert "the books balance" in words and "letters of" in words
    assert run(home, "show").exit_code == 2
