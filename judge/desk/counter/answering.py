"""What the answer to a letter says, decided here; how it looks is the templates' affair (`templates/session`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from judge.core.shown import Shown
from judge.core.values import Value
from judge.desk.cabinet.records import Game, Status
from judge.desk.counter import proposals
from judge.desk.counter.carry_out import Done
from judge.desk.sheets.shown import SheetView
from judge.desk.writing.machine import AnswerTold, ConfirmationPart, OrderTold, SheetTold, Tag
from judge.render.text import listing, plural


class Problem(Value):
    """A piece of the letter that was not taken. `line` is 0 for none; `echo` is empty where a text shows it anyway."""

    line: int
    echo: str
    texts: tuple[str, ...]


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
    Status.PAUSED: "The game is paused: its clock stands still.",
    Status.HELD: "The game is held while its master looks into a fault. Nothing is lost.",
    Status.FORMING: "The game has not started yet. You will hear when it does.",
    Status.FINISHED: "The game is over.",
}
AGAIN = "To write again, just reply to this letter. HELP explains every word."
STANDS = "If you send nothing more, this sheet is carried out at the deadline."


def to_player(done: Done, game: Game, words: str) -> Said:
    """The confirmation: to the player whose sheet it is."""
    first, checks = done.views[0] if done.views else None, done.context.checks
    # the phase of this sheet ended with this very letter: nothing of it waits for a deadline any more
    over = bool(first and not first.later and not first.tried and game.phase and first.phase != game.phase)
    undo = bool(done.context.rests) and proposals.can_be_put_back(done.context)
    problems = problems_of(done.answers)
    clock, state = _clock(game, over)
    return Said(
        subject=_subject(done, game, len(problems)),
        opening=_opening(done, len(problems), undo),
        looks=_looks(done),
        further=(
            *((" ".join(checks),) if checks and done.verdict != "CHECK" else ()),
            *(
                ("The master wrote it in your name; this is your copy of the answer.",)
                if done.context.acting_master
                else ()
            ),
        ),
        problems=problems,
        proposal=done.proposal,
        remarks=_remarks(done),
        sheets=tuple(_shown(view, over, words) for view in done.views),
        clock=clock,
        state=state,
        closing=_closing(done, game, first, over),
        unread=_unread(done),
    )


def machine_confirmation(game: Game, received: str, done: Done) -> ConfirmationPart:
    """The JSON part of a confirmation: the same facts as the words."""
    return ConfirmationPart(
        game=game.key,
        phase=game.phase,
        seat=done.who,
        verdict=done.verdict,
        received=received,
        deadline=game.deadline,
        answers=(*(AnswerTold("warning", text, 0, "") for text in done.context.checks), *done.answers),
        rests=tuple(done.context.rests),
        sheets=tuple(SheetTold(view.phase, view.version, view.ready, view.lines, view.forecast) for view in done.views),
    )


def to_master(done: Done, game: Game) -> Said:
    """The answer to a master; where he wrote as a player, his copy."""
    problems = problems_of(done.answers)
    opening = {
        **_to_no_player(done, len(problems), "carried out"),
        "OK": "OK - your letter was understood and dealt with.",
        "CHECK": " ".join(("CHECK - your letter was dealt with.", *done.context.checks, _look(done))),
        "ERROR": "ERROR - nothing in your letter could be taken.",
    }[done.verdict]
    phase, who = (
        f" {game.phase}" if game.phase else "",
        f"MASTER as {done.who}" if done.context.acting_master else "MASTER",
    )
    state = f"The game {game.key} is {game.status}."
    if _open(game) and game.held_back:
        state = f"The deadline of {game.phase} is over; its results wait for RELEASE."
    elif _open(game):
        report = f"RESULT {game.phase[:-1]}"
        state = f"The deadline of {game.phase} is over and nothing is published until your report is here: {report}."
    aside = done.context.aside
    return Said(
        subject=f"{game.key}{phase} {who}{_counted(done, len(problems))}",
        opening=(opening,),
        looks=_looks(done),
        problems=problems,
        proposal=done.proposal,
        remarks=(*((aside,) if aside else ()), *_remarks(done)),
        sheets=tuple(_masters(view, done) for view in done.views),
        clock="deadline" if _open(game) and not game.locked else "",
        state=state,
        unread=_unread(done),
    )


def _to_no_player(done: Done, problems: int, carried_out: str) -> dict[Tag, str]:
    """What became of the letter of a master, or of somebody who speaks for no seat."""
    return {
        "FILED": f"FILED - your letter was dealt with. {_talk()}",
        "NOTED": f"NOTED - I found nothing to carry out in your letter.{' Not read:' if done.context.rests else ''}",
        "ASK": f"ASK - nothing of your letter was {carried_out}. {_asked(done, 'What I would do stands below')}",
        "PARTIAL": f"PARTIAL - {plural(problems, 'line was', 'lines were')} NOT taken; the rest of your letter was.",
    }


def to_sender(done: Done, address: str, *, refused: bool) -> Said:
    """The answer to somebody who speaks for no seat. `refused`: signing on failed, so a reply would not be known."""
    problems = problems_of(done.answers)
    opening = {
        **_to_no_player(done, len(problems), "done"),
        "OK": f"OK - {'your letter was understood and dealt with' if done.answers else 'here is what you asked for'}.",
        "CHECK": f"CHECK - your letter was dealt with. {_look(done)}",
        "ERROR": "ERROR - nothing in your letter could be done.",
    }[done.verdict]
    return Said(
        subject="",
        opening=(opening,),
        looks=(),
        problems=problems,
        proposal=done.proposal,
        remarks=remarks_of(done.answers),
        closing=(f"To write again, send a whole new letter to {address}." if refused else AGAIN,),
        unread=_unread(done),
    )


# ---- the first words --------------------------------------------------------------------------------------------


def _subject(done: Done, game: Game, problems: int) -> str:
    words = [game.key]
    first = done.views[0] if done.views else None
    if first:
        words.append("standing orders" if first.phase == "*" else first.phase)
    words.append(done.who)
    if first and first.version:
        words.append(f"v{first.version}")
    if done.tried:
        words.append("TRY")
    warnings = done.context.warnings
    if warnings and not done.context.errors:
        words.append(f"({plural(warnings, 'warning')})")
    return " ".join(words) + _counted(done, problems)


def _counted(done: Done, problems: int) -> str:
    return f" ({plural(problems, 'line')} not taken)" if done.verdict == "PARTIAL" else ""


def _opening(done: Done, problems: int, undo: bool) -> tuple[str, ...]:
    would = "this is what your sheet would do. It is NOT on file"
    match done.verdict:
        case "OK":
            letter = "the letter" if done.context.acting_master else "your letter"
            return (f"OK - {would if done.tried else f'everything in {letter} was understood'}.",)
        case "FILED":
            taken = "your orders were taken" if undo else "your letter was dealt with"
            return (f"FILED - {would if done.tried else taken}. {_talk(undo)}",)
        case "CHECK":
            what = " ".join(done.context.checks) or f"{would if done.tried else 'your letter was taken'}."
            return (f"CHECK - {what} {_look(done, undo)}".rstrip(),)
        case "NOTED":
            there = " Below is what is on file." if done.views else ""
            left = " Not read:" if done.context.rests else ""
            return (f"NOTED - I found no order in your letter and changed nothing.{there}{left}",)
        case "ASK":
            nothing = f"ASK - nothing of your letter was {'judged' if done.tried else 'filed'}."
            return (f"{nothing} {_asked(done, 'What I would make of it stands below')}",)
        case "PARTIAL":
            lines, judged = plural(problems, "line was", "lines were"), " judged, and NOT filed" if done.tried else ""
            return (f"PARTIAL - {lines} NOT taken; the rest of your letter was{judged}.",)
        case "ERROR":
            stands = bool(done.views and done.views[0].version and done.views[0].lines)
            still = ("What was on file before still stands.",) if stands else ()
            return ("ERROR - nothing in your letter could be taken.", *still)


def _look(done: Done, undo: bool = False) -> str:
    """What is said above what is to be looked at in a letter that was taken."""
    if any(one.weight == "loud" for one in done.context.rests):
        return _changed("I did not read the words below", undo)
    if done.context.rests:
        return _talk(undo)
    return "" if done.context.checks else "Something was read into it. Look at this:"


def _talk(undo: bool = False) -> str:
    """What is said above words that change no order. `undo`: NO in reply takes the letter back."""
    return _changed("I took these words for talk", undo)


def _changed(words: str, undo: bool) -> str:
    if undo:
        return f"{words}. If they change what you ordered, answer NO, and nothing of that letter stands."
    return f"{words}, and they changed nothing."


def _unread(done: Done) -> tuple[str, ...]:
    """The words themselves, loud ones first, those left out that an answer to a line quotes anyway."""
    if not done.context.rests:
        return ()
    told = [one for one in done.answers if one.level in ("error", "check")]
    echoes = {one.echo for one in told if one.level == "error"}  # of what was read into a line the words are not shown
    said = " ".join((*echoes, *(one.text for one in told)))
    left = [one for one in done.context.rests if one.text not in echoes]
    # a word or two stand in many a sentence of ours
    left = [one for one in left if one.text.count(" ") < 2 or one.text not in said]
    return tuple(dict.fromkeys(one.text for one in sorted(left, key=lambda one: one.weight != "loud")))


def _asked(done: Done, shown: str) -> str:
    return f"{shown}: answer YES if that is what you mean." if done.proposal else "Please say what you mean."


def _looks(done: Done) -> tuple[str, ...]:
    return tuple(a.text for a in done.answers if a.level == "check" and done.verdict in ("CHECK", "PARTIAL"))


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


def _masters(view: SheetView, done: Done) -> SheetShown:
    """A sheet, to the master who wrote it."""
    heading = ("TRIED, NOT ON FILE" if view.tried else "ON FILE") + (
        f" as {done.who}" if done.context.acting_master else ""
    )
    heading += f" for {view.phase_words}"
    if not view.tried:
        heading += f", version {view.version}" if view.version else ""
        heading += f" (replaces version {view.replaces})" if view.replaces else ""
    below = "It is checked again when the phase opens." if view.later else ""
    return SheetShown(heading, view.lines, "Nothing.", below, "" if view.later else view.foretold)


# ---- the last words ---------------------------------------------------------------------------------------------


def _open(game: Game) -> bool:
    """Whether a phase is open."""
    return bool(game.phase) and game.status is Status.ACTIVE


def _clock(game: Game, over: bool) -> tuple[Literal["", "deadline", "next"], str]:
    if not _open(game):
        return "", STATES.get(game.status, "")
    if game.locked:
        waits = "its master looks at the results" if game.held_back else "the master's report is awaited"
        return "", f"The deadline of {game.phase} is over; {waits}."
    if over and game.untold:
        return "", "The results name the next deadline."
    return ("next" if over else "deadline"), ""


def _closing(done: Done, game: Game, first: SheetView | None, over: bool) -> tuple[str, ...]:
    if first is None or game.status is not Status.ACTIVE or first.later or game.locked:
        return (AGAIN,)
    if done.tried:
        return ("To file it, send it again without TRY.", AGAIN)
    if over:
        is_over = f"{first.phase} is over, and this sheet with it: the results tell what it did."
        return (is_over if game.untold else f"{is_over} What you send now is for {game.phase}.", AGAIN)
    if not first.lines:
        undo = ("UNDO takes the last change back.",) if first.version > 1 else ()
        return (f"If you send nothing more, nothing is done for you in {first.phase}.", *undo, AGAIN)
    change = "To change an order, reply with it" if first.amend else "To change it, reply with the whole sheet"
    below = f"under {listing(first.whole)}, with all" if first.amend and first.whole else "HELP explains CLEAR and UNDO"
    return (STANDS, f"{change}; {below}.")


# ---- what is said to the lines ----------------------------------------------------------------------------------


def _remarks(done: Done) -> tuple[str, ...]:
    """What does not stand in one of the sheets already, in the order of the letter.

    An accepted order is there as a numbered line, and why it is cut as the note below it. Errors are always told.
    """
    lines = [(line, view) for view in done.views for line in view.lines]
    texts = {line.text for line, _ in lines}
    texts |= {f"{line.text} - kept for {view.phase_words}" for line, view in lines if view.later}

    def stands(text: str) -> bool:
        """Alone, or behind its order and a dash, in a sheet or in the note of its order."""
        return text in texts or any(text.removeprefix(f"{one.text} - ") in one.note for one, _ in lines if one.note)

    return remarks_of([answer for answer in done.answers if answer.level != "check" and not stands(answer.text)])


def remarks_of(answers: Iterable[AnswerTold]) -> tuple[str, ...]:
    """All answers except errors, in the order of the letter."""
    said = [answer for answer in answers if answer.level != "error"]
    return tuple([f"WARNING: {answer.text}" if answer.level == "warning" else answer.text for answer in said])


def problems_of(answers: Iterable[AnswerTold]) -> tuple[Problem, ...]:
    """The errors by line, then those of no line; several about one piece stand together."""
    found: list[tuple[int, str, list[str]]] = []
    errors = [answer for answer in answers if answer.level == "error"]
    for answer in sorted(errors, key=lambda one: (not one.line, one.line)):
        if answer.line and found and found[-1][:2] == (answer.line, answer.echo):
            found[-1][2].append(answer.text)
        else:
            found.append((answer.line, answer.echo, [answer.text]))
    return tuple(Problem(line, "" if _seen(echo, texts) else echo.strip(), tuple(texts)) for line, echo, texts in found)


def _seen(echo: str, texts: Iterable[str]) -> bool:
    piece = " ".join(echo.split()).casefold()
    return any(piece in " ".join(text.split()).casefold() for text in texts)
