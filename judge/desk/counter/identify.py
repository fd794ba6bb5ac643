"""Whose a letter is, and who speaks in it: by the key it bears, or by its sender where nobody has signed.

An order that nobody has signed counts where its sender is on record with one seat that it can mean, and his mail server
vouches for him: the answer says for whom it was taken. In every other case it is held with the time it came, and
whoever it may be of is asked at the address on record. So nothing that somebody known writes is lost, and nobody speaks
for another by a From line.
"""

from collections.abc import Sequence
from dataclasses import replace

from judge.core import words
from judge.core.command import Command
from judge.core.regex import regex
from judge.core.values import Value
from judge.desk.cabinet.keys import MASTERS_SEAT, Token, read_token
from judge.desk.cabinet.limits import DAY, ONCE_A_DAY, Limit
from judge.desk.cabinet.records import Game, Speaker
from judge.desk.counter import held, read, replies
from judge.desk.counter.carry_out import Done
from judge.desk.mailroom import bounces, thread_lookup
from judge.desk.services import Services
from judge.desk.sheets.letter_context import LetterContext, Level
from judge.optional import extra
from judge.post import Action, Authentication, Line, Message
from judge.reading import Block, Clause, Kind, Understood

STALE_ROUNDS = 12
PRESS_ROUNDS = 2  # phases after its own in which press can be answered
ASKED = Limit(12, DAY)  # letters that ask one seat whether a letter is its own
MOST = 3  # of the seats that one letter may be of, so many are asked
SEEN = 40  # lines of a letter that may be anybody's in which an order is looked for
_NAME = regex(r"(?<![\w-])[a-z][a-z-]*\d[\w-]*")  # of a game, told from a word by its figure
_NAMES = 10  # of games that one letter is looked through for
READ = (Action.ORDERS, Action.NO_ORDERS, Action.UNVERIFIED)


class Identified(Value):
    """A letter, and who speaks in it.

    speaker  in its first block, if nobody signs on there
    token    the reply key it bears, whether it is right or not
    word     what its address asks for, in place of its lines
    """

    message: Message
    blocks: tuple[Block, ...] = ()
    speaker: Speaker | None = None
    token: Token | None = None
    word: Command | None = None


def identify(services: Services, message: Message, raw: bytes) -> Identified | None:
    """Who speaks in a letter; None where it was answered, or somebody is asked at the address on record."""
    if message.credential.startswith(bounces.UNSUBSCRIBE):
        name = message.credential.removeprefix(bounces.UNSUBSCRIBE).partition(".")[0]
        return Identified(message, word=words.Unsubscribe(name))
    token = read_token(message.credential)
    speaker = _speaker(services, token) if token else None
    if token and speaker is None and _doubtful(services, message):
        message = replace(message, action=Action.UNVERIFIED)  # what looked like a credential is none
    beside = [game for game in _mastered(services, message, speaker) if game.house.get("board_game")] if raw else []
    if beside and (reports := extra("elsewhere")) is not None and reports.passed_on(services, message, raw, beside):
        return None
    if message.action is Action.ASK:
        replies.question(services, message, speaker)
        return None
    if message.action is Action.HELP and speaker is None:
        return Identified(message, word=words.HelpWord())
    blocks = services.reader.blocks(message.lines, signed=speaker is not None)
    opened = any(block.opener is not None for block in blocks)
    to_a_list = message.listed and message.action is Action.ORDERS
    if to_a_list and (held.ask_of_a_list(services, message, blocks, speaker) or speaker is not None or opened):
        return None  # a password that was shown to all readers of the list opens nothing here
    if speaker is None and token is None and not (opened or any(block.line for block in blocks)):
        speakers, sure = _look(services, message)
        if speakers and not sure:
            _ask(services, message, speakers)
            _not_theirs(services, message, speakers)
            return None
        if speakers:
            speaker = speakers[0]
            who = speaker[1].name if speaker[1] is not None else "the master"
            told = services.renderer.answer("taken_for", {"who": who, "game": speaker[0].key})
            message = replace(message, warnings=(*message.warnings, told))
            blocks = services.reader.blocks(message.lines, signed=True)
    return Identified(message, tuple(blocks), speaker, token)


def _speaker(services: Services, token: Token) -> Speaker | None:
    """The seat a reply token belongs to (None for the master), if it is right and not far too old. Where press is
    answered: its reader."""
    game, lives = services.files.game(token.game), PRESS_ROUNDS if token.author else STALE_ROUNDS
    if game is None or not 0 <= game.round - token.round <= lives:
        return None
    if token.seat == MASTERS_SEAT:
        return (game, None) if services.keys.matches(token, services.letters.masters_nonce(game)) else None
    for seat in services.files.seats(game.key).values():
        sits = seat if token.author else seat.resumed()  # press brings nobody's seat back
        if seat.number == token.seat and not sits.vacant:
            return (game, sits) if services.keys.matches(token, sits.nonce) else None
    return None


def _doubtful(services: Services, message: Message) -> bool:
    """Whether a letter without a credential must not be believed to come from its sender."""
    wanted = services.config.judge.authentication
    if wanted == "off":
        return False
    strict = wanted == "require" and message.verdict is not Authentication.PASS
    return message.refuted or strict


def _mastered(services: Services, message: Message, speaker: Speaker | None) -> Sequence[Game]:
    """The games in which a letter is their master's own."""
    if speaker is not None:
        return () if speaker[1] is not None else (speaker[0],)
    return services.files.mastered_by(message.sender) if message.vouched and not message.listed else ()


def _not_theirs(services: Services, message: Message, speakers: Sequence[Speaker]) -> None:
    """Somebody known who answers another's letter hears that it was not taken, and nothing of the other."""
    asked = {address for game, seat in speakers for address in ((seat.address,) if seat else game.masters)}
    known = message.sender not in asked and bool(thread_lookup.speakers_at(services, message.sender))
    if known and message.verdict is not Authentication.FAIL:  # whom a mail server refutes may be anybody
        context = LetterContext(services, message, message.arrived)
        context.say("whose_order", Level.ERROR)
        replies.to_writer(Done(context), refused=True)


# ---- a letter that nobody has signed ------------------------------------------------------------------------------


def _look(services: Services, message: Message) -> tuple[Sequence[Speaker], bool]:
    """Who may have meant this letter, nobody where it is no order, or of nobody we know; and whether it counts as
    theirs without being asked."""
    if message.action not in READ or message.listed:
        return (), False
    answer = thread_lookup.answered(services, message)
    token = answer.token if answer is not None else None
    if answer is not None and token is not None:
        there = thread_lookup.speakers_at(services, answer.owner)
        speakers = [one for one in there if (one[0].key, one[1].number if one[1] else 0) == (token.game, token.seat)]
        return [one for one in speakers if instructs(services, message, one, message.vouched, answers=True)], False
    there, vouched = thread_lookup.speakers_at(services, message.sender), message.vouched
    speakers = [one for one in there if instructs(services, message, one, vouched)]
    return _named(services, message, speakers)[:MOST], vouched and len(speakers) == 1


def _named(services: Services, message: Message, speakers: Sequence[Speaker]) -> Sequence[Speaker]:
    """Those of the games that the letter or its subject names; all of them where it names no game of this judge."""
    if not speakers:
        return []
    text = "\n".join((message.subject, *(line.text for line in message.lines))).casefold()
    names = {name for name in sorted(set(_NAME.findall(text)))[:_NAMES] if services.files.game(name) is not None}
    names |= {one[0].key for one in speakers} & set(message.subject.casefold().split())
    return [one for one in speakers if one[0].key in names] if names else speakers


def _ask(services: Services, message: Message, speakers: Sequence[Speaker]) -> None:
    """Hold the letter for each of them. A sender whom his own mail server refutes, and who shows nothing of ours, asks
    once a day. Who names a letter of ours has a number of his own, so that nobody else can use it up."""
    named = thread_lookup.answered(services, message) is not None
    refuted = message.verdict is Authentication.FAIL and not named
    if refuted and not services.limits.take(f"challenge:{message.sender}", message.arrived, ONCE_A_DAY):
        return
    for game, seat in speakers:
        name = f"unsigned:{game.key}/{seat.number if seat is not None else 'm'}{'/named' if named else ''}"
        if not services.limits.take(name, message.arrived, ASKED):
            continue
        (block, *_) = services.reader.blocks(message.lines, signed=True)
        last = services.limits.full(name, message.arrived, ASKED)
        held.hold(services, message, (game, seat), block.lines, last)


def instructs(services: Services, message: Message, speaker: Speaker, proved: bool, answers: bool = False) -> bool:
    """Whether the letter, read as this speaker's, holds an order or a word of his that is not anybody's. YES is one
    where it `answers` a letter of ours. What has not `proved` whose it is is not read: its first lines are looked at,
    whether one of them has the marks of an order or is a word in its notation."""
    if not any(line.text.strip() for line in message.lines):
        return False
    (block, *_) = services.reader.blocks(message.lines, signed=True)
    context = LetterContext(services, message, message.arrived)
    context.speak(speaker)
    place = read.place(context)
    if any(isinstance(item, Understood) and _own(item.commands, place, answers) for item in block.items):
        return True
    lines = [item for item in block.items if isinstance(item, Line)]
    if not proved:
        return _looks_like_one(context, [line for line in lines if line.text.strip()][:SEEN], answers)
    found = read.clauses(context, lines, "whose") if lines else ()
    return context.budget("whose").spent or any(_plain(clause, place, answers) for clause in found)


def _looks_like_one(context: LetterContext, lines: Sequence[Line], answers: bool) -> bool:
    """Whether one of the lines is a word of a speaker's own, or has the marks of an order and is nobody's word."""
    reader, place = context.services.reader, read.place(context)
    said = [(line, reader.word(line, place | words.Place.OUTSIDE)) for line in lines]
    if any(isinstance(word, Understood) and _own(word.commands, place, answers) for _, word in said):
        return True
    rest = [line for line, word in said if not isinstance(word, Understood)]
    return reader.marked(rest, place, read.grammar(context), read.of(context))


def _plain(clause: Clause, place: words.Place, answers: bool) -> bool:
    if clause.kind is Kind.DOUBTFUL:
        return bool(clause.offer) or (clause.doubt is not None and bool(clause.doubt.suggestion))
    if clause.kind is Kind.WORD:
        return _own(clause.commands, place, answers)
    return clause.kind is Kind.ORDER


def _own(commands: Sequence[object], place: words.Place, answers: bool) -> bool:
    """Whether one of these words is a speaker's alone, and not one that anybody may say."""
    for command in commands:
        word = words.word_of(type(command))  # type: ignore[arg-type]
        own = word is not None and bool(word.place & place) and not word.place & words.Place.OUTSIDE
        if answers if isinstance(command, words.Yes) else own:
            return True
    return False
