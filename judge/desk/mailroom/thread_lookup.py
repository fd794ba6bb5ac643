"""Whose letter it is when no address of it says so: by the letter of ours that it answers.

Programs and providers that take the key out of our address leave In-Reply-To and References alone. The Message-ID of
each letter is as hard to guess as its reply key, and stands for it as long as that is good. But it travels further: it
stands in every letter that anybody writes below ours. So it is believed from the address on record alone, and only if
the mail server vouches for that sender, or the judge is set to do without (`reply = "references"`).
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from judge.core.regex import regex
from judge.core.values import Value
from judge.desk.cabinet.keys import CONFIRM, MASTERS_SEAT, STEM, Token, read_token, same
from judge.desk.cabinet.limits import guesses
from judge.desk.cabinet.records import Speaker, Status
from judge.desk.services import Services
from judge.post import Action, Authentication, Message

UNSUBSCRIBE = regex(r"unsubscribe\.[a-z][a-z0-9_-]{0,19}\.[a-z2-7]{16}", re.ASCII | re.IGNORECASE)


class Answered(Value):
    """The letter of ours that a letter answers: its reply key, and the address on record of whose key it is."""

    key: str
    owner: str

    @property
    def token(self) -> Token | None:
        return read_token(self.key)


def addressed(services: Services, message: Message) -> Message:
    """The letter under the address on record of whose it is, with the key of the letter of ours that it answers, where
    it brings none in an address and its sender is believed."""
    from judge.mail.reading.identity import is_token  # loaded with the first letter

    if message.sender and not services.files.proved(message.sender):  # else it is nobody's further one
        row = services.store.table("aliases").fetch(message.sender)
        if row is not None and message.action is not Action.BOUNCE:
            message = replace(message, sender=row["address"])
    if is_token(message.credential):
        return message
    subject = message.subject.strip()
    if UNSUBSCRIBE.fullmatch(subject):  # good for that and nothing else, so it may stand where everybody sees it
        return replace(message, credential=subject.lower())
    found = answered(services, message)
    if found is None or message.resent or message.listed or message.sender != found.owner:
        return message
    if not _believed(services, message, found):
        return message
    action = Action.ORDERS if message.action is Action.UNVERIFIED else message.action
    return replace(message, credential=found.key, action=action)


def _believed(services: Services, message: Message, found: Answered) -> bool:
    """Whether the sender is verified well enough to answer a letter of ours."""
    if message.verdict is not Authentication.NONE:
        return message.verdict is Authentication.PASS
    wanted, reply = services.config.judge.authentication, services.config.mail.reply
    if found.key.startswith(CONFIRM):
        return True  # written once, to that address alone, and good for one thing: as good as the token itself
    return wanted == "off" or (reply == "references" and wanted != "require")


def answered(services: Services, message: Message) -> Answered | None:
    """The newest letter of ours that this one names, if its key is still good."""
    for one in reversed(message.references):
        row = letter_of_ours(services, one)
        if row is None or "to" not in row:
            continue
        kept, to = str(row.get("answer", "")), str(row["to"])
        if kept.startswith(CONFIRM):
            return Answered(kept, to)
        stem, _, mark = kept.partition(" ")
        found = STEM.fullmatch(stem)
        again = _again(services, found[1], int(found[3]), int(found[4]), found[2] or "", to) if found else None
        return again if again is not None and same(services.keys.answer(again.key), mark) else None
    return None


def _again(services: Services, name: str, number: int, round_: int, author: str, to: str) -> Answered | None:
    """The reply key that such a letter has today: another one than then if the seat has changed hands. A letter to the
    masters is answered by each of them for himself."""
    game = services.files.game(name)
    if game is None:
        return None
    if number == MASTERS_SEAT:
        nonce = services.letters.masters_nonce(game)
        owner = to if to in game.masters else game.master
        return Answered(services.keys.token(game.key, number, nonce, round_), owner)
    seats = (seat.resumed() for seat in services.files.seats(game.key).values() if seat.number == number)
    seat = next((seat for seat in seats if not seat.vacant), None)
    return Answered(services.keys.token(game.key, number, seat.nonce, round_, author), seat.address) if seat else None


def speakers_at(services: Services, address: str) -> list[Speaker]:
    """Everybody who has this address on record in a game that is not over: seats by game, then masters. A practice game
    is in the keeper's name, but nobody runs it: no letter is taken for its master's without his password."""
    if not address:
        return []
    mastered = services.files.mastered_by(address)
    running = [game for game in mastered if game.status is not Status.FINISHED and not game.unrun]
    return [*services.files.playing(address), *((game, None) for game in running)]


# ---- what is remembered of letters: which were dealt with, whom they went to, what stood in them --------------------


LETTERS = 4  # of those an answer names, the newest
LOOKED_AT = 100  # of the newest letters of a game, when an answer names none

_ID = regex(r"<([0-9a-f]{32})@([^<>@\s]+)>")


def expected(services: Services, messages: Iterable[Message]) -> None:
    """Of these letters it will be asked, one by one, whether they were dealt with, and what was guessed in them."""
    services.store.table("inbox").preload([key for message in messages for key in message.keys])
    services.store.table("limits").preload([guesses(message.key) for message in messages])


def forget(services: Services, message: Message) -> None:
    """So that it is dealt with once more."""
    for key in message.keys:
        services.store.table("inbox").drop(key)


def letter_of_ours(services: Services, message_id: str) -> dict[str, Any] | None:
    """The outbox row of a letter of ours, which stays there for a month after it was sent; None if we sent none of that
    id, or long ago."""
    key = key_in_outbox(services, message_id)
    return services.store.table("outbox").fetch(key) if key else None


def key_in_outbox(services: Services, message_id: str) -> str:
    """The key in the outbox of a letter that may be ours; "" if its id is none that we give."""
    found = _ID.fullmatch(message_id.strip().lower())
    return found[1] if found is not None and found[2] == services.config.domain.lower() else ""


def said(services: Services, references: tuple[str, ...], credential: str) -> frozenset[str]:
    """Marks of the lines of the letters an answer names; if its program names none, of the newest letters to the seat
    whose reply address it came to."""
    rows = [row for one in references[-LETTERS - 2 :] if (row := letter_of_ours(services, one)) is not None]
    if not rows and not references:
        rows = _to_seat(services, credential)
    bodies, marks = services.store.table("bodies"), set[str]()
    for row in rows[-LETTERS:]:
        shared = bodies.fetch(row["body"]) if row.get("body") else None
        marks |= set((shared or {}).get("said", "").split()) | set(row.get("said", "").split())
    return frozenset(marks)


def _to_seat(services: Services, credential: str) -> list[dict[str, Any]]:
    token = read_token(credential)
    game = services.files.game(token.game) if token else None
    if token is None or game is None:
        return []
    here = [game.master] if token.seat == MASTERS_SEAT else []
    here += [seat.address for seat in services.files.seats(game.key).values() if seat.number == token.seat]
    outbox = services.store.table("outbox")
    newest = outbox.range("due", None, None, LOOKED_AT, within=("game", game.key), descending=True)
    return [dict(row) for row in reversed(newest) if row.get("status") == "sent" and row.get("to") in here]
