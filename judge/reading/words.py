"""The words of the correspondence: SIGNON, HELP, PRESS, the master's words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from itertools import chain
from typing import Any

from judge.core.command import Command
from judge.core.errors import InputError
from judge.core.phase import written
from judge.core.regex import regex
from judge.core.words import WORDS, Clear, Place, SignOn, Undo, word_of
from judge.core.words.word import Fields, with_password
from judge.order_hints import looks_like_order
from judge.post import Line
from judge.reading.engine import LONGEST, Engine
from judge.reading.faults import Fault, caret
from judge.reading.lexicon import Lexicon
from judge.reading.naming import joining, registering
from judge.reading.outcome import Chatter, Garbled, Reading, Understood
from judge.reading.repair import Repair
from judge.reading.tree import VALUES, Builder
from judge.signon import mask

RULE_OF = {first: word.rule for word in WORDS.values() for first in word.firsts}
"""First word -> grammar rule."""
FIRST_WORDS = tuple(
    sorted(first for word in WORDS.values() for first in (word.verb, *word.also) if first not in word.common)
)
"""Those that a misspelt word may be taken for."""

_THANKS = regex(r"[\s,.!-]+(?:please|pls|thanks|thank you|thx|cheers|ta|bitte|merci)[\s.!]*$", re.IGNORECASE)
_FIRST = regex(r"\s*([A-Za-z]+(?:-[A-Za-z]+)?)")
_SIGN_ON = regex(  # the usual form, which nearly every letter has: what the grammar would make of it
    r"sign-?on[ \t]+(?P<seat>[^\W_][^@\"'\s]*(?:[ ][^@\"'\s]+)*)@(?P<game>[A-Za-z][\w-]*)[ \t]+(?P<password>\S{4,64})",
    re.IGNORECASE,
)
_DATES = ("%Y-%m-%d", "%d %b %Y", "%d %B %Y", "%b %d %Y", "%B %d %Y")


class WordReader:
    """Reads the words of the correspondence. Everything it returns is masked."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._builder = Builder(
            {rule: word.command for rule, word in WORDS.items()}, Lexicon({}), engine.source.refuse, _VALUES, _ADAPT
        )
        self._repair = Repair(FIRST_WORDS, None, self.check, strict=True)

    def command(self, line: Line) -> Command | None:
        """The command of a line; None if it does not begin with such a word. Raises Fault."""
        rule = _rule(line.text)
        if rule is None:
            return None
        short = rule == "signon" and len(line.text) <= LONGEST
        if short and (plain := _SIGN_ON.fullmatch(line.text)) and plain["password"].isprintable():
            return SignOn(plain["seat"], plain["game"], plain["password"], line=line.number)
        (command,) = self._builder.commands(self._engine.parse(line.text), line.number, "")
        return command

    def check(self, text: str) -> None:
        """Raise Fault if the text is not a word with its arguments."""
        if self.command(Line(0, text)) is None:
            raise Fault("This is no word of the correspondence.")

    def read(self, line: Line, place: Place) -> Reading:
        """Understood, Garbled, or Chatter for a line that does not begin with such a word.

        Near misses are looked for where no orders stand; among orders, reading the orders finds them.
        """
        shown = Line(line.number, mask(line.text))
        rule = _rule(line.text)
        if rule is not None and WORDS[rule].yields and not WORDS[rule].place & place:
            rule = None
        if rule is None:
            return Chatter(shown) if Place.PLAYER in place else self._near(line, shown)
        try:
            command = self.command(line)
        except Fault as fault:
            if not _first(line.text).isupper() and (WORDS[rule].loose or not looks_like_order(line.text)):
                return Chatter(shown)
            return self._misplaced(shown, rule, place) or self._failed(line, shown, rule, fault.told())
        if command is None or (WORDS[rule].loose and _prose(line.text, rule)):
            return Chatter(shown)
        return self._misplaced(shown, rule, place) or Understood(shown, (command,))

    @staticmethod
    def begins(text: str) -> bool:
        """Whether a text begins with such a word."""
        return _rule(text) is not None

    def understood(self, text: str, number: int, place: Place) -> Understood | None:
        """A text that is such a word from end to end; None for anything else."""
        if not text or not (self.begins(text) or Place.PLAYER not in place):
            return None
        said = self.read(Line(number, text), place)
        return said if isinstance(said, Understood) else None

    def thanked(self, line: Line, place: Place) -> Understood | None:
        """A word with thanks or marks behind it: `JOIN lira7 AS Marten, please!`, `READY!!`"""
        for bare in (_THANKS.sub("", line.text), line.text.rstrip(" .!?")):
            said = self.understood(bare, line.number, place) if bare != line.text else None
            if said is not None and not ("?" in line.text and changes(said.word, place)):  # `RESIGN?`
                return said
        return None

    def _misplaced(self, shown: Line, rule: str, place: Place) -> Garbled | None:
        if WORDS[rule].place & place:
            return None
        return Garbled(shown, _where(rule, place), 0, caret(shown.text, 0), WORDS[rule].help.form)

    def _failed(self, line: Line, shown: Line, rule: str, fault: Fault) -> Reading:
        help_ = WORDS[rule].help
        secret = shown.text != line.text
        echoed = bool(fault.wrong) and fault.wrong in fault.reason
        reason = f"I cannot read this {help_.verb} line." if secret and echoed else fault.reason
        stop = "" if help_.form.endswith(":") else "."
        hint = f"Write: {help_.form}{stop} For example: {help_.examples[0]}"
        return Garbled(shown, reason, fault.column, caret(shown.text, fault.column), hint)

    def _near(self, line: Line, shown: Line) -> Reading:
        first = _first(line.text)
        if not first:
            return Chatter(shown)
        fixed = self.suggest(line.text)
        if not fixed:
            return Chatter(shown)
        reason = f"I know no word {first[:40]!r}."
        return Garbled(shown, reason, 0, caret(shown.text, 0), suggestion=mask(fixed))

    def suggest(self, text: str) -> str:
        """A repaired first word, or "". A lone capitalised word is somebody's name."""
        first = _first(text)
        if len(first) < 4 or (len(text.split()) == 1 and not (first.isupper() or first.islower())):
            return ""
        return self._repair.suggest(text, Fault("", 0, wrong=first))


def guarded(command: Command, place: Place) -> bool:
    """Whether a word waits for YES where it stands in a sentence and not on a line of its own."""
    word = word_of(type(command))
    return word is not None and bool(word.guarded & place)


def changes(command: Command, place: Place) -> bool:
    """Whether a word takes something away, or cannot be undone: with a question mark it is a question."""
    return isinstance(command, Clear | Undo) or guarded(command, place)


def _first(text: str) -> str:
    match = _FIRST.match(text)
    return match[1] if match else ""


def _rule(text: str) -> str | None:
    """The grammar rule whose word begins the line, if any: most lines of a letter are none."""
    return RULE_OF.get(_first(text).upper())


def _prose(text: str, rule: str) -> bool:
    """`As I said before` is no order; `AS Grey Wolf` is."""
    if _first(text).isupper():
        return False
    return text.rstrip()[-1:] in ".!?," or (rule == "as" and text.count(" ") > 2)


def _where(rule: str, place: Place) -> str:
    """In which part of a letter a word stands."""
    verb, who = WORDS[rule].verb, WORDS[rule].place
    if who is Place.MASTER:
        asks = " To ask them for it, write PRESS TO MASTER: and your words." if place is Place.PLAYER else ""
        return f"{verb} is a word of the master: it stands below MASTER game password.{asks}"
    if who is Place.OUTSIDE:
        return f"{verb} stands by itself, above the first SIGNON or below SIGNOFF."
    if place is Place.OUTSIDE:
        return f"{verb} needs a seat: it stands below SIGNON seat@game password."
    return f"{verb} is a word of the players: the master first says AS and the seat."


# ---- fields that are more than one token's value, and of which names are read ---------------------------------------


def _join(fields: Fields) -> Fields:
    fields = with_password(joining(fields))
    wishes = (wish if isinstance(wish, tuple) else (wish,) for wish in fields.get("preferences", ()))
    return {**fields, "preferences": tuple(chain.from_iterable(wishes))}


_ADAPT: Mapping[str, Callable[[Fields], Fields]] = {"join": _join, "practice": _join, "register": registering}


# ---- tokens ----------------------------------------------------------------------------------------------------------


def _phase(text: str) -> str:
    """A phase as written, once it is known to be one."""
    plain = " ".join(text.upper().split())
    written(plain)
    return plain


def _date(text: str) -> str:
    """`20 Dec 2026` -> `2026-12-20`."""
    plain = " ".join(text.replace(",", " ").replace(".", " ").split())
    for form in _DATES:
        try:
            return datetime.strptime(plain, form).date().isoformat()
        except ValueError:
            continue
    raise InputError(f"{text} is no day.", hint="Write one like 2026-12-20.")


def _minutes(text: str) -> int:
    match = re.match(r"(\d+)\s*([a-z])", text.lower())
    assert match is not None  # the terminal SPAN is made of just these
    return int(match[1]) * {"w": 10080, "d": 1440, "h": 60, "m": 1}[match[2]]


_VALUES: Mapping[str, Callable[[str], Any]] = {
    **VALUES,
    "NAME": str,
    "SIGNED": str,
    "CHANGE": lambda text: "".join(text.split()).replace(",", "").translate({0x2212: "-", 0x2013: "-"}),
    "VALUE": lambda text: text.rstrip(","),
    "PHASE": _phase,
    "LETTER_NUMBER": lambda text: int(re.sub(r"\D", "", text)),
    "DATE": _date,
    "SPAN": _minutes,
    "GREY": lambda text: True,
    "NOT_READY": lambda text: False,
    "ASK_YES": lambda text: "yes",
    "ASK_NO": lambda text: "no",
    "ALSO_NONE": lambda text: "",
    "HOLD_OFF": lambda text: True,
    "CALENDAR_NONE": lambda text: True,
}
