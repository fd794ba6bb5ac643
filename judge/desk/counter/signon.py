"""SIGNON and MASTER lines: is the password right, has there been too much guessing, and who is told of it.

Guesses are counted by where they come from, never by their target alone, so nobody is shut out by what others do:

- A letter under the address on record is always looked at. Whoever forges that sender shuts nobody out. Only when so
  many wrong ones came that way in a day that one of them might fit by luck, a right one is asked about first.
- Another address is stopped for its own wrong guesses. While others guess at the same name, from the same machine or
  from the same domain, a right password from an address that is not on record is asked about at the one that is.

Every refusal does the same work and says the same, whether the game, the seat or the password is wrong.
"""

from enum import Enum

from judge.core import words
from judge.core.ids import fold
from judge.desk.cabinet.limits import DAY, GUESSES, ONCE_A_DAY, PROOFS, Limit, guesses, own_guesses
from judge.desk.cabinet.records import Game, SeatRecord
from judge.desk.sheets.letter_context import LetterContext, Level
from judge.post import Authentication
from judge.reading import Garbled

A_DAY = 2000  # wrong passwords a day under the address on record, beyond which a right one is asked about
SHORT = 6  # characters; of shorter passwords
A_DAY_SHORT = 100

Opener = words.SignOn | words.MasterOn


class Entry(Enum):
    """What becomes of a sign-on. ASK: the password is right, and the address on record is asked whether it wrote."""

    IN = "in"
    ASK = "ask"
    OUT = "out"


def admit(context: LetterContext, opener: Opener | Garbled) -> Entry:
    """Let the speaker of a block in, or say why not. A refusal tells nothing but that it was refused."""
    if isinstance(opener, Garbled):
        context.put(f"{opener.reason} {opener.hint}".strip(), Level.ERROR)
        return Entry.OUT
    game = context.services.files.named(opener.game)
    who = opener.seat if isinstance(opener, words.SignOn) else "MASTER"
    kept = context.services.files.seat(game.key, who) if game and isinstance(opener, words.SignOn) else None
    seat = kept.resumed() if kept else None  # whose seat was opened for silence may come back
    limits, at = context.services.limits, context.at
    own = _on_record(context, opener, game, seat)
    source = guesses(context.message.key if own else f"{context.message.sender}/{context.message.verdict}")
    if limits.full(source, at, GUESSES):
        context.say("too_many_attempts", Level.ERROR)
        return Entry.OUT
    shared = _shared(context, opener, own)
    besieged = any(limits.full(name, at, limit) for name, limit in shared.items())
    right = _right(context, game, seat, opener, anew=not own)
    if not right:
        many = [limits.count(source, at, GUESSES), *(limits.count(name, at, limit) for name, limit in shared.items())]
        if any(many) or (own and limits.count(f"tries:{_place(opener)}", at, GUESSES)):
            _tell_of_a_siege(context, game, who)
    if besieged and not own:
        context.say("too_many_attempts", Level.ERROR)  # right or wrong: who guesses learns nothing
    elif not right:
        context.say("sign_on_refused", Level.ERROR, seat=who, game=opener.game)
    if not right:
        return Entry.OUT
    context.game, context.seat, context.lapsed = game, seat, seat is not kept
    context.master = isinstance(opener, words.MasterOn)
    if not besieged:
        strict = context.services.config.judge.authentication == "require"
        return Entry.ASK if strict and context.message.verdict is not Authentication.PASS else Entry.IN
    return Entry.ASK if limits.take(f"besieged:{_place(opener)}", at, PROOFS) else Entry.OUT


def _on_record(context: LetterContext, opener: Opener, game: Game | None, seat: SeatRecord | None) -> bool:
    """Whether the letter bears the address on record of whom it signs on, and nothing speaks against that."""
    message = context.message
    owner = seat.address if seat else game.master if game and isinstance(opener, words.MasterOn) else ""
    return message.sender != "" and message.sender == owner and not message.refuted


def _place(opener: Opener) -> str:
    """Whom a line signs on. Names are folded: another spelling of a seat is the same seat."""
    name = fold(opener.seat) if isinstance(opener, words.SignOn) else "*master"
    return f"{fold(opener.game)[:40]}/{name[:40]}"


def _shared(context: LetterContext, opener: Opener, own: bool) -> dict[str, Limit]:
    """What this guess has in common with those of others, and how many are allowed; from the address on record, a
    number far too small to hit. Whoever is vouched for shares nothing under his own name."""
    message = context.message
    if own and message.verdict is Authentication.PASS:
        return {}
    if own:
        short = len(opener.password) < SHORT
        return {own_guesses(_place(opener), short=short): Limit(A_DAY_SHORT if short else A_DAY, DAY)}
    found = [f"tries:{_place(opener)}"]
    if message.relay:
        found.append(f"relay:{message.relay}")
    if message.verdict is Authentication.PASS:
        found.append(f"site:{message.sender.rpartition('@')[2]}")
    return dict.fromkeys(found, GUESSES)


def _right(context: LetterContext, game: Game | None, seat: SeatRecord | None, opener: Opener, anew: bool) -> bool:
    """Whether the password fits. A wrong one costs as many slow hashes whatever is wrong with the line; so does a right
    one `anew`, from an address that is not on record."""
    services = context.services
    tried = _ways(opener.password)
    if isinstance(opener, words.MasterOn):
        return any([services.keys.right(game.master_hash if game else "", one, anew) for one in tried])
    sits = seat is not None and not seat.vacant
    fits = any([services.keys.right(seat.hash if seat and sits else "", one, anew) for one in tried])
    if fits and not anew:
        return True
    person = services.files.person(seat.address) if seat and sits else None
    return any([services.keys.right(person.hash if person else "", one, anew) for one in tried]) or fits


def _ways(password: str) -> list[str]:
    """The password as it stands, and without what a sentence puts around it: a stop, quotation marks, brackets."""
    bare = password.rstrip(".,;:!")
    if len(bare) > 2 and bare[0] + bare[-1] in ('""', "''", "()", "<>", "[]"):
        bare = bare[1:-1]
    return [password] if bare == password else [password, bare]


def _tell_of_a_siege(context: LetterContext, game: Game | None, name: str) -> None:
    """Once a day: to the game's master, or to the keeper where there is no such game."""
    services, message = context.services, context.message
    if not services.limits.take(f"siege:{game.key if game else ''}", context.at, ONCE_A_DAY):
        return
    brief = context.brief("siege", {"seat": name[:40], "sender": message.sender, "count": GUESSES.count})
    if game is not None:
        services.letters.to_master(game, brief)
    else:
        services.letters.to_keeper(brief)
