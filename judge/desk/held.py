"""Letters held until the person on record confirms them, because the sender could not be verified.

What is kept are the lines of one block, never a password: neither that of the sign-on, which is a line by itself, nor
one that a line would set.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from judge.core.codec import pack, unpack
from judge.desk.limits import ONCE_A_DAY
from judge.desk.office import Office
from judge.desk.records import Game, SeatRecord, Status, instant, iso
from judge.desk.sitting import Sitting
from judge.parse import Block, mask
from judge.post import Line, Message

LIFE = timedelta(days=7)


def hold(office: Office, sitting: Sitting, block: Block) -> None:
    """A right password, but the judge also wants the sender verified: ask the address on record."""
    game = sitting.game
    assert game is not None
    _keep(office, sitting.message, game, sitting.seat, block.lines)


def challenge(office: Office, message: Message, block: Block) -> None:
    """No credential and a sender that failed verification: ask the registered person, once a day, if it can only
    mean one seat. The forger hears nothing."""
    seats = [
        (game, seat)
        for seat in office.files.seats_of(message.sender)
        if (game := office.files.game(seat.game)) is not None and game.status is Status.ACTIVE
    ]
    if len(seats) == 1 and office.limits.take(f"challenge:{message.sender}", message.arrived, ONCE_A_DAY):
        _keep(office, message, *seats[0], block.lines)


def _keep(office: Office, message: Message, game: Game, seat: SeatRecord | None, lines: Sequence[Line]) -> None:
    """Into the inbox table, and a letter with the token to the seat's address, or the master's where there is none."""
    token = office.keys.secret_word(60)
    safe = [line for line in lines if mask(line.text) == line.text]
    office.store.table("inbox").put(
        f"held:{token}",
        {"message": pack(replace(message, lines=tuple(safe))), "for": game.key, "seat": seat.name if seat else "",
         "nonce": seat.nonce if seat else "", "round": game.round, "at": iso(message.arrived)},
    )  # fmt: skip
    texts = [line.text for line in safe]
    data = {"token": token, "lines": texts, "left_out": len(lines) - len(safe), "sender": message.sender,
            "days": LIFE.days, "seat": seat.name if seat else "MASTER"}  # fmt: skip
    if seat is not None:
        office.letters.to_seat(
            game, seat, cause=message.key, kind=f"held.{seat.number}", template="session/held_letter.txt", data=data,
            now=message.arrived, answering=message, notice=False, reply_key=f"confirm.{token}",
        )  # fmt: skip
    else:
        office.letters.to_address(
            game.master, cause=message.key, kind="held.master", template="session/held_letter.txt", data=data,
            now=message.arrived, game=game, answering=message, notice=False, reply_key=f"confirm.{token}",
        )  # fmt: skip


def release(office: Office, token: str, now_iso: str) -> tuple[Message, Game, SeatRecord | None, Block] | None:
    """The held letter of a token, for good: it can be released once. None if there is none, it is too old, its phase
    is over or the seat has changed hands. No seat: it is the master's."""
    inbox = office.store.table("inbox")
    kept = inbox.fetch(f"held:{token.lower()}")
    if kept is None or instant(kept["at"]) + LIFE < instant(now_iso):
        return None
    inbox.drop(f"held:{token.lower()}")
    game = office.files.game(kept["for"])
    seat = office.files.seat(kept["for"], kept["seat"]) if kept["seat"] else None
    if game is None or game.round != kept["round"] or (seat.nonce if seat else "") != kept["nonce"]:
        return None
    message = unpack(Message, kept["message"])
    return message, game, seat, office.reader.blocks(message.lines, signed=True)[0]
