"""Letters held until the person on record confirms them, because the sender could not be verified."""

from __future__ import annotations

from datetime import timedelta

from judge.core.codec import pack, unpack
from judge.core.session import Place
from judge.desk.office import Office
from judge.desk.records import Game, SeatRecord, Status, instant, iso
from judge.desk.sitting import Sitting
from judge.parse import Block
from judge.post import Line, Message

LIFE = timedelta(days=7)


def hold(office: Office, sitting: Sitting, block: Block) -> None:
    """A right password, but the judge also wants the sender verified: ask the address on record."""
    game, seat = sitting.game, sitting.seat
    assert game is not None
    if seat is not None:
        _keep(office, sitting.message, game, seat, _lines(block))


def challenge(office: Office, message: Message, block: Block) -> None:
    """No credential and a sender that failed verification: ask the registered person, once a day, if it can only
    mean one seat. The forger hears nothing."""
    seats = [
        (game, seat)
        for seat in office.files.seats_of(message.sender)
        if (game := office.files.game(seat.game)) is not None and game.status is Status.ACTIVE
    ]
    mark = f"challenge:{message.sender}"
    inbox = office.store.table("inbox")
    last = inbox.fetch(mark)
    if len(seats) != 1 or (last and instant(last["at"]) > message.arrived - timedelta(days=1)):
        return
    inbox.put(mark, {"at": iso(message.arrived)})
    _keep(office, message, *seats[0], _lines(block))


def _lines(block: Block) -> list[str]:
    return [item.text for item in block.items if isinstance(item, Line)]


def _keep(office: Office, message: Message, game: Game, seat: SeatRecord, lines: list[str]) -> None:
    token = office.keys.secret_word(60)
    stripped = pack(message)
    stripped["lines"] = [{"number": n, "text": text} for n, text in enumerate(lines, 1)]
    office.store.table("inbox").put(
        f"held:{token}",
        {"message": stripped, "for": game.key, "seat": seat.name, "round": game.round, "at": iso(message.arrived)},
    )
    office.letters.to_seat(
        game, seat, cause=message.key, kind=f"held.{seat.number}", template="session/held_letter.txt",
        data={"token": token, "lines": lines, "sender": message.sender, "days": LIFE.days}, now=message.arrived,
        answering=message, notice=False, reply_key=f"confirm.{token}",
    )  # fmt: skip


def release(office: Office, token: str, now_iso: str) -> tuple[Message, Game, SeatRecord, Block] | None:
    """The held letter of a token, for good: it can be released once. None if there is none or it is too old."""
    inbox = office.store.table("inbox")
    kept = inbox.fetch(f"held:{token.lower()}")
    if kept is None or instant(kept["at"]) + LIFE < instant(now_iso):
        return None
    inbox.drop(f"held:{token.lower()}")
    game = office.files.game(kept["for"])
    seat = office.files.seat(kept["for"], kept["seat"])
    if game is None or seat is None or game.round != kept["round"]:
        return None
    message = unpack(Message, kept["message"])
    return message, game, seat, Block(None, Place.PLAYER, tuple(message.lines))
