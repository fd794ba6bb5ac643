"""A block is read, a passage at a time, with what its writer may mean: names, seats, the phase, what the position shows
to that seat. AS says for whom the lines below it speak.

What a writer says outside the lines of a block (in the subject, below the signature mark, before a sign-on and below
SIGNOFF) may change every order of the letter, so it is accounted for with each block.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, cached_property, partial
from pathlib import Path

from judge.core import words
from judge.core.codec import unpack_sheet
from judge.core.command import Command
from judge.core.errors import InputError
from judge.core.ids import fold
from judge.core.regex import regex
from judge.core.values import Value
from judge.core.variant import Mode, Situation
from judge.desk.cabinet.records import Status
from judge.desk.sheets.letter_context import LetterContext
from judge.desk.words import names
from judge.desk.writing.machine import RestTold
from judge.order_hints import speaks_of_orders
from judge.post import Line
from judge.reading import Clause, Garbled, Grammar, Kind, Understood, Voice, Weight, doubt, on_yes
from judge.share import share
from judge.signon import mask

_SAYS = 2  # letters of a subject that says anything
_MOST = 60  # lines around a block that are looked at; of further ones the first is quoted
_ANSWERS = regex(
    r"(?:\s*(?:re|aw|sv|antw|odp|fwd?|wg|tr|rv|vs|r|rif|ynt)\s?(?:\[\d{1,3}\])?:\s?|\s*(?:re|aw|fwd|wg)\s+)*",
    re.IGNORECASE,
)
_OURS = regex(
    r"\[[A-Z ]{2,14}\]|[SFW]\d{4}[A-Z]\b|, (?:Spring|Autumn|Winter) \d{4}\b|\bv\d+\b"
    r"|\(\d+ (?:lines? not taken|warnings?)\)|[:\d]"
)
"""What subjects of this judge hold beside names and words: tags, phases, seasons, versions, counts."""
_STANDING = regex(
    r": you (?:are \d+(?:st|nd|rd|th) of \d+ with [\d,]+(?:\.\d+)? [a-z]+|have (?:\d+ centres?|won|not won))(?![^;:,.])"
)
"""What the subject of results says to its reader (templates/lib/lead_words.txt)."""
_LABEL = regex(r"(?:\S+\s+){0,3}\S*[^\s.!?,:;]")
"""A subject that is no sentence: a few words."""
_TAKING_BACK = {"CLEAR", "UNDO", "RESIGN"}
_LITERAL = regex(r"\{\{.*?\}\}|\{%.*?%\}")
_SPOKEN = regex(r"'([A-Za-z ]+)'")
NO = regex(r"\s*(?:no|nein|non)\b(?P<more>\s*|[.!]+\s*|\s*[-.,;:!].*)", re.IGNORECASE)
_LAST_SENTENCE = regex(r".*[.!?]\s+(\S.*)$")
HELD = "You say beside your orders that they are not meant, or not yet: nothing of this was taken."
HOLDS = (words.Clear, words.Undo, words.Ready, words.Resign, words.Press, words.Announce)
"""Words of the correspondence that a letter holds back together with its orders."""
CLEARED = "You clear your sheet in words that may mean these orders as well: nothing of this was taken."
LONE_SALE = "I read {}, and not what you buy for it: what a sale alone brings is lost. Please send both lines."
Part = tuple[list[Line], Understood | Garbled | None]
"""Lines that are read together, and what was gathered below them."""


class Passage(Value):
    """Lines of a block that were read together.

    clauses    what they say
    beside     of these, what keeps the account of the letter open: rests and doubts
    around     the rests among the writer's words outside the block
    below      what of the block is still to be read
    confirmed  the writer has said YES to exactly these lines
    """

    clauses: tuple[Clause, ...] = ()
    beside: tuple[Clause, ...] = ()
    around: tuple[Clause, ...] = ()
    below: Sequence[Part] = ()
    confirmed: bool = False

    @cached_property
    def sure(self) -> bool:
        """Whether no word of the block is left that nobody read."""
        return not (self.beside or self.around or self.below)

    @cached_property
    def alone(self) -> bool:
        """Whether it says one thing at the most."""
        return sum(one.kind in (Kind.WORD, Kind.ORDER, Kind.DOUBTFUL) for one in self.clauses) < 2

    @property
    def heads(self) -> bool:
        """Whether it ends with a heading that holds back what stands below it."""
        return self.clauses[-1:] != () and self.clauses[-1].weight is Weight.HOLD


def wavers(clauses: Sequence[Clause]) -> bool:
    """Whether somebody asks for help, or is not ready: what cannot be undone beside it may be what they ask about."""
    said = (command for one in clauses for command in one.commands)
    return any(isinstance(one, words.HelpWord) or (isinstance(one, words.Ready) and not one.ready) for one in said)


def passage(context: LetterContext, lines: list[Line], above: Passage, below: list[Part], confirmed: bool) -> Passage:
    """Consecutive lines of the writer's own. `above` is the passage before them."""
    context.echoes = {**context.echoes, **{line.number: mask(line.text) for line in lines}}
    said, around = clauses(context, lines), above.around
    if not confirmed and (above.heads or any(one.weight is Weight.HOLD for one in around)):
        said = tuple(map(held, said))
    whole = Passage(said, (), around, below, confirmed)
    beside = [one for one in said if one.weight or one.unread or one.notes or one.kind is Kind.DOUBTFUL]
    if not beside:
        return whole
    said = unsettled(said, lambda: on_file(context))
    return replace(whole, clauses=said, beside=tuple(filter(is_rest, said)))


# ---- what stands beside orders and unsettles them all ----------------------------------------------------------------


def unsettled(clauses: tuple[Clause, ...], on_file: Callable[[], Sequence[Command]]) -> tuple[Clause, ...]:
    """The clauses of a passage, of which the orders wait where what stands beside them unsettles them all. `on_file`:
    what its writer has on file. A lone sale is offered with the purchase that was not read, and never alone."""
    reason = _reason(clauses, on_file)
    if reason != LONE_SALE:
        return tuple(held(one, reason) for one in clauses) if reason else clauses
    waiting = tuple(held(one, reason) if one.orders else one for one in clauses)
    whole = any(one.offer or (one.doubt is not None and one.doubt.suggestion) for one in clauses)
    return waiting if whole else tuple(replace(one, offer=()) for one in waiting)


def _reason(clauses: Sequence[Clause], on_file: Callable[[], Sequence[Command]]) -> str:
    """Why all orders of a passage wait for YES; "" where they do not."""
    orders = [n for n, one in enumerate(clauses) if one.kind is Kind.ORDER]
    if not orders:
        return ""
    read = [order.canonical() for one in clauses for order in one.orders]
    clears = [n for n, one in enumerate(clauses) if one.notes and isinstance(one.word, words.Clear)]
    if clears:
        # it empties what stands above it; above all orders it may mean them, if they are on file or nothing else is
        filed = {one.canonical() for one in on_file()}
        meant = clears[-1] < orders[0] and (not filed or filed.issuperset(read))
        return CLEARED if meant or clears[-1] > orders[-1] else ""
    lone = all(one.startswith("SELL ") for one in read)
    return LONE_SALE if lone and any(map(_may_buy, clauses)) else ""


def _may_buy(clause: Clause) -> bool:
    """Whether what could not be read may be a purchase: it is no question, and no sale with a slip."""
    doubt_ = clause.doubt if clause.kind is Kind.DOUBTFUL else None
    return doubt_ is not None and not clause.text.rstrip().endswith("?") and not doubt_.suggestion.startswith("SELL ")


def held(clause: Clause, reason: str = HELD) -> Clause:
    """A clause that waits for YES, because the letter says elsewhere that it is not meant, or not yet."""
    if clause.kind is Kind.ORDER:
        return on_yes(clause, reason.format(" and ".join(order.canonical() for order in clause.commands)))
    command = clause.word
    if command is None or not isinstance(command, HOLDS):
        return clause
    return replace(
        clause,
        kind=Kind.DOUBTFUL,
        commands=(),
        doubt=doubt(clause.said, reason),
        offer=() if isinstance(command, words.Clear) else (names.as_line(command, clause),),
        notes=(),
    )


# ---- what the writer may mean ----------------------------------------------------------------------------------------


def of(context: LetterContext) -> Voice:
    """The voice of a block. Nothing in it is another seat's secret: the names of seats are public."""
    game, seat, message = context.game, context.seat, context.message
    writer = f"{message.sender_name} {message.sender.partition('@')[0]}"
    if game is None:
        open_ = tuple(sorted(one.key for one in context.services.files.games() if one.house["open"] == "yes"))
        return Voice(writer=writer, today=context.at.date(), zone=context.services.config.judge.zone, games=open_)
    seats = context.services.seat_names(game)
    own = seat.name if seat is not None else ""
    names = (own, game.key, game.phase) if own else (game.key, game.phase)
    powers, folded = context.services.powers(game) if own else {}, own.casefold()
    also = sorted([way for way, power in powers.items() if power.casefold() == folded])
    others = tuple([name for name in seats if name != own])
    return Voice(
        names=(*names, *also),
        writer=f"{writer} {context.variant().info.title}",
        others=others,
        seats=seats,
        phase=game.phase,
        last=game.played[-1].phase if game.played else "",
        game=game.key,
        today=context.at.date(),
        zone=game.zone(),
        again=lambda: _again(context),
        on_file=lambda: bool(on_file(context)),
        situation=cache(lambda: _situation(context)),
        filed=cache(lambda: _filed(context, Mode.REPLACE)),
        keyed=cache(lambda: _filed(context, Mode.AMEND)),
    )


def on_file(context: LetterContext) -> tuple[Command, ...]:
    """The writer's sheet for the open phase."""
    record = context.filed()
    return context.services.sheet(context.the_game(), record) if record is not None else ()


def _again(context: LetterContext) -> tuple[str, tuple[str, ...]]:
    """The newest phase of the same kind, and the writer's lines as it was resolved with them."""
    game, seat, services = context.game, context.seat, context.services
    if game is None or seat is None or game.status is not Status.ACTIVE:
        return "", ()
    for played in reversed(game.played):
        if played.phase[-1] == game.phase[-1]:
            packed = services.journal.event(game.key, played.event)["data"]["orders"].get(seat.name, ())
            sheet = unpack_sheet(services.variant(game).vocabulary, packed)
            hats = any(command.hat for command in sheet)
            return played.phase, () if hats else tuple(command.canonical() for command in sheet)
    return "", ()


def _filed(context: LetterContext, mode: Mode) -> tuple[Command, ...]:
    """What the seat has on file for the open phase in its own name, of sections that a letter writes whole, or of those
    that it amends."""
    if context.game is None or context.game.status is not Status.ACTIVE:
        return ()
    sections = {one.name: one for one in context.variant().info.sections if one.mode is mode and not one.master}
    empty = [one.emptied for one in sections.values()]
    return tuple(one for one in on_file(context) if one.section in sections and not one.hat and one not in empty)


def _situation(context: LetterContext) -> Situation:
    game, seat = context.game, context.seat
    if game is None or seat is None or game.status is not Status.ACTIVE:
        return Situation()
    return context.services.variant(game).situation(context.services.state(game), seat.name)


def clauses(context: LetterContext, lines: Sequence[Line], purpose: str = "") -> tuple[Clause, ...]:
    """The clauses of lines of the block, out of the letter's budget, or out of the one for another `purpose`."""
    budget, reader = context.budget(purpose), context.services.reader
    return reader.clauses(lines, place(context), grammar(context), partial(of, context), budget)


def may_order(
    context: LetterContext, lines: Sequence[Line], kinds: Sequence[Kind] = (Kind.ORDER,), but: str = ""
) -> bool:
    """Whether lines that are passed on hold a clause of these kinds, `but` a text; what was not examined may be one."""
    said = [one for one in clauses(context, lines, "heads") if one.text.strip() != but]
    return context.budget("heads").spent or any(one.kind in kinds or one.offer for one in said)


def taken_back(context: LetterContext, line: Line) -> bool:
    """Whether a line that is passed on says at its end that it shall not be, or not yet: `Hello. Don't send this.`"""
    tail = _LAST_SENTENCE.search(line.text)
    if tail is None:
        return False
    said = [replace(line, text=tail[1])]
    rests = context.services.reader.rests(said, place(context), of(context), grammar(context))
    return any(one.weight is Weight.HOLD for one in rests)


def place(context: LetterContext) -> words.Place:
    """Which words may stand in the block."""
    if context.acting_master:
        return words.Place.PLAYER | words.Place.MASTER if context.seat else words.Place.MASTER
    if context.master:
        return words.Place.MASTER
    return words.Place.PLAYER if context.seat is not None else words.Place.OUTSIDE


def grammar(context: LetterContext) -> Grammar | None:
    """The grammar of the orders that may stand in the block. A seat may order; the master may where the game has
    orders of his own that are carried out at once."""
    game = context.game
    if game is None:
        return None
    own = context.master and any(one.master and one.mode is Mode.ACT for one in context.variant().info.sections)
    return context.services.grammar(game) if context.seat is not None or own else None


def put_on(context: LetterContext, word: words.As, hat: str) -> str:
    """AS FRANCE puts on a hat, which is returned; the master's AS Lupus speaks for a player, who gets a copy."""
    who = word.who.strip()
    if not (context.master or context.acting_master):
        hats = context.services.powers(context.the_game())
        if word.himself or (context.seat is not None and fold(word.whose) == fold(context.seat.name)):
            return ""
        if fold(word.whose) in hats:
            return hats[fold(word.whose)]
        raise InputError(f"{who!r} is nobody you can speak for.", hint="Write AS and a power, or AS SELF.")
    if fold(who) in ("self", "master"):
        context.seat, context.master, context.acting_master = None, True, False
        return hat
    seat = context.services.files.seat(context.the_game().key, who)
    if seat is None:
        raise InputError(f"{context.the_game().key} has no seat {who!r}.", hint="LIST shows the seats.")
    context.seat, context.master, context.acting_master = seat, False, True
    context.aside = context.services.renderer.answer("speaking_as", {"seat": seat.name})
    return hat


# ---- what stands around a block ------------------------------------------------------------------------------------


def around(context: LetterContext) -> tuple[Clause, ...]:
    """What of the words around a block nobody can account for: rests, of which those that hold the orders of the block
    have the weight HOLD."""
    subject = _subject(context)
    lines = [Line(0, subject)] if subject else []
    lines += [one for one in context.around if one.text.strip()] if context.around else []
    if not lines or context.game is None:
        return ()
    if len(lines) == 1 and context.services.reader.courteous(subject, context.game.phase):
        return ()
    more = [Clause(Kind.REST, mask(one.text), (one.number,), weight=Weight.LOUD) for one in lines[_MOST : _MOST + 1]]
    found = [*context.services.reader.rests(lines[:_MOST], place(context), of(context), grammar(context)), *more]
    if subject and found and found[0].weight is Weight.QUIET and _LABEL.fullmatch(subject.strip()):
        found[0] = replace(found[0], weight=Weight.NAME)  # what a letter is called holds nothing back
    return tuple(found)


def _subject(context: LetterContext) -> str:
    """The subject without what mail programs and this judge put there; "" where nothing else is left."""
    message, game = context.message, context.game
    subject = _STANDING.sub("", _unanswered(message.subject))
    says = len(subject) >= _SAYS or subject == "?"
    if not says or game is None or subject.strip() in [line.text for line in message.lines]:
        return ""
    if subject.startswith(("[", context.services.config.judge.name)):
        bare = subject
        names = (context.services.config.judge.name, game.key, *context.services.seat_names(game))
        for name in sorted(names, key=len, reverse=True):
            bare = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", " ", bare)
        bare = _unanswered(" ".join(_OURS.sub(" ", bare).split()))
        subject = "" if _words(bare) in _tails_of_subjects(share(context.services.config.share)) else bare
    return subject


def _unanswered(subject: str) -> str:
    """A subject without what mail programs put in front of answers."""
    found = _ANSWERS.match(subject)
    return subject[found.end() :] if found else subject


@cache
def _tails_of_subjects(folder: Path) -> frozenset[str]:
    """What the judge's own subjects say behind names and phases, whole, by its templates."""
    found = {"", "try", "master", "master as", "standing orders", "standing orders try"}
    for file in sorted((folder / "templates").rglob("*.txt")):
        for row in file.read_text("utf-8").split("\n", 3)[:2]:
            if row.startswith("Subject:"):
                said = (_LITERAL.sub(" ", row.removeprefix("Subject:")), *_SPOKEN.findall(row))
                found |= set(map(_words, said))
    return frozenset(found)


def _words(text: str) -> str:
    return " ".join(re.findall(r"[^\W\d_]+", _OURS.sub(" ", text).casefold()))


def quoted(clause: Clause) -> RestTold:
    """A rest as it is quoted."""
    return RestTold(clause.text.strip(), "quiet" if clause.weight in (Weight.QUIET, Weight.NAME) else "loud")


def is_rest(clause: Clause) -> bool:
    """Whether a clause keeps an account open: a rest, a doubt, a change that was read, or what was read into it. A name
    below a letter does not."""
    if clause.unread or clause.weight not in (Weight.NONE, Weight.NAME):
        return True
    if clause.kind is not Kind.DOUBTFUL:
        return bool(clause.notes)
    # a doubt may be about the other lines, if it is no line or request of its own that was not read
    about_others = clause.doubt is not None and not clause.doubt.caret and set(clause.offer) <= _TAKING_BACK
    return about_others and not speaks_of_orders(clause.text)
