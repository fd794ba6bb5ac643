"""Letters held until the person on record, or the address they name, confirms them: the sender was not verified.

What is kept are the lines of one block, never a password: neither that of the sign-on, which is a line by itself, nor
one that a line would set.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from judge.core import session as words
from judge.core.codec import pack, unpack
from judge.core.command import Command
from judge.core.session import Place
from judge.desk.cabinet.limits import ONCE_A_DAY, PROOFS
from judge.desk.cabinet.records import Game, SeatRecord, Status, instant, iso
from judge.desk.office import Office
from judge.desk.sheets.sitting import Sitting
from judge.desk.writing.letterform import Brief
from judge.parse import Block, Understood, mask
from judge.parse.secrets import MASK
from judge.post import Line, Message, Verdict

LIFE = timedelta(days=7)
OUTSIDE = (words.Register, words.Join, words.Takeover, words.Create)  # words that no seat speaks
OF_AN_ADDRESS = (*OUTSIDE, words.Subscribe, words.Unsubscribe)
WORDS = 10  # of one letter


def hold(office: Office, sitting: Sitting, block: Block) -> None:
    """A right password, but the judge also wants the sender verified: ask the address on record."""
    game = sitting.game
    assert game is not None
    _keep(office, sitting.message, game, sitting.seat, block.lines)


def challenge(office: Office, message: Message, block: Block) -> None:
    """No credential and a sender that was not verified. The forger hears nothing.

    What somebody asks for his own address waits until a token comes back from there. Anything else is shown to the
    registered person, once a day, if it can only mean one seat.
    """
    seats = [
        (game, seat)
        for seat in (office.files.seats_of(message.sender) if message.sender else ())
        if (game := office.files.game(seat.game)) is not None and game.status is Status.ACTIVE
    ]
    asked = _of_an_address(office, block)
    if asked and (len(seats) != 1 or any(isinstance(word, OUTSIDE) for word in asked.values())):
        _ask_the_address(office, message, list(asked))
    elif len(seats) == 1 and office.limits.take(f"challenge:{message.sender}", message.arrived, ONCE_A_DAY):
        _keep(office, message, *seats[0], block.lines)


def _of_an_address(office: Office, block: Block) -> dict[Line, Command]:
    """Lines with such words, without the passwords in them."""
    found: dict[Line, Command] = {}
    for line in block.lines:
        bare = Line(line.number, mask(line.text).partition(MASK)[0].rstrip().removesuffix("PASSWORD").rstrip())
        said = office.reader.session(bare, Place.OUTSIDE)
        if isinstance(said, Understood) and isinstance(said.commands[0], OF_AN_ADDRESS) and len(found) < WORDS:
            found[bare] = said.commands[0]
    return found


def _ask_the_address(office: Office, message: Message, lines: Sequence[Line]) -> None:
    """A token to the address named as the sender, and of the letter nothing but our own words. An address that we do
    not know is left alone where its mail server says that it never wrote, or where somebody else passed it on."""
    known = office.files.person(message.sender) is not None
    refuted = message.verdict is Verdict.FAIL or message.resent
    if not message.sender or (refuted and not known):
        return
    if not office.limits.take(f"proof:{message.sender}", message.arrived, PROOFS):
        return
    token = office.keys.secret_word(60)
    office.store.table("inbox").put(
        f"held:{token}", {"message": pack(replace(message, lines=tuple(lines))), "for": "", "at": iso(message.arrived)}
    )
    office.letters.to_address(
        message.sender,
        Brief(
            cause=message.key,
            kind="confirm.words",
            template="session/confirm_address.txt",
            data={
                "token": token,
                "purpose": "words",
                "what": {"lines": [line.text for line in lines]},
                "days": LIFE.days,
            },
            now=message.arrived,
            answering=message,
            notice=False,
            reply_key=f"confirm.{token}",
        ),
    )


def _keep(office: Office, message: Message, game: Game, seat: SeatRecord | None, lines: Sequence[Line]) -> None:
    """Into the inbox table, and a letter with the token to the seat's address, or the master's where there is none."""
    token = office.keys.secret_word(60)
    safe = [line for line in lines if mask(line.text) == line.text]
    office.store.table("inbox").put(
        f"held:{token}",
        {
            "message": pack(replace(message, lines=tuple(safe))),
            "for": game.key,
            "seat": seat.name if seat else "",
            "nonce": seat.nonce if seat else "",
            "round": game.round,
            "at": iso(message.arrived),
        },
    )
    texts = [line.text for line in safe]
    data = {
        "token": token,
        "lines": texts,
        "left_out": len(lines) - len(safe),
        "sender": message.sender,
        "days": LIFE.days,
        "seat": seat.name if seat else "MASTER",
    }
    if seat is not None:
        office.letters.to_seat(
            game,
            seat,
            Brief(
                cause=message.key,
                kind=f"held.{seat.number}",
                template="session/held_letter.txt",
                data=data,
                now=message.arrived,
                answering=message,
                notice=False,
                reply_key=f"confirm.{token}",
            ),
        )
    else:
        office.letters.to_address(
            game.master,
            Brief(
                cause=message.key,
                kind="held.master",
                template="session/held_letter.txt",
                data=data,
                now=message.arrived,
                game=game,
                answering=message,
                notice=False,
                reply_key=f"confirm.{token}",
            ),
        )


@dataclass(frozen=True)
class Released:
    """A held letter that counts now. Without a seat it is the master's; without a game, its sender's own."""

    message: Message
    block: Block
    game: Game | None = None
    seat: SeatRecord | None = None


def release(office: Office, token: str, now_iso: str) -> Released | None:
    """The held letter of a token, for good: it can be released once. None if there is none, it is too old, its phase
    is over or the seat has changed hands."""
    inbox = office.store.table("inbox")
    kept = inbox.fetch(f"held:{token.lower()}")
    if kept is None or instant(kept["at"]) + LIFE < instant(now_iso):
        return None
    inbox.drop(f"held:{token.lower()}")
    message = unpack(Message, kept["message"])
    if not kept["for"]:
        return Released(message, office.reader.blocks(message.lines, signed=False)[0])
    game = office.files.game(kept["for"])
    seat = office.files.seat(kept["for"], kept["seat"]) if kept["seat"] else None
    if game is None or game.round != kept["round"] or (seat.nonce if seat else "") != kept["nonce"]:
        return None
    return Released(message, office.reader.blocks(message.lines, signed=True)[0], game, seat)
