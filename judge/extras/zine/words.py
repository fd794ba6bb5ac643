"""The words of the letter column: LETTER, and PRINT and REFUSE, which are the keeper's."""

import re

from judge.core import words
from judge.core.errors import InputError
from judge.core.ids import means_somebody
from judge.core.lookalikes import skeleton
from judge.desk.cabinet.limits import DAY, Limit
from judge.desk.cabinet.records import Game
from judge.desk.services import Services
from judge.desk.sheets.letter_context import LetterContext
from judge.desk.words.binding import handles, lacking
from judge.desk.writing.letterform import Brief
from judge.extras.zine import reader_letters
from judge.post import Action, Authentication, Message
from judge.signon import hide_keys

_MASTER = ("master", "gamemaster", "gm")
LETTERS = Limit(10, DAY)  # of one writer, taken back or not


# ---- the column ---------------------------------------------------------------------------------------------------


@handles(words.Letter)
def letter(context: LetterContext, word: words.Letter) -> None:
    """A letter to the column, or one taken back."""
    services = context.services
    if context.unverified and not word.back:
        return  # it may be anybody's, and he is told nothing
    if not services.config.judge.zine:
        raise lacking("zine")
    if word.back:
        return _back(context, word)
    if services.config.judge.zine_letters == "none":
        raise InputError("The zine of this judge has no letter column.")
    if not word.closed:
        raise InputError(
            "The letter has no END, so nobody knows where it stops; it was not sent, and nothing below it was read.",
            hint="LETTER stands above the text, and END alone on the line below it.",
        )
    address, signed, proved = _writer(context)
    reader_letters.check(services.store, address, word.text, proved)
    if not services.limits.take(f"{'column' if proved else 'unsure'}:{address}", context.at, LETTERS):
        raise InputError(f"You have sent {LETTERS.count} letters to the column today.", hint="Write again tomorrow.")
    found = reader_letters.take(services.store, address, signed, hide_keys(word.text), context.at, reader_letters.ASKED)
    if proved:
        return _arrived(context, found, word.line)
    told = {"number": found.number, "signed": signed, "begins": word.text.strip().split("\n")[0][:60]}
    context.wait(f"PRINT {found.number}", note=services.renderer.answer("letter_asked", told))


def _writer(context: LetterContext) -> tuple[str, str, bool]:
    """Address and signature of who writes, and whether it is sure to be he. InputError where his letter could not be
    printed: nobody is named after a seat whose game is not shown, or has no press."""
    game = context.game
    if game is not None:
        _may_be_named(game)
        seat = context.seat if not context.acting_master else None
        signed = f"The master of {game.key}" if seat is None else f"{seat.name}, {game.key}"
        return context.own_address, signed, True
    person = context.services.files.person(context.message.sender)
    if person is None or not person.confirmed or not person.name:
        raise InputError(
            "The column prints letters of those whose name is known here; this one was not taken.",
            hint="REGISTER and your name makes you known. Then send it again.",
        )
    if means_somebody(person.name) or _imitates(context.services, person.name):
        raise InputError(
            f"You are registered as {person.name}, which names somebody else here; such a letter is not printed.",
            hint="REGISTER and your own name, and send it again.",
        )
    proved = bool(context.proved) or context.message.verdict is Authentication.PASS
    return person.address, f"{person.name} (a reader)", proved  # no seat is signed so


def _imitates(services: Services, name: str) -> bool:
    """Whether a name has a game's name or the master in it, in any dress. A game's name with a figure in it is looked
    for within words too: no person's has one."""
    words = re.findall(r"\w+", name)
    runs = {skeleton("".join(words[a:b])) for a in range(len(words)) for b in range(a + 1, len(words) + 1)}
    games = [*(game.key for game in services.files.games()), *services.shelved()]
    within = {skeleton(one) for one in games if re.search(r"\d", one)}
    return bool(runs & {*map(skeleton, (*games, *_MASTER))}) or any(one in skeleton(name) for one in within)


def _may_be_named(game: Game) -> None:
    why = ""
    if not game.shown:
        why = f"{game.key} is a closed game, and the zine names nobody of it."
    elif game.house["press"] == "none":
        why = f"{game.key} has no press, so no letter is printed under the name of a seat in it."
    if why:
        raise InputError(why, hint="Above the first SIGNON, in a letter that is no reply, it bears your own name.")


def _arrived(context: LetterContext, found: reader_letters.Letter, line: int) -> None:
    """It is known whose it is: into the column, or before the keeper."""
    services = context.services
    direct = services.config.judge.zine_letters == "all" or not services.config.judge.keeper
    reader_letters.move(services.store, found, reader_letters.IN if direct else reader_letters.WAITING)
    if not direct:
        _show_keeper(context, found)
    context.done("letter_taken", line=line, number=found.number, signed=found.signed, direct=direct)


def _show_keeper(context: LetterContext, found: reader_letters.Letter) -> None:
    """He answers that letter with PRINT or REFUSE, and needs no password. It does not tell him who sits in a seat."""
    services, keeper = context.services, context.services.config.judge.keeper.lower()
    asked = Message(f"{context.cause.key}/column", context.at, keeper, "", (), "", "", (), Action.ORDERS, ())
    token = services.letters.held(asked, context.at)
    writer = found.address if context.game is None else ""
    data = {"number": found.number, "signed": found.signed, "text": found.text, "writer": writer}
    brief = Brief(f"column:{found.number}", "column", data, context.at, reply_key=f"confirm.{token}")
    services.letters.to_address(keeper, brief)


def _back(context: LetterContext, word: words.Letter) -> None:
    """Until the issue is out."""
    services, address = context.services, context.own_address or context.message.sender
    found = reader_letters.letter(services.store, word.back)
    if found is None or found.address != address or found.state == reader_letters.GONE:
        mine = [
            str(one.number) for one in reader_letters.of(services.store, address) if one.state not in ("out", "gone")
        ]
        raise InputError(
            f"Letter {word.back} is none of yours that waits for the zine.",
            hint=f"Waiting: {', '.join(mine)}." if mine and context.own_address else "",
        )
    if found.state == reader_letters.OUT:
        raise InputError(f"Letter {word.back} stands in issue {found.issue}, which is out.")
    if not context.own_address and context.message.verdict is not Authentication.PASS:
        return context.wait(f"LETTER BACK {word.back}")
    reader_letters.move(services.store, found, reader_letters.GONE)
    context.done("letter_back", line=word.line, number=word.back)


# ---- the keeper's words -------------------------------------------------------------------------------------------


@handles(words.Print)
def print_(context: LetterContext, word: words.Print) -> None:
    """The keeper lets a letter in; or its writer says that it is his."""
    found = reader_letters.letter(context.services.store, word.number)
    if found is not None and found.state == reader_letters.ASKED and found.address == context.proved:
        reader_letters.check_room(context.services.store, found.address)
        return _arrived(context, found, word.line)
    if not _keeper(context, f"PRINT {word.number}"):
        return
    found = let_in(context.services, word.number)
    context.done("letter_let_in", line=word.line, number=found.number, signed=found.signed)


@handles(words.Refuse)
def refuse(context: LetterContext, word: words.Refuse) -> None:
    """The keeper keeps a letter out; its writer is told."""
    reason = f" {word.reason}" if word.reason else ""
    if not _keeper(context, f"REFUSE {word.number}{reason}"):
        return
    found = keep_out(context.services, word.number, word.reason, context.cause.key)
    context.done("letter_kept_out", line=word.line, number=found.number, signed=found.signed)


def _keeper(context: LetterContext, line: str) -> bool:
    """Whether the keeper speaks; False while he is asked whether it is he. InputError for anybody else."""
    keeper = context.services.config.judge.keeper.lower()
    if not keeper or (context.own_address or context.message.sender) != keeper:
        raise InputError(f"{line.split()[0]} is a word of the judge's keeper.", hint="LETTER BACK takes back your own.")
    sure = context.own_address == keeper or context.message.verdict is Authentication.PASS
    if not sure:
        context.wait(line)
    return sure


def let_in(services: Services, number: int) -> reader_letters.Letter:
    """It stands in the next issue."""
    found = _open(services, number, (reader_letters.WAITING,))
    reader_letters.move(services.store, found, reader_letters.IN)
    return found


def keep_out(services: Services, number: int, reason: str, cause: str) -> reader_letters.Letter:
    """It does not, and its writer gets it back."""
    found = _open(services, number, (reader_letters.WAITING, reader_letters.IN))
    reader_letters.move(services.store, found, reader_letters.GONE)
    data, now = {"number": number, "text": found.text, "reason": reason}, services.clock.now()
    brief = Brief(f"{cause}/column:{number}", "kept_out", data, now, template="session/letter_kept_out.txt")
    services.letters.to_address(found.address, brief)
    return found


def _open(services: Services, number: int, states: tuple[str, ...]) -> reader_letters.Letter:
    found = reader_letters.letter(services.store, number)
    if found is None or found.state not in states:
        waiting = [str(one.number) for one in reader_letters.waiting(services.store)]
        hint = f"Waiting: {', '.join(waiting)}." if waiting else "No letter waits."
        raise InputError(f"No letter {number} waits for your word.", hint=hint)
    return found
