"""What a letter would have been if its writer says so: shown in the answer, kept, and carried out on YES.

A proposal belongs to the letter of ours that shows it, to whom that letter went, to the phase and to the version of his
sheet at that time. YES in a reply to that letter carries out exactly its lines, once. NO alone puts the sheets back as
they stood before the letter it answers: which one that was is told by the key of the answer, what stood before it by
the game's journal.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from itertools import takewhile
from typing import Any

from judge.core import words
from judge.core.codec import unpack, unpack_sheet
from judge.core.command import Command
from judge.core.errors import InputError
from judge.core.notice import MASTER
from judge.core.regex import regex
from judge.core.values import Value
from judge.desk.cabinet.records import Status, instant
from judge.desk.counter import read
from judge.desk.services import Services
from judge.desk.sheets.filing import Drafts, Written, judged
from judge.desk.sheets.letter_context import LetterContext, Level
from judge.desk.sheets.shown import printed
from judge.desk.words import player
from judge.post import Line, Message
from judge.reading import Block, Item, Kind, Weight

LIFE = timedelta(days=30)
MOST = 20  # lines of one proposal
_TEXTS = (words.Press, words.Announce)  # nothing without their text
_OPEN = "open:"  # with this begins the key of a row that lists whose proposals wait
_OURS = regex(r"<([0-9a-f]{32})@[^<>@\s]+>")


class Proposal(Value):
    """Lines to be carried out as if they had been written. `above` are the sections that the letter itself has
    written, which these lines add to: (phase, section, hat)."""

    who: str
    phase: str
    version: int
    lines: tuple[str, ...]
    above: tuple[tuple[str, str, str], ...] = ()

    def written(self) -> Written:
        """What stands above its lines, as drafts know it."""
        phases = {phase for phase, _, _ in self.above}
        return {one: frozenset((s, h) for phase, s, h in self.above if phase == one) for one in phases}


def who(context: LetterContext) -> str:
    """Whom a proposal is made to: a seat, a game's master, or an address."""
    if context.game is None:
        return context.message.sender
    return f"{context.game.key}/{context.seat.number if context.seat is not None else MASTER}"


def version(context: LetterContext) -> int:
    """The version of the writer's sheet for the open phase."""
    record = context.filed()
    return record.version if record is not None else 0


class Proposed(Value):
    """A proposal, and what is shown of it: its words, or the whole sheet as it would stand."""

    kept: Proposal
    shown: tuple[str, ...]


def propose(context: LetterContext, hat: str, offers: tuple[str, ...], above: Written) -> Proposed | None:
    """What YES would do. None where a line cannot be read as it stands, or where the rules would refuse it."""
    lines = tuple(dict.fromkeys(offers))
    if not lines or len(lines) > MOST:
        return None
    marks = tuple(sorted((phase, *mark) for phase, written in above.items() for mark in written))
    place, grammar, voice = read.place(context), read.grammar(context), partial(read.of, context)
    said = [context.services.reader.clauses([Line(0, one)], place, grammar, voice) for one in lines if "\n" not in one]
    if any(len(one) != 1 or one[0].kind not in (Kind.WORD, Kind.ORDER) for one in said):
        return None
    if any(isinstance(command, _TEXTS) and not command.text for (one,) in said for command in one.commands):
        return None
    orders = [replace(command, hat=hat) for (one,) in said for command in one.orders]
    hats = (f"AS {hat}",) if hat and orders else ()
    phase = context.game.phase if context.game else ""
    kept = Proposal(who(context), phase, version(context), (*hats, *lines), marks)
    if not orders:
        return Proposed(kept, tuple(row for one in lines for row in one.split("\n") if row.strip()))
    whole = _trial(context, orders, kept.written())
    return Proposed(kept, whole) if whole else None


def _trial(context: LetterContext, orders: list[Command], above: Written) -> tuple[str, ...]:
    """The whole sheet as it would stand with these orders; nothing where the rules would refuse one."""
    if context.game is None or context.game.status is not Status.ACTIVE or context.seat is None:
        return ()
    agenda = context.services.agenda(context.game)
    if any(command.section not in agenda.sections for command in orders):
        return ()
    scratch = replace(context, answers=[], enclosures=[], offers=[], spare=[], did=False)
    drafts = Drafts(scratch, context.seat.name, above)
    for command in orders:
        drafts.add(command)
    _, rulings = judged(scratch, context.seat.name, drafts.draft())
    return () if scratch.errors else tuple(printed(ruling.command) for ruling in rulings)


def items(context: LetterContext, text: str, number: int) -> tuple[Item, ...]:
    """A line of a proposal as a block has it; press stands with its text, in lines of its own."""
    if "\n" not in text:
        return (Line(number, text),)
    (block, *_) = context.services.reader.blocks([Line(number, row) for row in text.split("\n")], signed=True)
    return block.items


def keep(services: Services, key: str, proposal: Proposal, at: str) -> None:
    """Under the key of the letter that shows it; and by whom it is for, where a YES names no letter."""
    kept = services.store.table("proposals")
    kept.put(key, {**vars(proposal), "at": at})
    if "/" not in proposal.who:
        return  # not a seat's, nor a master's
    row, standing = kept.fetch(_OPEN + proposal.who), [proposal.phase, proposal.version]
    before = row["letters"] if row is not None and row["standing"] == standing else []
    kept.put(_OPEN + proposal.who, {"standing": standing, "letters": [*before, key][-MOST:], "at": at})


def answered(message: Message) -> str:
    """The key of the letter of ours that a letter answers; "" if it answers none."""
    found = (_OURS.fullmatch(one.strip().lower()) for one in reversed(message.references))
    return next((match[1] for match in found if match), "")


def meant(context: LetterContext) -> str:
    """The key of the letter that a YES or a NO answers. Some mail programs do not say which: then it is the one that
    proposes something to this speaker, if there is just one in this phase and for this version of the sheet."""
    key = answered(context.message)
    if key or context.game is None:
        return key
    kept = context.services.store.table("proposals")
    row = kept.fetch(_OPEN + who(context))
    if row is None or row["standing"] != [context.game.phase, version(context)]:
        return ""
    left = [one for one in row["letters"] if kept.fetch(one) is not None]
    return str(left[0]) if len(left) == 1 else ""


def known(context: LetterContext) -> bool:
    """Whether the letter answers one that proposes something."""
    return context.services.store.table("proposals").fetch(answered(context.message)) is not None


def dropped(context: LetterContext, key: str) -> bool:
    """Whether a letter of ours proposed something to this speaker. It is not proposed any more."""
    kept = context.services.store.table("proposals")
    row = kept.fetch(key)
    return row is not None and row["who"] == who(context) and kept.drop(key)


def take(context: LetterContext) -> Proposal:
    """The proposal that this letter says YES to, for good. Raises InputError where there is none, or no longer."""
    services = context.services
    kept = services.store.table("proposals")
    key = meant(context)
    row = kept.fetch(key)
    way_out = "Write the line itself: one order or word to a line."
    if row is None or row["who"] != who(context) or instant(row["at"]) + LIFE < context.at:
        raise InputError("YES to what? The letter you answer proposes nothing.", hint=way_out)
    proposal = unpack(Proposal, row)
    phase = context.game.phase if context.game else ""
    if proposal.phase != phase:
        raise InputError(f"That was proposed in {proposal.phase}, and the game is in {phase}.", hint=way_out)
    if proposal.version != version(context):
        raise InputError("Your sheet is a newer one than when that was proposed.", hint=way_out)
    kept.drop(key)
    return proposal


_BLOCKS = 3  # a letter has that many signed blocks at the most whose answers NO finds
_LINES = 6  # NO, a courtesy and a name
_ALONE = "Write the lines as they shall stand, or UNDO for the version before."
_MASTERS = "What a master's word has done stands. HELP names the word that changes it."
_DONE = ("orders_stored", "ready", "acted", "press")
Event = dict[str, Any]


def said(context: LetterContext, block: Block) -> tuple[Line | None, bool]:
    """The line of a reply that begins with NO, if its first one does, and whether it is alone but for courtesies and
    its writer's name."""
    first = block.items[0] if block.items else None
    found = read.NO.fullmatch(first.text) if isinstance(first, Line) else None
    if not isinstance(first, Line) or found is None or (context.game is None and not known(context)):
        return None, False
    lines = [item for item in block.items if not isinstance(item, Line) or item.text.strip()]
    below = [item for item in lines[1:] if isinstance(item, Line)]
    alone = not found["more"].strip(" .!") and len(below) == len(lines) - 1 < _LINES
    clauses = read.clauses(context, below) if alone and below else ()
    alone = alone and all(one.kind is Kind.COURTESY or one.weight is Weight.NAME for one in clauses)
    answers = alone or answered(context.message)
    return (first if answers else None), alone


def put_back(context: LetterContext, number: int, over: str, drafts: Callable[[], Drafts]) -> None:
    """Take back what the answered letter put on file, and drop what it proposed. `over`: the phase it was written for,
    if another is open now. InputError where there is nothing to take back, or no longer."""
    key = meant(context)
    was_proposed = dropped(context, key)
    done = list(_done(context)) if context.seat is not None else []
    answers = answered(context.message)  # else it is NO to what is proposed, and no more
    mine = [one for one in done if _answers(context, one, key)] if answers else []
    if over and context.seat is not None:
        raise InputError(f"That letter was for {over}, which is not open now. What it put on file stays as it was.")
    if not key:
        return context.say("no_alone", Level.WARNING)
    if not mine and not was_proposed:
        hint = _ALONE if context.seat is not None else _MASTERS
        raise InputError("NO to what? The letter you answer put nothing on file and proposes nothing.", hint=hint)
    stored = [one for one in mine if one["kind"] == "orders_stored"]
    for phase, sheet in [(one["data"]["for"], _before(context, one["data"]["for"], done, stored)) for one in stored]:
        drafts().restore(phase, sheet)
    if not stored and any(one["data"].get("ready") for one in mine):
        player.ready(context, words.Ready(ready=False, line=number))
    acts = [_line(context, one) for one in reversed(mine) if one["kind"] == "acted"]
    press = [one["data"]["to"] for one in reversed(mine) if one["kind"] == "press"]
    level = Level.OK if not (acts or press) else Level.WARNING if stored else Level.ERROR
    if stored or acts or press or was_proposed:
        context.say("put_back", level, number, filed=bool(stored), acts=acts, letters=press)
    context.did = context.did or bool(stored)


def can_be_put_back(context: LetterContext) -> bool:
    """Whether NO to the answer takes back something that this letter, whose events are the newest, put on file."""
    if context.game is None or context.seat is None:
        return False
    events, letter = context.services.journal.newest_first(context.game.key), context.message.key
    own = takewhile(lambda event: event["cause"].partition("/")[0] == letter, events)
    return any(event["kind"] in ("orders_stored", "ready") for event in own)


def _done(context: LetterContext) -> Iterator[Event]:
    """What the seat has filed and done in the open phase, the newest first."""
    seat = context.the_seat().name
    for event in context.services.journal.newest_first(context.the_game().key):
        if event["kind"] in ("phase_resolved", "rolled_back"):
            return
        if event["kind"] in _DONE and event["data"].get("seat", event["actor"]) == seat:
            yield event


def _before(context: LetterContext, phase: str, done: Sequence[Event], stored: Sequence[Event]) -> Any:
    """The sheet for a phase as it stood before a letter, of which `stored` are the versions. InputError where something
    newer is on file."""
    versions = [one for one in done if one["kind"] == "orders_stored" and one["data"]["for"] == phase]
    first = max(n for n, one in enumerate(versions) if one in stored)
    newest, older = versions[0], versions[first + 1 :]
    earlier = context.services.files.sheet(context.the_game().key, phase, context.the_seat().name).earlier[first:]
    sheet = older[0]["data"]["sheet"] if older else earlier[0] if earlier else ()
    if newest not in stored and list(newest["data"]["sheet"]) != list(sheet):
        raise InputError("Something newer is on file since that letter, and stays.", hint=_ALONE)
    return sheet


def _answers(context: LetterContext, event: Event, key: str) -> bool:
    """Whether `key` is that of an answer to the letter that an event came from."""
    game, seat, letter = context.the_game().key, context.the_seat(), event["cause"].partition("/")[0]
    kind, make = f"confirmation.{seat.number}", context.services.letters.key
    return any(key == make(f"{letter}/{number}", kind, seat.address, game) for number in range(_BLOCKS))


def _line(context: LetterContext, event: Event) -> str:
    """An order that was carried out at once."""
    (command,) = unpack_sheet(context.variant().vocabulary, [event["data"]["command"]])
    return command.canonical()
