"""The rehearsal of a migration."""

import tempfile
from dataclasses import replace
from pathlib import Path

from judge.audit import Each, replay_all
from judge.config import Config
from judge.house import open_house
from judge.house.versions import migrate
from judge.keeper.backup import copy_store
from judge.store import open_store


def rehearse(config: Config, each: Each = iter) -> tuple[list[str], list[str]]:
    """The same on a copy, every game replayed there: what would be done, and what would be wrong."""
    with tempfile.TemporaryDirectory(prefix="judge-migration-") as name:
        home = Path(name)
        (home / "var").mkdir()
        copy_store(config, home / "var" / "judge.db")
        copy = open_store(home / "var" / "judge.db")
        try:
            done = migrate(copy)
            wrong = copy.check()
        finally:
            copy.close()
        share = str(config.share) if config.share else ""
        house = open_house(replace(config, home=home, judge=replace(config.judge, store="var/judge.db", share=share)))
        try:
            lines, differ = replay_all(house.office, each)
        finally:
            house.close()
    return [*done, *lines], [*wrong, *differ]
