"""Letters held until the person on record, or the address they name, confirms them: the sender was not verified.

What is kept are the lines of one block, never a password: neither that of the sign-on, which is a line by itself, nor
one that a line would set. Of a password for a new seat a digest is kept, where the letter is not in doubt.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from datetime import timedelta
from textwrap import shorten

from judge.core import words
from judge.core.codec import unpack
from judge.core.ids import fold
from judge.core.regex import regex
from judge.core.values import Value
from judge.desk.cabinet.limits import ONCE_A_DAY, ONCE_AN_HOUR, PROOFS
from judge.desk.cabinet.records import Game, SeatRecord, Speaker, Status, instant, iso
from judge.desk.services import Services
from judge.desk.sheets.letter_context import LetterContext, Level, problems_of, remarks_of
from judge.desk.writing.letterform import Brief
from judge.expressions import expressions
from judge.expressions import words as expression_words
from judge.post import Action, Line, Message
from judge.reading import Block, Understood, name_in, pseudonym_in
from judge.signon import mask

LIFE = timedelta(days=7)
WAITS = timedelta(days=14)  # what an address asks for itself
WAITING = tuple(word for word in words.WORDS.values() if word.waits)
OF_AN_ADDRESS = tuple(word.command for word in WAITING)
OUTSIDE = tuple(word.command for word in WAITING if word.place is words.Place.OUTSIDE)  # that no seat speaks
REGISTERING = ("JOIN", "TAKEOVER", "CREATE", "STANDBY")  # words that make an address known by the way
WORDS = 10  # of one letter
ASKED = 900  # characters of them: a letter to an unknown address is short
QUOTED, SHOWN = 3, 64  # what nobody read of a letter, as an unknown address is shown it: so many, so long each
_REACHES = regex(r"[@/\\]|\w\.\w")  # of a word that may lead somewhere
SECOND = 1000  # what an answer's lines are numbered from, behind those that waited
_RE = expressions("letters")
NO = expression_words("letters", "no")


def ask_of_a_list(services: Services, message: Message, blocks: Sequence[Block], speaker: Speaker | None) -> bool:
    """Orders in a post to a mailing list are not carried out, and nothing is said in public: whoever may have meant
    them is asked at the address on record, once a phase. False where they can be no one seat's."""
    found = speaker or _meant(services, message, blocks)
    if found is None:
        return False
    game, seat = found
    name = f"listed:{game.key}/{seat.number if seat is not None else 'm'}/{game.round}"
    if not services.limits.used(name):
        services.limits.add(name, max(message.arrived, instant(game.deadline)) if game.deadline else message.arrived, 1)
        hold(services, message, found, [line for block in blocks for line in block.lines])
    return True


def _meant(services: Services, message: Message, blocks: Sequence[Block]) -> tuple[Game, SeatRecord | None] | None:
    """The seat that a post seems to be of: one it names, if it bears that seat's address; else its writer's only
    one."""
    seats = _seats_of(services, message.sender)
    named = [b.opener for b in blocks if isinstance(b.opener, words.SignOn)]
    if named:
        wanted = {(fold(one.game), fold(one.seat)) for one in named}
        seats = [(game, seat) for game, seat in seats if (fold(game.key), fold(seat.name)) in wanted]
    return seats[0] if len(seats) == 1 else None


def _seats_of(services: Services, address: str) -> list[tuple[Game, SeatRecord]]:
    return [(game, seat) for game, seat in services.files.playing(address) if game.status is Status.ACTIVE]


def challenge(services: Services, message: Message, block: Block) -> Block | None:
    """No credential and a sender that was not verified. The forger hears nothing.

    What somebody asks for his own address is given back, to be judged without an answer and to wait until a token comes
    back from there. Anything else is shown to the registered person, once a day, if it can only mean one seat.
    """
    seats = _seats_of(services, message.sender)
    asked = _of_an_address(services, block.lines)
    if asked and (len(seats) != 1 or any(isinstance(one.commands[0], OUTSIDE) for one in asked)):
        return Block(None, words.Place.OUTSIDE, tuple(asked))
    if len(seats) == 1 and services.limits.take(f"challenge:{message.sender}", message.arrived, ONCE_A_DAY):
        hold(services, message, seats[0], block.lines)
    return None


def _of_an_address(services: Services, lines: Sequence[Line]) -> list[Understood]:
    """The lines with words that somebody asks for his own address, at most as many as one letter may have."""
    read = (services.reader.word(line, words.Place.OUTSIDE) for line in lines)
    return [one for one in read if isinstance(one, Understood) and isinstance(one.commands[0], OF_AN_ADDRESS)][:WORDS]


def ask(services: Services, context: LetterContext, enclosures: Sequence[str] = ()) -> bool:
    """What waits is shown to the address it is asked for, with all else there is to answer: whoever has the token read
    that letter. False, and why in the context's answers, if no letter may go now.

    Of the letter nothing is repeated but our own words. An address that we do not know is left alone where its mail
    server says that it never wrote, or where somebody else passed the letter on.
    """
    message, silent = context.message, context.message.action is Action.UNVERIFIED
    if not message.sender or (silent and message.refuted and services.files.person(message.sender) is None):
        return False
    asked = sorted(context.waiting, key=lambda one: not one.text.startswith("REGISTER"))[:WORDS]
    same = hashlib.sha256("\n".join(one.text for one in asked).encode()).hexdigest()[:16]
    if sum(len(one.text) for one in asked) > ASKED:
        context.say("asked_too_much", Level.ERROR, most=ASKED)
        return False
    proof = f"proof:{message.sender}"
    for name, limit, code in ((f"{proof}/{same}", ONCE_AN_HOUR, "asked_already"), (proof, PROOFS, "asked_too_often")):
        if not services.limits.take(name, context.at, limit):
            context.say(code, Level.ERROR, address=message.sender)
            return False
    lines = tuple(Line(number, one.text) for number, one in enumerate(asked, 1))
    hashes = {str(number): one.hash for number, one in enumerate(asked, 1) if one.hash}
    asks = any(one.asks for one in asked)
    token = services.letters.held(replace(message, lines=lines), context.at, hashes=hashes, asks=asks)
    answers = () if silent else tuple(one.told for one in context.answers)
    known = services.files.proved(message.sender)
    sent = services.letters.to_address(
        message.sender,
        context.brief(
            "confirm.words",
            {
                "token": token,
                "purpose": "words",
                "what": {"lines": [one.text for one in asked], "notes": [one.note for one in asked if one.note]},
                "known": known,
                "proved": known and not silent,
                "asks": asks,
                "nameless": any(one.text.startswith(REGISTERING) for one in asked)
                and not any(one.text.startswith("REGISTER") for one in asked),
                "days": WAITS.days,
                "problems": problems_of(answers),
                "said": remarks_of(answers),
                "enclosures": [] if silent else list(enclosures),
                "remarks": [] if silent else list(message.warnings),
                "unread": [] if silent else [shortly(one.text) for one in context.rests[:QUOTED]],
            },
            template="session/confirm_address.txt",
            answering=message,
            reply_key=f"confirm.{token}",
        ),
    )
    if not sent:
        drop(services, token)
        context.say("asked_too_often", Level.ERROR, address=message.sender)
    return sent


def shortly(text: str) -> str:
    """Words of a letter as an address may be shown them that has not proved it wrote them: no link and no address
    among them, and not many."""
    words = ("..." if _REACHES.search(word) else word for word in text.split())
    return shorten(" ".join(words), SHOWN, placeholder=" ...")


def hold(
    services: Services, message: Message, speaker: Speaker, lines: Sequence[Line], last: bool | None = None
) -> None:
    """Kept, and a letter with the token to the seat's address, or the master's where there is none: there is a right
    password, and the judge also wants the sender verified. Where there is no key and no password, and it may be this
    speaker's, it is said whether it is the `last` that is asked about today."""
    (game, seat), unsigned = speaker, last is not None
    owner = seat.address if seat else message.sender if message.sender in game.masters else game.master
    safe = [line for line in lines if mask(line.text) == line.text]
    nonce = seat.nonce if seat else services.letters.masters_nonce(game)
    whose = {"seat": seat.name if seat else "", "nonce": nonce, "round": game.round}
    token = services.letters.held(replace(message, lines=tuple(safe)), message.arrived, game.key, **whose)
    addressing = services.config.addressing
    data = {
        "token": token,
        "lines": [line.text for line in safe],
        "sender": message.sender,
        "days": LIFE.days,
        "listed": message.listed,
        "own": message.sender == owner,
        "came": iso(message.arrived),
        "by_address": addressing.with_key(f"confirm.{token}") if addressing.carries else "",
        "left_out": len(lines) - len(safe),
        "seat": seat.name if seat else "MASTER",
        "unsigned": unsigned and not message.refuted,
        "last": bool(last),
    }
    kind = "held.master"
    if seat is not None:
        kind = f"held.{game.key}.{seat.number}" if unsigned else f"held.{seat.number}"
    brief = Brief(message.key, kind, data, message.arrived, template="session/held_letter.txt", answering=message)
    brief = replace(brief, reply_key=f"confirm.{token}")
    if seat is not None:
        services.letters.to_seat(game, seat, brief)
    else:
        services.letters.to_address(owner, replace(brief, game=game))


class Released(Value):
    """A held letter that counts now. Without a seat it is the master's; without a game, its sender's own."""

    message: Message
    block: Block
    game: Game | None = None
    seat: SeatRecord | None = None
    hashes: Mapping[int, str] = field(default_factory=dict)
    asks: bool = False  # a name was asked for


def release(services: Services, token: str, now_iso: str) -> Released | None:
    """The held letter of a token, for good: it can be released once. None if there is none, it is too old, its phase
    is over or the seat has changed hands."""
    table = services.store.table("held")
    kept = table.fetch(token.lower())
    life = LIFE if kept is None or kept["for"] else WAITS
    if kept is None or instant(kept["at"]) + life < instant(now_iso):
        return None
    table.drop(token.lower())
    message = unpack(Message, kept["message"])
    if not kept["for"]:
        hashes = {int(number): one for number, one in kept.get("hashes", {}).items()}
        blocks = services.reader.blocks(message.lines, signed=False) or [Block(None, words.Place.OUTSIDE, ())]
        return Released(message, blocks[0], hashes=hashes, asks=bool(kept.get("asks")))
    game = services.files.game(kept["for"])
    seat = services.files.seat(kept["for"], kept["seat"]) if kept["seat"] else None
    seat = seat.resumed() if seat else None
    if game is None or game.round != kept["round"]:
        return None
    nonce = seat.nonce if seat else services.letters.masters_nonce(game)
    if kept["nonce"] != nonce and (kept["seat"] or kept["nonce"]):  # a master's of another day was kept without
        return None
    return Released(message, services.reader.blocks(message.lines, signed=True)[0], game, seat)


def opens_nothing(services: Services, token: str, message: Message) -> bool:
    """Whether nothing waits under this token, and nothing is asked for in the answer that would: then that is a letter
    like any other, and the token stays good."""
    kept = services.store.table("held").fetch(token.lower())
    if kept is None or kept["for"] or kept["message"].get("lines"):
        return False
    return not _of_an_address(services, message.lines)


def written(services: Services, message: Message) -> tuple[str, Message]:
    """The token of a line CONFIRM that stands for something held, and the letter without that line."""
    for line in message.lines:
        if "confirm" not in line.text.casefold():
            continue  # nearly every line of every letter
        said = services.reader.word(line, words.Place.OUTSIDE)
        word = said.commands[0] if isinstance(said, Understood) else None
        if isinstance(word, words.Confirm) and services.store.table("held").fetch(word.token.lower()):
            return word.token, replace(message, lines=tuple(one for one in message.lines if one != line))
    return "", message


def refused(message: Message) -> bool:
    """Whether the answer to such a letter says no. In doubt it does: he is told so."""
    said = " ".join(line.text for line in message.lines).strip(" .!,").casefold()
    first = next((line.text for line in message.lines if line.text.strip()), "").strip().casefold()
    return said in NO or first.partition(",")[0].strip(" .!") in NO or bool(_RE.not_mine.search(said[:2000]))


def drop(services: Services, token: str) -> bool:
    """What waited is forgotten."""
    return services.store.table("held").drop(token.lower())


def with_answer(services: Services, kept: Released, message: Message) -> Block:
    """What waited, and what the answer asks for besides: another pseudonym or name takes the place of the one that
    waited. `As Puffin then` is a pseudonym where one game was to be joined, `Ann Archer` the name that was missing."""
    waited = _of_an_address(services, kept.message.lines)
    games = {word.game for one in waited if isinstance(word := one.commands[0], words.Join)}
    nameless = any(isinstance(word := one.commands[0], words.Register) and not word.name for one in waited)
    lines = [Line(SECOND + line.number, line.text) for line in message.lines]
    named = next((line for line in lines if line.text.strip()), None)
    if named is not None and isinstance(services.reader.word(named, words.Place.OUTSIDE), Understood):
        named = None
    if named is not None and len(games) == 1 and (name := pseudonym_in(named.text, kept.asks)):
        lines = [replace(one, text=f"JOIN {min(games)} AS {name}") if one is named else one for one in lines]
    elif named is not None and nameless and (name := name_in(named.text)):
        lines = [replace(one, text=f"REGISTER {name}") if one is named else one for one in lines]
    added = [one for one in _of_an_address(services, lines) if one.commands[0] not in [w.commands[0] for w in waited]]
    taken = {_subject(one) for one in added}
    return replace(kept.block, items=(*(one for one in waited if _subject(one) not in taken), *added))


def _subject(one: Understood) -> object:
    """What an answer may ask for in another way: the seat in a game, or one's own name."""
    word = one.commands[0]
    if isinstance(word, words.Join):
        return word.game.lower()
    return type(word) if isinstance(word, words.Register) else word
