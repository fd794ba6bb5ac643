"""A back-up into a home, and the rehearsal of it.

Restoring lays everything out beside what is there, writes down what is to be put where (`var/restoring/plan.json`),
and only then moves: the old files aside, the new ones into place. Killed before the plan, the old home stands; killed
after it, whoever opens the home next finishes the moves. There is never a mixture for anybody to read.
"""

import json
import os
import shutil
import tempfile
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from judge.app import open_app
from judge.app.pending import AREA, finish
from judge.app.versions import migrate
from judge.audit import Each, replay_all
from judge.config import Config, load
from judge.config_file import write_default
from judge.core.dice import link
from judge.core.errors import InputError, JudgeError, SetupError, StoreFault
from judge.desk.cabinet.records import instant
from judge.durable import private, sync
from judge.keeper.backup import FOLDERS, STORE, Unpacked, copy_store, file_store, unpack
from judge.store import open_store
from judge.store.engine import StoreLock

TAILS = ("-wal", "-shm")


def rehearse(source: Path, each: Each = iter) -> tuple[list[str], list[str]]:
    """Restore into a temporary place and recompute everything there: digests, store, dice chains, every phase. Gives a
    line a game, and what is wrong: nothing, if the back-up is good."""
    with tempfile.TemporaryDirectory(prefix="judge-rehearsal-") as name:
        home = Path(name) / "home"
        found = unpack(source, _made(Path(name) / "new"))
        _lay_out(found, home)
        lines = [f"{source}: {len(found.files)} files as of {found.at}, every digest right"]
        config = load(home)
        try:
            with closing(open_store(home / "var" / STORE)) as old:  # what `judge migrate` will have to do
                lines += [f"judge migrate: {step}" for step in migrate(old)]
            app = open_app(replace(config, judge=replace(config.judge, store=f"var/{STORE}")))
        except JudgeError as fault:
            return lines, [str(fault)]
        with closing(app):
            played, wrong = replay_all(app.services, each)
            problems = [*app.store.check(), *wrong]
            for game in app.services.files.games() if found.whole else ():
                if game.anchor and link(app.services.chain(game.key)[0], 0).hex() != game.anchor:
                    problems.append(f"{game.key}: the tip of its dice is not the one of its anchor")
    return [*lines, *played], problems


def _lay_out(found: Unpacked, home: Path) -> None:
    """A home of its own with the back-up in it, and no way to write to anybody."""
    write_default(home, door="# no door")
    for name in found.files:
        if name != "judge.toml":
            target = home / "var" / name
            private(target.parent)
            os.replace(found.folder / name, target)


# ---- for good -----------------------------------------------------------------------------------------------------


def restore(
    source: Path, home: Path, *, force: bool = False, now: datetime, step: Callable[[str], None] = lambda reached: None
) -> list[str]:
    """Put a back-up into a home; returns what was done, in words. The home's own judge.toml is left as it is.

    Raises SetupError when the home has a store already and `force` is not given, StoreFault while a daemon runs.
    """
    config = _home_of(source, home)
    store = file_store(config)
    finish(config.var)
    if store.exists() and not force:
        raise SetupError(f"{home} has a store already: {store}.", "Another --home, or --force (the old one is kept).")
    if store.parent.stat().st_dev != config.var.stat().st_dev:
        raise SetupError(f"The store {store} is on another disk than {config.var}.", "Restore into a home beside it.")
    aside = config.var / f"before-restore-{now:%Y%m%d-%H%M%S}"
    held = StoreLock(store)
    try:
        found = _prepare(config, store, source, aside, step)
        step("planned")
        finish(config.var, step, held=True)
    finally:
        held.release()
    told = [f"{home} stands as of {found.at}."]
    if aside.is_dir():
        told.append(f"What was there before lies in {aside}.")
    if not found.whole:
        told.append("The file held the store alone: var/secrets must be that of the same judge.")
    return told


def _prepare(config: Config, store: Path, source: Path, aside: Path, step: Callable[[str], None]) -> Unpacked:
    """Everything beside what is there, and the plan. What fails before the plan leaves no trace."""
    area = config.var / AREA
    shutil.rmtree(area, ignore_errors=True)
    try:
        found = unpack(source, _made(area / "new"))
        step("unpacked")
        _write_plan(area, {"aside": str(aside), "moves": _moves(config, store, found)})
        return found
    except (OSError, JudgeError) as fault:
        shutil.rmtree(area, ignore_errors=True)
        if isinstance(fault, JudgeError):
            raise
        raise StoreFault(f"{source} could not be restored: {fault.strerror or fault}. The home is as it was.") from None


def _home_of(source: Path, home: Path) -> Config:
    """The home's settings; a folder without any gets those of the back-up."""
    if not (home / "judge.toml").exists():
        with tempfile.TemporaryDirectory() as name:
            found = unpack(source, Path(name))
        write_default(home)
        if found.settings:
            part = home / ".judge.toml.part"
            part.write_text(found.settings, "utf-8")
            os.replace(part, home / "judge.toml")
    return load(home)


def _moves(config: Config, store: Path, found: Unpacked) -> list[list[str]]:
    """[new, place]: what comes into which place; "" for what is only taken away."""
    moves = [["", str(store) + tail] for tail in TAILS]
    moves.append([STORE, str(store)])
    there = {name.partition("/")[0] for name in found.files}
    moves += [[name, str(config.var / name)] for name in FOLDERS if found.whole and name in there]
    return moves


def _write_plan(area: Path, plan: Mapping[str, object]) -> None:
    """The new files durable first, then the plan: its name is the moment from which there is no way back."""
    for folder, _, names in os.walk(area / "new"):
        for name in names:
            sync(Path(folder) / name)
        sync(Path(folder))
    part = area / "plan.part"
    part.write_text(json.dumps(plan), "utf-8")
    sync(part)
    os.replace(part, area / "plan.json")
    sync(area)


def _made(folder: Path) -> Path:
    folder.mkdir(mode=0o700, parents=True)
    return folder


def letters_again(config: Config, since: str) -> int:
    """Put letters that were handled after the back-up was made back into the embedded mailbox: their stamps are kept,
    so they are handled in their old order. Those of the hour before come too, for stamps may differ: the store knows
    them, and they are passed over. Returns how many came since."""
    inbox = config.folder_of(config.mail.inbox)
    if inbox is None:
        raise InputError(
            "The letters of this judge lie on an IMAP server.",
            hint=f"Move those since {since} from the folder Done back to the inbox.",
        )
    made = instant(since).timestamp()
    count = 0
    for path in sorted((inbox / ".Done" / "cur").glob("*")):
        came = path.stat().st_mtime
        if came >= made - timedelta(hours=1).total_seconds():
            os.replace(path, inbox / "new" / path.name.partition(":")[0])
            count += came >= made
    return count


# ---- a migration -------------------------------------------------------------------------------------------------


def rehearse_migration(config: Config, each: Each = iter) -> tuple[list[str], list[str]]:
    """A migration on a copy, every game replayed there: what would be done, and what would be wrong."""
    with tempfile.TemporaryDirectory(prefix="judge-migration-") as name:
        home = Path(name)
        (home / "var").mkdir()
        copy_store(config, home / "var" / "judge.db")
        with closing(open_store(home / "var" / "judge.db")) as copy:
            done = migrate(copy)
            wrong = copy.check()
        share = str(config.share) if config.share else ""
        moved = replace(config, home=home, judge=replace(config.judge, store="var/judge.db", share=share))
        with closing(open_app(moved)) as app:
            lines, differ = replay_all(app.services, each)
    return [*done, *lines], [*wrong, *differ]
