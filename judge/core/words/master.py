"""The master's words on the game and its clock: START, RESULT, PROCESS, EXTEND ..."""

from __future__ import annotations

from typing import Self

from judge.core.command import Command, Final
from judge.core.errors import InputError
from judge.core.variant import Help
from judge.core.words.word import NOWHERE, Fields, Place, word


@word(
    Place.MASTER,
    r"""
    start: _START
    _START.9: /start(?:\s+(?:the\s+)?game)?(?!\w)[.]?/i
    """,
    Help("START", "START", "Opens the game with those who have joined.", ("START",)),
)
class Start(Command, final=Final.YES):
    """START."""


@word(
    Place.MASTER,
    r"""
    result: _RESULT _FOR? phase _COLON? body?
    body: TEXT
    _RESULT.9: /results?(?!\w)/i
    """,
    Help(
        "RESULT",
        "RESULT phase, then CENTRES, OWNERS or UNITS, then END",
        "Reports what happened on a board elsewhere. A later one replaces it until the phase is resolved.",
        ("RESULT F1901",),
    ),
    also=("RESULTS",),
    guarded=NOWHERE,
)
class Result(Command, final=Final.IF_IT_ENDS_A_PHASE):
    """RESULT F1901 and the lines below it up to END: what happened on a board elsewhere."""

    phase: str
    body: tuple[str, ...] = ()

    @classmethod
    def read(cls, fields: Fields) -> Self:
        body = fields.get("body")
        return cls(fields["phase"], (body,) if body else ())


@word(
    Place.MASTER,
    r"""
    missing: _MISSING
    _MISSING.9: /(?:who(?:\s+is|'s)\s+)?missing(?!\w)[?.]?/i
    """,
    Help("MISSING", "WHO IS MISSING", "Who has no valid sheet.", ("WHO IS MISSING", "MISSING")),
    by_sheets=True,
    guarded=NOWHERE,
)
class Missing(Command):
    """WHO IS MISSING."""


@word(
    Place.MASTER,
    r"""
    preview: _PREVIEW phase?
    _PREVIEW.9: /preview(?!\w)/i
    """,
    Help(
        "PREVIEW", "PREVIEW [phase]", "The outcome as it would be now, with sample dice.", ("PREVIEW", "PREVIEW F1901")
    ),
    by_sheets=True,
    guarded=NOWHERE,
)
class Preview(Command):
    """PREVIEW F1901."""

    phase: str = ""


@word(
    Place.MASTER,
    r"""
    process: _PROCESS phase
    _PROCESS.9: /process(?!\w)/i
    """,
    Help("PROCESS", "PROCESS phase", "Resolves the phase now.", ("PROCESS F1901M",)),
    by_sheets=True,
)
class Process(Command, final=Final.YES):
    """PROCESS F1901: the phase is mandatory."""

    phase: str


@word(
    Place.MASTER,
    r"""
    extend: _EXTEND _BY? span+ _COLON? reason?
    span: SPAN
    _EXTEND.9: /extend(?!\w)/i
    SPAN.6: /\d{1,5}\s*(?:weeks?|w|days?|d|hours?|hrs?|h|minutes?|mins?|m)(?![a-z])/i
    // say SPAN: a time such as 24h
    """,
    Help(
        "EXTEND",
        "EXTEND time [reason]",
        "Moves this deadline; the next is on the weekly grid again. Time is in hours, days or weeks; "
        "a part of an hour counts as a whole one.",
        ("EXTEND 24h two players are travelling", "EXTEND 2d", "EXTEND 1d 12h"),
    ),
)
class Extend(Command):
    """EXTEND 24h reason: the present deadline only; the next is on the grid again."""

    hours: int
    reason: str = ""

    @classmethod
    def read(cls, fields: Fields) -> Self:
        spans = fields["span"] if isinstance(fields["span"], tuple) else (fields["span"],)
        if not any(spans):
            raise InputError("An extension has an hour at least.")
        # Rounded up: a deadline is never earlier than the master asked for.
        return cls(-(-sum(spans) // 60), fields.get("reason", ""))


@word(
    Place.MASTER,
    r"""
    deadline: _DEADLINE _TO? when
    when: TEXT
    _DEADLINE.9: /deadline(?!\w)/i
    """,
    Help(
        "DEADLINE",
        "DEADLINE time [reason]",
        "Sets this deadline.",
        ("DEADLINE 2026-12-04 18:00", "DEADLINE FRI 18:00 everybody asked for it"),
    ),
    loose=True,
)
class Deadline(Command):
    """DEADLINE 2026-12-04 18:00, or DEADLINE FRI 18:00."""

    when: str


@word(
    Place.MASTER,
    r"""
    pause: _PAUSE (_PAUSED_TILL asked_day | _COLON? reason?)
    _PAUSE.9: /pause(?!\w)/i
    _PAUSED_TILL.8: /(?:until|till)(?=\s+(?:\d|[a-z]{3,9}\.?\s+\d|(?:mon|tue|wed|thu|fri|sat|sun)))/i
    """,
    Help(
        "PAUSE",
        "PAUSE [UNTIL day] [reason]",
        "Stops the clock; with a day it goes on by itself.",
        ("PAUSE", "PAUSE for the holidays", "PAUSE UNTIL 2 JAN"),
    ),
    loose=True,
)
class Pause(Command):
    """PAUSE [UNTIL day] [reason]."""

    reason: str = ""
    until: str = ""


@word(
    Place.MASTER,
    r"""
    resume: _RESUME
    _RESUME.9: /resume(?!\w)[.]?/i
    """,
    Help("RESUME", "RESUME", "Starts the clock again.", ("RESUME",)),
)
class Resume(Command):
    """RESUME."""
