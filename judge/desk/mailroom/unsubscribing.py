"""One click ends a subscription: the address in List-Unsubscribe names its reader by a token, and needs no more."""

from __future__ import annotations

from judge.desk.cabinet.keys import same
from judge.desk.cabinet.reader_letters import ZINE
from judge.desk.office import Office
from judge.desk.writing.letterform import Brief
from judge.post import Message

PREFIX = "unsubscribe."


def by_token(office: Office, message: Message) -> bool:
    """A letter to `judge+unsubscribe.GAME.TOKEN@`, whoever and whatever sent it: mail programs do this for their
    users, from other addresses and marked as automatic too. The reader himself is told, and how to come back.
    False where there is no such reader (or no token, in an address typed by hand)."""
    name, _, token = message.credential.removeprefix(PREFIX).partition(".")
    game = office.files.game(name)
    if game is None and name == ZINE:
        return _from_zine(office, message, token)
    reader = _reader(office, game.key, token) if game and token else ""
    if game is None or not reader:
        return False
    office.files.unsubscribe(game.key, reader)
    plays = any(seat.address == reader for seat in office.files.seats(game.key).values())
    office.letters.to_address(
        reader,
        Brief(
            cause=message.key,
            kind="unsubscribed",
            data={"plays": plays, "reader": reader},
            now=message.arrived,
            game=game,
            answering=message if message.sender == reader else None,
            notice=False,
        ),
    )
    return True


def _from_zine(office: Office, message: Message, token: str) -> bool:
    reader = _reader(office, ZINE, token) if token else ""
    if not reader:
        return False
    office.files.unsubscribe(ZINE, reader)
    brief = Brief(
        cause=message.key,
        kind="unsubscribed",
        data={"reader": reader},
        now=message.arrived,
        template="session/unsubscribed_zine.txt",
        answering=message if message.sender == reader else None,
        notice=False,
    )
    office.letters.to_address(reader, brief)
    return True


def _reader(office: Office, name: str, token: str) -> str:
    """The subscriber whose token it is; "" for nobody's."""
    for address in office.files.subscribers(name):
        if same(office.keys.unsubscribing(name, address), token.lower()):
            return address
    return ""
