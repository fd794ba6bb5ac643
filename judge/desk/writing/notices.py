"""What is told outside letters, where the keeper wants it: a game's start, its results, a seat that opened, its end.

Public facts alone, queued in the same commit as what they tell of; `judge/extras/announcements` posts them."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Mapping

from judge.config import Config
from judge.desk.cabinet.records import Cause, Game, iso
from judge.loglines import entry
from judge.store import Store

log = logging.getLogger("judge.desk")

LETTERS: Mapping[str, str] = {"start": "started", "results": "results", "final": "ended"}
"""The letters to everybody that are news elsewhere too -> what they tell."""
SAID = {
    "started": "{title} {game} has started with {phase_words}.",
    "eve": "{title} {game}: a day to the deadline of {phase_words}.",
    "results": "{title} {game}: results are out. Next is {phase_words}.",
    "seat_open": "{title} {game}: a seat is open.",
    "ended": "{title} {game} is over.",
}


def targets(config: Config) -> dict[str, str]:
    """Where notices go: a short name that tells nothing, "" for the webhook, -> the address, which is a secret."""
    wanted = config.notify
    found = {"": wanted.webhook} if wanted.webhook else {}
    listed = list(wanted.apprise)
    if wanted.apprise_file:
        try:
            lines = (config.home / wanted.apprise_file).read_text("utf-8", errors="replace").splitlines()
        except (OSError, ValueError):
            lines = []  # `judge doctor` says so
        listed += [line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#")]
    return found | {hashlib.sha256(url.encode()).hexdigest()[:8]: url for url in listed}


def wanted(config: Config, game: Game) -> dict[str, str]:
    """The targets that anything of this game is told: only of games that LIST shows. A fault there costs the notice,
    never the game. What went wrong may hold an address, so it is not quoted."""
    named = config.notify.games.lower().replace(",", " ").split()
    if not game.shown or (named != ["all"] and game.key not in named):
        return {}
    try:
        return targets(config)
    except Exception as fault:
        log.error("%s", entry("notice_fault", game=game.key, fault=type(fault).__name__))
        return {}


def note(config: Config, store: Store, game: Game, words: str, what: str, cause: Cause, phase: str = "") -> None:
    """Queue it for each target, once a cause. `words`: its phase in words; `phase`: of the results."""
    found = wanted(config, game)
    if not found:
        return
    told = {
        "schema": "postal-judge/notice",
        "judge": config.judge.name,
        "game": game.key,
        "variant": game.variant,
        "what": what,
        "phase": phase or game.phase,
        "deadline": "" if what == "ended" else game.deadline,
        "page": config.page_of(game.key, phase),
        "at": iso(cause.at),
        "text": SAID[what].format(title=game.variant.title(), game=game.key, phase_words=words),
    }
    for target in found:
        key = f"{game.key}:{what}:{cause.key}" + (f":{target}" if target else "")
        store.table("notices").put(key, {"due": iso(cause.at), "tries": 0, "told": told, "to": target})
