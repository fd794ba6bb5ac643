"""A letter's lines -> blocks by who says them, with texts of several lines (press, reports) gathered."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from judge.core.command import Command
from judge.core.regex import regex
from judge.core.words import INSIDE, Announce, Letter, MasterOn, Place, Press, Result, SignOff, SignOn
from judge.post import Line
from judge.reading.courtesies import greets
from judge.reading.faults import Fault
from judge.reading.lexicon import first_word
from judge.reading.outcome import Block, Garbled, Item, Reading, Understood
from judge.reading.words import WordReader
from judge.signon import forms, mask

_SPECIAL = regex(  # what any of those below begins with, but for a line with an at sign
    r"\s*(?:sign|master|gr[ae]y|press|broadcast|announce|results?|letter|for|try|as)", re.IGNORECASE
)
_OPENS = regex(r"\s*(?:sign[- ]?on|master)(?!\w)", re.IGNORECASE)
_CLOSES = regex(r"\s*sign[- ]?off(?!\w)[\s.!]*$", re.IGNORECASE)
_LIKE_SIGNON = regex(r"\s*s[a-z]{3,5}[- ]?(?:on|no|in)?\s+[^@]{1,40}@\s*[\w-]+(?:\s+\S+)?\s*$", re.IGNORECASE)
_PRESS = regex(r"\s*(?:gr[ae]y\s+)?(?:press|broadcast|announce(?:ment)?)(?!\w)", re.IGNORECASE)
_END_PRESS = regex(r"\s*end[- ]?(?:press|broadcast|announce(?:ment)?)(?!\w)[\s.!]*$", re.IGNORECASE)
_ALONE = regex(r"\s*end[\s.!]*$", re.IGNORECASE)
_RESULT = regex(r"\s*results?(?!\w)", re.IGNORECASE)
_END = regex(r"\s*end(?:[- ]?results?)?[\s.!]*$", re.IGNORECASE)
_LETTER = regex(r"\s*letter(?!\w)", re.IGNORECASE)
_END_LETTER = regex(r"\s*end(?:[- ]?(?:of )?letter)?[\s.!]*$", re.IGNORECASE)
_TOP = 4  # lines of a letter in which a seat and its password may stand without SIGNON, behind a salutation at most
_PREFIX = regex(r"\s*(?:for|try|as)(?!\w)[^:]{0,60}:", re.IGNORECASE)


@dataclass
class _Open:
    """The block being gathered."""

    opener: SignOn | MasterOn | Garbled | None
    place: Place
    line: Line | None = None
    start: int = 0
    items: list[Item] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def shut(self, lines: Sequence[Line]) -> Block:
        """The block, given the letter's lines up to its end."""
        own = tuple(lines[self.start :])
        return Block(self.opener, self.place, tuple(self.items), self.line, tuple(self.warnings), own)


def split_blocks(lines: Sequence[Line], signed: bool, words: WordReader) -> tuple[Block, ...]:
    """The blocks of a letter in order. Lines outside any block make blocks of their own (place OUTSIDE, no opener)."""
    blocks: list[Block] = []
    now = _Open(None, INSIDE if signed else Place.OUTSIDE)
    at, greeted = 0, True
    while at < len(lines):
        line = lines[at]
        at += 1
        top = greeted and at <= _TOP and forms.bare(line.text)
        greeted = greeted and (not line.text.strip() or greets(line.text))
        if not top and "@" not in line.text and not _SPECIAL.match(line.text):
            now.items.append(line)  # what nearly all lines are
            continue
        if top or _OPENS.match(line.text) or _LIKE_SIGNON.match(line.text) or forms.opens(line.text):
            opener, at = _opener(lines, at, words)
            if isinstance(opener, Understood) or (isinstance(opener, Garbled) and _meant(line.text)):
                blocks.append(now.shut(lines[: at - 1]))
                now = _opened(opener, line, at)
                continue
        if _CLOSES.match(line.text):
            blocks.append(now.shut(lines[: at - 1]))
            now = _Open(None, Place.OUTSIDE, start=at)
        elif _PRESS.match(line.text) and now.place is not Place.OUTSIDE:
            at = _gather_press(lines, at, now, words)
        elif _RESULT.match(line.text) and now.place & Place.MASTER:
            at = _gather_result(lines, at, now, words)
        elif _LETTER.match(line.text):
            at = _gather_letter(lines, at, now, words)
        else:
            now.items.extend(_parted(line, words))
    blocks.append(now.shut(lines))
    first = blocks[0] if signed else None  # a token's block counts even if nothing stands in it
    return tuple(block for block in blocks if block.items or block.line or block is first)


def _opener(lines: Sequence[Line], at: int, words: WordReader) -> tuple[Reading, int]:
    """The sign-on of the line above `at`, its password maybe in the line below; and where reading goes on."""
    line = lines[at - 1]
    said = words.read(line, Place.OUTSIDE)
    if _with_password(said) and not forms.as_whom(line.text):
        return said, at
    below = forms.secret_below(lines[at].text) if at < len(lines) else ""
    for text, further in (
        (forms.plain(line.text), at),
        (f"{line.text.rstrip(' ,:')} {below}" if below else "", at + 1),
    ):
        other = words.read(Line(line.number, text), Place.OUTSIDE) if text else None
        if other is not None and _with_password(other):
            return other, further
    return said, at


def _with_password(said: Reading) -> bool:
    command = said.commands[0] if isinstance(said, Understood) else None
    return isinstance(command, SignOn | MasterOn) and bool(command.password)


def _meant(text: str) -> bool:
    """Whether an unreadable sign-on was one at all: the lines below it then belong to nobody."""
    return "@" in text or first_word(text).isupper()


def _opened(opener: Understood | Garbled, line: Line, start: int) -> _Open:
    shown = Line(line.number, mask(line.text))
    if isinstance(opener, Garbled):
        return _Open(opener, INSIDE, shown, start)
    (command,) = opener.commands
    assert isinstance(command, SignOn | MasterOn)
    return _Open(command, Place.PLAYER if isinstance(command, SignOn) else Place.MASTER, shown, start)


def _parted(line: Line, words: WordReader) -> list[Item]:
    """`FOR F1903M: SELL 300 LIRA` is two lines; so are TRY: and AS FRANCE: with an order behind them."""
    match = _PREFIX.match(line.text)
    if not match or not line.text[match.end() :].strip():
        return [line]
    head = Line(line.number, match[0])
    try:
        words.command(head)
    except Fault:
        return [line]
    return [head, Line(line.number, line.text[match.end() :].strip())]


def _head(line: Line, words: WordReader) -> Command | None:
    try:
        return words.command(line)
    except Fault:
        return None


def _gather_press(lines: Sequence[Line], at: int, now: _Open, words: WordReader) -> int:
    """Add a press text with all its lines to the block; gives the index of the next line to read."""
    line = lines[at - 1]
    head = _head(line, words)
    limit = _limit(lines, at)
    end = _press_end(lines, at, limit, bare=isinstance(head, Press | Announce) and not head.text)
    own_end = end is not None and not any(_PRESS.match(one.text) for one in lines[at:end])
    if not isinstance(head, Press | Announce):
        now.items.append(line)  # what stands between it and its ENDPRESS is a text all the same, and no orders
        return end + 1 if end is not None and own_end else at
    if head.text and not own_end:
        # One line with its text and no ENDPRESS of its own: orders below it must not go out as press.
        now.items.append(Understood(line, (head,)))
        return at
    stop = limit if end is None else end
    if end is None:
        now.warnings.append(
            f"The press of line {line.number} was not closed with ENDPRESS: everything below it became its text."
        )
    body = [head.text] if head.text else []
    text = "\n".join([*body, *(one.text for one in lines[at:stop])]).strip("\n")
    said = replace(head, text=text)
    now.items.append(Understood(line, (replace(said, unclosed=end is None) if isinstance(said, Press) else said,)))
    return stop if end is None else stop + 1


def _press_end(lines: Sequence[Line], at: int, limit: int, bare: bool) -> int | None:
    """The index of the line that ends a press text. `bare`: END alone does, too, up to a text that has an END of its
    own."""
    for index in range(at, limit):
        text = lines[index].text
        if _END_PRESS.match(text) or (bare and _ALONE.match(text)):
            return index
        bare = bare and not _RESULT.match(text) and not _LETTER.match(text)
    return None


def _gather_letter(lines: Sequence[Line], at: int, now: _Open, words: WordReader) -> int:
    """Add a letter to the column to the block; gives the index of the next line to read. Without its END nobody knows
    where it stops: it is not sent, and what stands below it is read as no order."""
    line = lines[at - 1]
    head = _head(line, words)
    if not isinstance(head, Letter) or head.back:
        now.items.append(line)
        return at
    limit = _limit(lines, at)
    end = next((i for i in range(at, limit) if _END_LETTER.match(lines[i].text)), None)
    if end is None and not line.text.strip().isupper():
        now.items.append(line)  # somebody speaks of a letter
        return at
    body = lines[at : limit if end is None else end]
    text = "\n".join(f"\n{one.text}" if one.gap else one.text for one in body).strip("\n")
    now.items.append(Understood(line, (replace(head, text=text, closed=end is not None),)))
    return limit if end is None else end + 1


def _gather_result(lines: Sequence[Line], at: int, now: _Open, words: WordReader) -> int:
    """Add a report with its body to the block; gives the index of the next line to read."""
    line = lines[at - 1]
    head = _head(line, words)
    if not isinstance(head, Result):
        now.items.append(line)
        return at
    limit = _limit(lines, at)
    end = next((i for i in range(at, limit) if _END.match(lines[i].text)), None)
    stop = end if end is not None else _before_word(lines, at, limit, words)
    if end is None:
        now.warnings.append(f"The report of line {line.number} was not closed with END.")
    body = (*head.body, *(one.text for one in lines[at:stop]))
    now.items.append(Understood(line, (replace(head, body=body),)))
    return stop if end is None else stop + 1


def _limit(lines: Sequence[Line], at: int) -> int:
    """The index of the next sign-on or sign-off: no text reaches further."""
    for index in range(at, len(lines)):
        text = lines[index].text
        if (_OPENS.match(text) and "@" in text) or _CLOSES.match(text) or _MASTER_ON.match(text):
            return index
    return len(lines)


_MASTER_ON = regex(r"\s*MASTER\s+[A-Za-z][\w-]*(?:\s+\S+)?\s*$")


def _before_word(lines: Sequence[Line], at: int, limit: int, words: WordReader) -> int:
    """The index of the next line that is a word of the correspondence by itself."""
    for index in range(at, limit):
        if not isinstance(_head(lines[index], words), SignOff | None):
            return index
    return limit
