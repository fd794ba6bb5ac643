"""`judge doctor`: what is wrong with a home, and what to do about it."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from judge.config import Config, load
from judge.core.errors import JudgeError, MailFault, SetupError
from judge.daemon import open_house
from judge.exchange import check_times

ROOM = 200 * 1024 * 1024


@dataclass(frozen=True)
class Finding:
    """One thing looked at. `remedy` says what to do when it is not good."""

    good: bool
    what: str
    remedy: str = ""


def examine(home: Path) -> list[Finding]:
    """Look at everything a running judge needs; later checks are left out when the settings cannot be read."""
    try:
        config = load(home)
    except SetupError as fault:
        return [Finding(False, fault.message, fault.remedy)]
    found = [Finding(True, f"settings: {home / 'judge.toml'}")]
    found += _folders(config)
    found.append(_clock())
    found.append(_disk(config))
    found += _house(config)
    return found


def _folders(config: Config) -> list[Finding]:
    found = []
    for folder in (config.var, config.var / "secrets"):
        if not folder.is_dir():
            found.append(Finding(False, f"{folder} is missing", f"Run: judge init {config.home}"))
        elif not os.access(folder, os.W_OK):
            found.append(Finding(False, f"{folder} cannot be written", f"Run: chown -R $(id -un) {config.var}"))
        elif folder.name == "secrets" and folder.stat().st_mode & 0o077:
            found.append(Finding(False, f"{folder} can be read by others", f"Run: chmod 700 {folder}"))
        else:
            found.append(Finding(True, f"folder {folder}"))
    return found


def _clock() -> Finding:
    now = datetime.now(UTC)
    if now.year < 2025:
        return Finding(
            False, f"the clock says {now:%Y-%m-%d %H:%M} UTC", "Set it, and run chrony or systemd-timesyncd."
        )
    return Finding(True, f"clock: {now:%Y-%m-%d %H:%M:%S} UTC")


def _disk(config: Config) -> Finding:
    folder = config.var if config.var.is_dir() else config.home
    free = shutil.disk_usage(folder).free
    if free < ROOM:
        return Finding(False, f"only {free // 2**20} MB free under {folder}", "Make room: the judge needs 200 MB.")
    return Finding(True, f"disk: {free // 2**20} MB free")


def _house(config: Config) -> list[Finding]:
    """Store, games and mail connections. A store held by a running daemon is looked at beside it."""
    path = Path(config.store_url)
    try:
        house = open_house(config, lock=not path.exists())
    except JudgeError as fault:
        return [Finding(False, str(fault), "See docs/operating.md, section Store.")]
    found = []
    try:
        complaints = house.store.check()
        found.append(
            Finding(
                not complaints,
                "store: " + ("; ".join(complaints[:3]) or str(path)),
                "Restore the last back-up (docs/operating.md)." if complaints else "",
            )
        )
        for wrong in check_times(house.office):
            found.append(Finding(False, wrong, "The master's DEADLINE sets a new one."))
        for name in ("inbox", "relay"):
            found.append(_server(name, getattr(house, name, None) if _opens(house, name, found) else None))
    finally:
        house.close()
    return [finding for finding in found if finding is not None]


def _opens(house: object, name: str, found: list[Finding]) -> bool:
    try:
        getattr(house, name)
        return True
    except SetupError as fault:
        found.append(Finding(False, fault.message, fault.remedy))
        return False


def _server(name: str, room: object) -> Finding:
    check = getattr(room, "check", None)
    if room is None:
        return Finding(False, f"mail {name} is not set up", "See [mail] in judge.toml.")
    if check is None:
        return Finding(True, f"mail {name}: a folder of this machine")
    try:
        return Finding(True, f"mail {name}: {check() or 'ready'}")
    except (MailFault, SetupError) as fault:
        return Finding(
            False, f"mail {name}: {fault}", "Check server, user and password in judge.toml and its environment."
        )
