"""SIGNON and MASTER lines: is the password right, has there been too much guessing, and who is told of it.

Every refusal does the same work and says the same, whether the game, the seat or the password is wrong. Guesses are
counted by seat and by sender; what a mail server says of the sender is part of the sender's name, so that a forger
does not shut out whom he pretends to be, and a player his own server vouches for is not shut out by others.
"""

from __future__ import annotations

from judge.core import words
from judge.core.errors import InputError
from judge.core.ids import fold, game_name
from judge.desk.cabinet.limits import GUESSES, ONCE_A_DAY
from judge.desk.cabinet.records import Game, SeatRecord
from judge.desk.sheets.sitting import Level, Sitting
from judge.desk.writing.letterform import Brief
from judge.post import Verdict

Opener = words.SignOn | words.MasterOn


def admit(sitting: Sitting, opener: Opener) -> bool:
    """Let the speaker of a block in, or say why not. A refusal tells nothing but that it was refused."""
    game = _game(sitting, opener)
    name = opener.seat if isinstance(opener, words.SignOn) else "MASTER"
    kept = sitting.office.files.seat(game.key, name) if game and isinstance(opener, words.SignOn) else None
    seat = kept.resumed() if kept else None  # whose seat was opened for silence may come back
    limits = sitting.office.limits
    sources = _sources(sitting, opener, game, seat)
    if any(limits.full(source, sitting.at, GUESSES) for source in sources):
        sitting.say("too_many_attempts", Level.ERROR)
        return False
    if not _right(sitting, game, seat, opener):
        if any([limits.count(source, sitting.at, GUESSES) for source in sources]):
            _tell_of_a_siege(sitting, game, name)
        sitting.say("sign_on_refused", Level.ERROR, seat=name, game=opener.game)
        return False
    sitting.game, sitting.seat, sitting.lapsed = game, seat, seat is not kept
    sitting.master = isinstance(opener, words.MasterOn)
    return True


def _game(sitting: Sitting, opener: Opener) -> Game | None:
    try:
        return sitting.office.files.game(game_name(opener.game))
    except InputError:
        return None


def _sources(sitting: Sitting, opener: Opener, game: Game | None, seat: SeatRecord | None) -> tuple[str, str]:
    """What guesses are counted by. Names are folded: another spelling of a seat is the same seat."""
    message = sitting.message
    name = fold(opener.seat) if isinstance(opener, words.SignOn) else "*master"
    owner = seat.address if seat else game.master if game and isinstance(opener, words.MasterOn) else ""
    vouched = message.verdict is Verdict.PASS and message.sender == owner
    place = f"{fold(opener.game)[:40]}/{name[:40]}"
    return f"guess:{place}{'/own' if vouched else ''}", f"guess:{message.sender}/{message.verdict}"


def _right(sitting: Sitting, game: Game | None, seat: SeatRecord | None, opener: Opener) -> bool:
    """Whether the password fits. A wrong one costs as many slow hashes whatever is wrong with the line."""
    office = sitting.office
    tried = _ways(opener.password)
    if isinstance(opener, words.MasterOn):
        return any([office.keys.right(game.master_hash if game else "", one) for one in tried])
    sits = seat is not None and not seat.vacant
    if any([office.keys.right(seat.hash if seat and sits else "", one) for one in tried]):
        return True
    person = office.files.person(seat.address) if seat and sits else None
    return any([office.keys.right(person.hash if person else "", one) for one in tried])


def _ways(password: str) -> list[str]:
    """The password as it stands, and without what a sentence puts around it: a stop, quotation marks, brackets."""
    bare = password.rstrip(".,;:!")
    if len(bare) > 2 and bare[0] + bare[-1] in ('""', "''", "()", "<>", "[]"):
        bare = bare[1:-1]
    return [password] if bare == password else [password, bare]


def _tell_of_a_siege(sitting: Sitting, game: Game | None, name: str) -> None:
    """Once a day: to the game's master, or to the keeper where there is no such game."""
    office, message = sitting.office, sitting.message
    if not office.limits.take(f"siege:{game.key if game else ''}", sitting.at, ONCE_A_DAY):
        return
    data = {"seat": name[:40], "sender": message.sender, "count": GUESSES.count}
    if game is not None:
        office.letters.to_master(
            game, Brief(cause=sitting.cause, kind="siege", template="session/siege.txt", data=data, now=sitting.at)
        )
    else:
        office.letters.to_address(
            office.config.judge.keeper,
            Brief(cause=sitting.cause, kind="siege", template="session/siege.txt", data=data, now=sitting.at),
        )
