"""What the answer to a letter says, decided here; how it looks is the templates' affair (`templates/session`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from judge.core.shown import Shown
from judge.core.values import Value
from judge.desk.counter import remarks
from judge.desk.counter.remarks import Problem, problems_of, remark, remarks_of
from judge.desk.sheets.shown import SheetView
from judge.desk.writing.machine import AnswerTold, OrderTold, RestTold, Tag
from judge.render.text import listing, plural


class Table(Value):
    """The game an answer is about, as it stands once the letter was dealt with.

    phase   its id, empty before the start
    status  forming, active, paused, held or finished
    locked  the deadline is over and the master's report is awaited, or
    looked  his look at the results
    passing  the open phase is over at once, and asks nothing of anybody
    words    the open phase, in words
    """

    name: str
    phase: str
    status: str
    locked: bool = False
    looked: bool = False
    passing: bool = False
    words: str = ""

    @property
    def open(self) -> bool:
        """Whether a phase is open."""
        return bool(self.phase) and self.status == "active"


class Outcome(Value):
    """What became of a letter, or of one block of it.

    who        the seat, or MASTER
    answers    what is said to its lines
    checks     what to look at although it was taken
    errors     how many lines were not taken, `warnings` how many are remarked upon
    tried      it was sent with TRY: nothing of it was filed
    by_master  the master wrote it in the name of `who`
    proposal   what YES in reply would do
    rests      words of the letter that nobody read
    undo       whether NO in reply takes back what it put on file
    """

    verdict: Tag
    who: str = ""
    answers: tuple[AnswerTold, ...] = ()
    checks: tuple[str, ...] = ()
    errors: int = 0
    warnings: int = 0
    sheets: tuple[SheetView, ...] = ()
    tried: bool = False
    by_master: bool = False
    proposal: tuple[str, ...] = ()
    rests: tuple[RestTold, ...] = ()
    undo: bool = False


class SheetShown(Value):
    """A sheet in an answer. `instead` stands where it has no orders, `below` what is said below them;
    `on_file` is the phase for which it is filed, "" for none."""

    heading: str
    lines: tuple[OrderTold, ...]
    instead: str
    below: str
    foretold: str
    on_file: str = ""
    forecast: Shown | None = None


class Said(Value):
    """An answer, in the order in which it is read. Every text is a paragraph.

    subject    what follows the verdict
    opening    what became of the letter
    unread     words of it that nobody read, each as it was written
    looks      what was read into it
    further    what else stands before the list of problems
    clock      whether the `deadline` of the phase follows, the `next` phase with its deadline, or "" for a `state`
    closing    what may be done now
    """

    subject: str
    opening: tuple[str, ...]
    looks: tuple[str, ...]
    problems: tuple[Problem, ...]
    proposal: tuple[str, ...]
    remarks: tuple[str, ...]
    sheets: tuple[SheetShown, ...] = ()
    further: tuple[str, ...] = ()
    clock: Literal["", "deadline", "next"] = ""
    state: str = ""
    closing: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


STATES = {
    "paused": "The game is paused: its clock stands still.",
    "held": "The game is held while its master looks into a fault. Nothing is lost.",
    "forming": "The game has not started yet. You will hear when it does.",
    "finished": "The game is over.",
}
AGAIN = "To write again, just reply to this letter. HELP explains every word."
STANDS = "If you send nothing more, this sheet is carried out at the deadline."


def to_player(done: Outcome, table: Table) -> Said:
    """The confirmation: to the player whose sheet it is."""
    first = done.sheets[0] if done.sheets else None
    # the phase of this sheet ended with this very letter: nothing of it waits for a deadline any more
    over = bool(first and not first.later and not first.tried and table.phase and first.phase != table.phase)
    problems = problems_of(done.answers)
    clock, state = _clock(table, over)
    return Said(
        subject=_subject(done, table, len(problems)),
        opening=_opening(done, len(problems)),
        looks=_looks(done),
        further=(
            *((" ".join(done.checks),) if done.checks and done.verdict != "CHECK" else ()),
            *(("The master wrote it in your name; this is your copy of the answer.",) if done.by_master else ()),
        ),
        problems=problems,
        proposal=done.proposal,
        remarks=_remarks(done),
        sheets=tuple(_shown(view, over, table.words) for view in done.sheets),
        clock=clock,
        state=state,
        closing=_closing(done, table, first, over),
        unread=remarks.unread(done.rests, done.answers),
    )


def to_master(done: Outcome, table: Table) -> Said:
    """The answer to a master; where he wrote as a player, his copy."""
    problems = problems_of(done.answers)
    opening = {
        "OK": "OK - your letter was understood and dealt with.",
        "FILED": f"FILED - your letter was dealt with. {remarks.talk(done.undo)}",
        "CHECK": " ".join(("CHECK - your letter was dealt with.", *done.checks, _look(done))),
        "NOTED": f"NOTED - I found nothing to carry out in your letter.{remarks.not_read(done.rests)}",
        "ASK": f"ASK - nothing of your letter was carried out. {_asked(done, 'What I would do stands below')}",
        "PARTIAL": f"PARTIAL - {_not_taken(len(problems))} NOT taken; the rest of your letter was.",
        "ERROR": "ERROR - nothing in your letter could be taken.",
    }[done.verdict]
    phase, who = f" {table.phase}" if table.phase else "", f"MASTER as {done.who}" if done.by_master else "MASTER"
    state = f"The game {table.name} is {table.status}."
    if table.open and table.looked:
        state = f"The deadline of {table.phase} is over; its results wait for RELEASE."
    elif table.open:
        report = f"RESULT {table.phase[:-1]}"
        state = f"The deadline of {table.phase} is over and nothing is published until your report is here: {report}."
    return Said(
        subject=f"{table.name}{phase} {who}{_counted(done, len(problems))}",
        opening=(opening,),
        looks=_looks(done),
        problems=problems,
        proposal=done.proposal,
        remarks=_remarks(done),
        sheets=tuple(_masters(view, done) for view in done.sheets),
        clock="deadline" if table.open and not table.locked else "",
        state=state,
        unread=remarks.unread(done.rests, done.answers),
    )


def to_sender(done: Outcome, address: str, *, refused: bool) -> Said:
    """The answer to somebody who speaks for no seat. `refused`: signing on failed, so a reply would not be known."""
    problems = problems_of(done.answers)
    opening = {
        "ERROR": "ERROR - nothing in your letter could be done.",
        "ASK": f"ASK - nothing of your letter was done. {_asked(done, 'What I would do stands below')}",
        "PARTIAL": f"PARTIAL - {_not_taken(len(problems))} NOT taken; the rest of your letter was.",
        "FILED": f"FILED - your letter was dealt with. {remarks.talk(done.undo)}",
        "CHECK": f"CHECK - your letter was dealt with. {_look(done)}",
    }
    dealt_with = "your letter was understood and dealt with" if done.answers else "here is what you asked for"
    return Said(
        subject="",
        opening=(opening.get(done.verdict, f"OK - {dealt_with}."),),
        looks=(),
        problems=problems,
        proposal=done.proposal,
        remarks=remarks_of(done.answers),
        closing=(f"To write again, send a whole new letter to {address}." if refused else AGAIN,),
        unread=remarks.unread(done.rests, done.answers),
    )


# ---- the first words --------------------------------------------------------------------------------------------


def _subject(done: Outcome, table: Table, problems: int) -> str:
    words = [table.name]
    first = done.sheets[0] if done.sheets else None
    if first:
        words.append("standing orders" if first.phase == "*" else first.phase)
    words.append(done.who)
    if first and first.version:
        words.append(f"v{first.version}")
    if done.tried:
        words.append("TRY")
    if done.warnings and not done.errors:
        words.append(f"({plural(done.warnings, 'warning')})")
    return " ".join(words) + _counted(done, problems)


def _counted(done: Outcome, problems: int) -> str:
    return f" ({plural(problems, 'line')} not taken)" if done.verdict == "PARTIAL" else ""


def _opening(done: Outcome, problems: int) -> tuple[str, ...]:
    would = "this is what your sheet would do. It is NOT on file"
    match done.verdict:
        case "OK":
            letter = "the letter" if done.by_master else "your letter"
            return (f"OK - {would if done.tried else f'everything in {letter} was understood'}.",)
        case "FILED":
            taken = "your orders were taken" if done.undo else "your letter was dealt with"
            return (f"FILED - {would if done.tried else taken}. {remarks.talk(done.undo)}",)
        case "CHECK":
            what = " ".join(done.checks) or f"{would if done.tried else 'your letter was taken'}."
            return (f"CHECK - {what} {_look(done)}".rstrip(),)
        case "NOTED":
            there = " Below is what is on file." if done.sheets else ""
            return (
                f"NOTED - I found no order in your letter and changed nothing.{there}{remarks.not_read(done.rests)}",
            )
        case "ASK":
            nothing = f"ASK - nothing of your letter was {'judged' if done.tried else 'filed'}."
            return (f"{nothing} {_asked(done, 'What I would make of it stands below')}",)
        case "PARTIAL":
            judged = " judged, and NOT filed" if done.tried else ""
            return (f"PARTIAL - {_not_taken(problems)} NOT taken; the rest of your letter was{judged}.",)
        case "ERROR":
            stands = bool(done.sheets and done.sheets[0].version and done.sheets[0].lines)
            still = ("What was on file before still stands.",) if stands else ()
            return ("ERROR - nothing in your letter could be taken.", *still)


def _look(done: Outcome) -> str:
    return remarks.look(done.rests, done.checks, done.undo)


def _not_taken(problems: int) -> str:
    return plural(problems, "line was", "lines were")


def _asked(done: Outcome, shown: str) -> str:
    return f"{shown}: answer YES if that is what you mean." if done.proposal else "Please say what you mean."


def _looks(done: Outcome) -> tuple[str, ...]:
    taken = done.verdict in ("CHECK", "PARTIAL")
    return tuple(a.text for a in done.answers if a.level == "check") if taken else ()


# ---- the sheets -------------------------------------------------------------------------------------------------


def _shown(view: SheetView, over: bool, words: str) -> SheetShown:
    """A sheet, to its player. `over`: its phase has ended; `words`: the open phase's, for whoever is new."""
    version = f", version {view.version}" if view.version else ""
    replaces = f" (replaces version {view.replaces})" if view.replaces else ""
    named = view.phase + (f" ({words})" if words and not replaces else "")
    below = ""
    if view.later:
        when = "a phase opens for which you sent nothing" if view.phase == "*" else "the phase opens"
        below = f"It is checked again, and mailed to you, when {when}."
        on_file = "TRIED, NOT ON FILE" if view.tried else "ON FILE"
        heading = f"{on_file} for {view.phase_words}{'' if view.tried else version + replaces}"
    elif view.tried:
        stays = f" (on file stays version {view.version})" if view.version else ""
        heading = f"TRIED for {view.phase}, NOT ON FILE{stays}"
    elif not view.version:
        heading = f"ON FILE for {named}: nothing yet"
    elif over:
        heading = f"CARRIED OUT in {view.phase}{version}{replaces.replace('replaces', 'replaced')}"
    else:
        heading = f"ON FILE for {named}{version}{replaces}{' - READY' if view.ready else ''}"
    foretold = "" if view.later or over else view.foretold
    empty = (view.version or view.tried) and (over or not view.foretold)
    filed = "" if view.tried else view.phase
    return SheetShown(heading, view.lines, "No orders." if empty else "", below, foretold, filed, view.forecast)


def _masters(view: SheetView, done: Outcome) -> SheetShown:
    """A sheet, to the master who wrote it."""
    heading = ("TRIED, NOT ON FILE" if view.tried else "ON FILE") + (f" as {done.who}" if done.by_master else "")
    heading += f" for {view.phase_words}"
    if not view.tried:
        heading += f", version {view.version}" if view.version else ""
        heading += f" (replaces version {view.replaces})" if view.replaces else ""
    below = "It is checked again when the phase opens." if view.later else ""
    return SheetShown(heading, view.lines, "Nothing.", below, "" if view.later else view.foretold)


# ---- the last words ---------------------------------------------------------------------------------------------


def _clock(table: Table, over: bool) -> tuple[Literal["", "deadline", "next"], str]:
    if not table.open:
        return "", STATES.get(table.status, "") if table.status != "active" else ""
    if table.locked:
        waits = "its master looks at the results" if table.looked else "the master's report is awaited"
        return "", f"The deadline of {table.phase} is over; {waits}."
    if over and table.passing:
        return "", "The results name the next deadline."
    return ("next" if over else "deadline"), ""


def _closing(done: Outcome, table: Table, first: SheetView | None, over: bool) -> tuple[str, ...]:
    if first is None or table.status != "active" or first.later or table.locked:
        return (AGAIN,)
    if done.tried:
        return ("To file it, send it again without TRY.", AGAIN)
    if over:
        is_over = f"{first.phase} is over, and this sheet with it: the results tell what it did."
        return (is_over if table.passing else f"{is_over} What you send now is for {table.phase}.", AGAIN)
    if not first.lines:
        undo = ("UNDO takes the last change back.",) if first.version > 1 else ()
        return (f"If you send nothing more, nothing is done for you in {first.phase}.", *undo, AGAIN)
    change = "To change an order, reply with it" if first.amend else "To change it, reply with the whole sheet"
    below = f"under {listing(first.whole)}, with all" if first.amend and first.whole else "HELP explains CLEAR and UNDO"
    return (STANDS, f"{change}; {below}.")


# ---- what is said to the lines ----------------------------------------------------------------------------------


def _remarks(done: Outcome) -> tuple[str, ...]:
    """What does not stand in one of the sheets already, in the order of the letter.

    An accepted order is there as a numbered line, and why it is cut as the note below it. Errors are always told.
    """
    texts: set[str] = set()
    notes: list[tuple[str, str]] = []
    for view in done.sheets:
        for line in view.lines:
            texts.add(line.text)
            if line.note:
                notes.append((line.text, line.note))
            if view.later:
                texts.add(f"{line.text} - kept for {view.phase_words}")
    return tuple(
        remark(answer)
        for answer in done.answers
        if answer.level not in ("error", "check") and not _stands(answer.text, texts, notes)
    )


def _stands(text: str, texts: set[str], notes: Sequence[tuple[str, str]]) -> bool:
    """Whether a remark, alone or behind its order and a dash, stands in a sheet or in the note of its order."""
    return text in texts or any(text.removeprefix(f"{line} - ") in note for line, note in notes)
