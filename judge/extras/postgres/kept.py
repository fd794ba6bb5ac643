"""A letter as it waits in a shared store: the bytes it came as, and what a judge has read in them.

Reading is a third of the work of a letter, so the judge that handles it takes over what the judge that took it in has
read. A judge of another version reads for itself.

What letters will ask the store is fetched on a few ways to the server instead of one for each question. These are
guesses: what was foreseen in vain was only looked at, and what was not is asked for by itself.
"""

import base64
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from judge import __version__
from judge.core.ids import fold
from judge.core.regex import regex
from judge.desk.cabinet.keys import read_token
from judge.desk.cabinet.limits import answers, beats, guesses, own_guesses
from judge.desk.mailroom.ordering_keys import games_in
from judge.desk.mailroom.thread_lookup import key_in_outbox
from judge.desk.services import Services
from judge.post import Message

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Message).decode


def row_of(raw: bytes, message: Message) -> dict[str, Any]:
    """The row that holds a letter. Texts that JSON cannot say are read again by whoever handles it."""
    try:
        return {"raw": _text(raw), "read": _encode(message).decode(), "by": __version__}
    except UnicodeEncodeError:
        return {"raw": _text(raw)}


def octets(row: Mapping[str, Any]) -> bytes:
    """The letter as it came."""
    text: str = row["raw"]
    return base64.b64decode(text[1:]) if text.startswith("\0") else text.encode("ascii")


def reading(row: Mapping[str, Any]) -> Message | None:
    """What was read in it, if a judge of this version did."""
    if row.get("by") != __version__:
        return None
    try:
        return _decode(row["read"])
    except (msgspec.MsgspecError, KeyError):
        return None


def _text(raw: bytes) -> str:
    """Letters are ASCII but for a few: those are kept in base 64, behind a mark no letter begins with."""
    return raw.decode("ascii") if raw.isascii() else "\0" + base64.b64encode(raw).decode("ascii")


_SIGNS = regex(r"\W*(?:sign[- ]?on\s+)?([^@]{1,60}?)\s*@\s*([\w-]{1,40})", re.IGNORECASE)


def foresee_handling(services: Services, messages: Sequence[Message], lanes: Collection[str]) -> None:
    """Inside the batch that deals with them, and with whatever else is due in their `lanes`."""
    games = sorted(games_in(lanes))
    rows = {
        **rows_of_letters(services, messages),
        "limits": [guesses(message.key) for message in messages],
        "games": games,
        "events": [f"{game}#head" for game in games],
        "deadlines": [f"{game}:deadline:0" for game in games],
    }
    services.store.foresee(rows, {("seats", "game"): games, ("orders", "game"): games})
    services.store.foresee({"limits": [name for message in messages for name in _counted(services, message, games)]})


def rows_of_letters(services: Services, messages: Sequence[Message]) -> dict[str, list[str]]:
    senders = [message.sender for message in messages if message.sender]
    return {
        "inbox": [key for message in messages for key in message.keys],
        "players": senders,
        "aliases": senders,
        "outbox": [key for message in messages for one in message.references if (key := key_in_outbox(services, one))],
    }


def _counted(services: Services, message: Message, games: Collection[str]) -> Iterable[str]:
    """The names under which the letter's guesses and answers are counted."""
    token = read_token(message.credential)
    if token is not None:
        yield answers(token.game, token.seat)
        yield from beats(f"{token.game}/{token.seat}")
    for line in message.lines:
        found = _SIGNS.match(line.text) if "@" in line.text else None
        game = fold(found[2]) if found else ""
        if found is None or game not in games:
            continue
        place = f"{game}/{fold(found[1])}"
        yield own_guesses(place, short=True)
        yield own_guesses(place, short=False)
        if (seat := services.files.seat(game, found[1])) is not None:
            yield answers(game, seat.number)
