"""A restore that was begun and cut off: finished by whoever opens the home next."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

from judge.durable import private, sync
from judge.store.engine import StoreLock

AREA = "restoring"  # of var/


def finish(var: Path, step: Callable[[str], None] = lambda reached: None, *, held: bool = False) -> bool:
    """Carry out what is left of the plan, if there is one. Each move can be done again: it looks at what is there.

    `held`: the caller holds the store's lock. Raises StoreFault while another process is at it.
    """
    plan = var / AREA / "plan.json"
    if not plan.exists():
        return False
    moves = json.loads(plan.read_text("utf-8"))
    store = next(Path(place) for new, place in moves["moves"] if new == "judge.db")
    lock = None if held else StoreLock(store)
    try:
        if plan.exists():  # nobody was faster
            _carry_out(var, moves, step)
    finally:
        if lock is not None:
            lock.release()
    return True


def _carry_out(var: Path, plan: dict[str, list[list[str]]], step: Callable[[str], None]) -> None:
    aside = Path(str(plan["aside"]))
    for new, place in plan["moves"]:
        source, target = var / AREA / "new" / new, Path(place)
        arrived = bool(new) and not source.exists()
        if not arrived and target.exists():
            aside.mkdir(mode=0o700, exist_ok=True)
            os.replace(target, aside / target.name)
            step(f"aside {target.name}")
        if new and not arrived:
            private(target.parent)
            os.replace(source, target)
            step(f"placed {target.name}")
        sync(target.parent)
    os.unlink(var / AREA / "plan.json")
    step("done")
    shutil.rmtree(var / AREA, ignore_errors=True)
