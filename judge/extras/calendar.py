"""The next deadline of a game as an iCalendar object (RFC 5545), for the calendars of its players.

One event a game: its UID never changes, its SEQUENCE grows whenever the deadline moves, so a calendar that gets a newer
letter moves the entry instead of adding one (RFC 5546, METHOD:PUBLISH); the end of the game cancels it.
"""

from datetime import UTC, datetime

from judge.config import Config
from judge.core.variant import GameInfo
from judge.desk.cabinet.records import Game, Status, instant
from judge.render import dates
from judge.render.template_renderer import TemplateRenderer

_LINE = 75
PRODUCT = "-//postal-judge//deadlines//EN"


def deadline(config: Config, renderer: TemplateRenderer, game: Game, info: GameInfo, now: datetime) -> bytes:
    """The event as of `now`; b"" for a game that never had a deadline. A finished game's event is a cancellation."""
    due, over = _due(game), game.status is Status.FINISHED
    if due is None:
        return b""
    told = (
        f"{info.title} {game.key}, {info.calendar.words(game.phase)}.\nDeadline: {dates.both(due, game.zone())}.\n"
        f"Orders go to {config.judge.address}, or in reply to any letter of the game."
    )
    values = {
        "product": PRODUCT,
        "over": over,
        "due_words": _text(f"{game.key}: the game is over" if over else f"{game.key}: orders for {game.phase} are due"),
        "told": _text(told),
        "due": _moment(due),
        "now": _moment(now),
        "uid": _text(f"{game.key}@{config.domain}"),
        "moved": game.moved,
        "title": _text(info.title),
        "judge": config.judge.address,
    }
    text = renderer.part(("session/deadline.txt",), values) or ""
    return "".join(f"{_folded(line)}\r\n" for line in text.rstrip("\n").split("\n")).encode()


def _moment(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(words: str) -> str:
    """With what has a meaning of its own there (RFC 5545, 3.3.11) marked."""
    words = words.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return words.replace("\r\n", "\n").replace("\n", "\\n").replace("\r", "\\n")


def _folded(line: str) -> str:
    """No line longer than 75 octets, its end left out (RFC 5545, 3.1). No letter is parted, no mark from its sign."""
    if len(line) < _LINE and line.isascii():
        return line
    parts, size = [""], 0
    for letter in line:
        octets = len(letter.encode())
        if size + octets >= _LINE:
            mark = parts[-1][-1] if parts[-1][-1] in "\\^" else ""
            parts[-1] = parts[-1].removesuffix(mark)
            parts.append(mark)
            size = len(mark)
        parts[-1] += letter
        size += octets
    return "\r\n ".join(parts)


def _due(game: Game) -> datetime | None:
    """The deadline in force; for a finished game the last it had."""
    if game.deadline:
        return instant(game.deadline)
    last = [played.deadline for played in game.played if played.deadline]
    return instant(last[-1]) if last and game.status is Status.FINISHED else None
