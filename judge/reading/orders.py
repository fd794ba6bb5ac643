"""A line of orders -> readings. The whole line first; if it cannot be read, its pieces one by one, so that one bad
piece never voids a good one."""

from __future__ import annotations

import re
from collections.abc import Callable

from judge.core.command import Command
from judge.core.values import Value
from judge.expressions import expressions
from judge.order_hints import looks_like_order
from judge.post import Line
from judge.reading.engine import LONGEST, Engine
from judge.reading.faults import Fault, ShapeFault, caret
from judge.reading.lexicon import Lexicon, first_word
from judge.reading.memo import Memo
from judge.reading.outcome import Chatter, Garbled, Grammar, Reading, Understood
from judge.reading.repair import Repair
from judge.reading.tree import Builder

NO_VERB = "I know no order that begins with"
_RE = expressions("words")

# A comma inside a number is none of these; `and` needs spaces around it.
_CONDITIONS_ARE_NOT_READ = "Conditions, choices and negations are not read: nothing of this line counts."

# A unit and where it stands, perhaps behind a condition: the place is looked up.
# A name, a sign or a colon, and nothing behind it but an amount, good or bad: the signed form of a trade (M-13).

# A unit with its place in brackets, the coast perhaps in brackets of its own.
_REMEMBERED = 4096
_SHORT = 5  # spaces: a line with no more, with a figure and nearly a verb in front is an order and no prose


class _Piece(Value):
    """Part of a line: `text` begins at `start`."""

    start: int
    text: str


class Orders:
    """Reads the orders of one game's grammar."""

    def __init__(self, grammar: Grammar, engine: Engine, lexicon: Lexicon, also: Callable[[str], str]) -> None:
        """`also` repairs a line that was meant as a word of the correspondence."""
        self._engine = engine
        self._builder = Builder(grammar.vocabulary, lexicon, engine.source.refuse)
        verbs = engine.source.verbs
        self._carried = re.compile(rf"\b(?:{'|'.join(v for v in verbs if ' ' not in v) or '(?!)'})", re.IGNORECASE)
        starts = "|".join(map(re.escape, (*verbs, *engine.source.starts))) or "(?!)"
        self._starts = re.compile(rf"(?:{starts})(?!\w)", re.IGNORECASE)
        self.keywords = (*verbs, *engine.source.words)
        self.lexicon = lexicon
        self.lists = engine.source.lists
        self.verbs = verbs
        self.heads = frozenset((*verbs, *engine.source.heads))
        self._read: Memo[tuple[Command, ...]] = Memo(_REMEMBERED)
        self.parsed = 0  # texts parsed so far: the work budget of clauses goes by it
        self._repair = Repair(self.keywords, lexicon, self._check)
        self._also = also
        label = "" if grammar.slug.upper() in verbs else f"|{re.escape(grammar.slug)}"  # `Troubleshooter: Swi-Bur`
        self._heading = re.compile(
            rf"\s*\[?\s*(?:my\s+)?(?:trades?|trading|orders?|sheet{label})(?:\s*\]\s*:?|\s*:|\s*$)", re.IGNORECASE
        )

    def read(self, line: Line, hat: str = "") -> tuple[Reading, ...]:
        """The readings of one line, in the order written."""
        text = self._level(line.text)
        if not text.strip():
            return (Chatter(line),)
        try:
            return (Understood(line, self._commands(text, line.number, hat)),)
        except Fault as fault:
            pieces = _split(text)
            if len(pieces) < 2 or len(text) > LONGEST:
                return (self._failed(line, text, _Piece(0, text), fault),)
        return self._each(line, text, pieces, hat)

    def whole(self, text: str, number: int) -> tuple[Command, ...]:
        """The orders of a text that can be read from end to end. Raises Fault."""
        known = self._read.get((text, number))
        if known is not None:
            return known
        level = self._level(text)
        if not level.strip():
            raise Fault("There is nothing to read.")
        return self._read.put((text, number), self._commands(level, number, ""))

    def refused(self, line: Line, verb: str) -> tuple[Reading, ...]:
        """Why a text that cannot be read from end to end cannot, piece by piece; `verb` is what it may carry on."""
        text = self._level(line.text)
        first = first_word(text)
        if verb and (first[:1].isdecimal() or self.lexicon.knows(first)):
            try:
                return (Understood(line, self._commands(f"{verb} {text}", line.number, "")),)
            except Fault as fault:
                return (self._failed(line, text, _Piece(0, text), fault, f"{verb} "),)
        return self.read(line)

    def begins(self, text: str) -> bool:
        """Whether a text begins with a verb of an order."""
        return bool(self._starts.match(text.strip()))

    def order_like(self, text: str) -> bool:
        """Whether a text looks like an order of this game, right or wrong."""
        return self._order_like(self.lexicon.level(text))

    def verb(self, text: str) -> str:
        """The verb in a text that a piece behind it may carry on; "" for none."""
        found = self._carried.search(text)
        return found[0] if found else ""

    def _each(self, line: Line, text: str, pieces: list[_Piece], hat: str) -> tuple[Reading, ...]:
        readings: list[Reading] = []
        verb, unread = "", text
        for piece in pieces:
            try:
                readings.append(Understood(line, self._commands(piece.text, line.number, hat)))
                end = piece.start + len(piece.text)  # an ELSE that the grammar read is no condition
                unread = unread[: piece.start] + " " * len(piece.text) + unread[end:]
            except Fault as fault:
                readings.append(self._carry(line, text, piece, verb, fault, hat))
            found = self._carried.search(piece.text)
            verb = found[0] if found else verb
        condition = _RE.condition.search(unread)
        if condition and any(isinstance(one, Understood) for one in readings):
            column = condition.start()
            return (Garbled(line, _CONDITIONS_ARE_NOT_READ, column, caret(line.text, column)),)
        return tuple(readings)

    def _carry(self, line: Line, text: str, piece: _Piece, verb: str, fault: Fault, hat: str) -> Reading:
        """A piece that cannot be read by itself: `200 CROWNS` continues the verb of the piece before it."""
        if not verb or self._carried.search(piece.text):
            return self._failed(line, text, piece, fault)
        try:
            return Understood(line, self._commands(f"{verb} {piece.text}", line.number, hat))
        except Fault as carried:
            first = first_word(piece.text)
            if first[0].isdecimal() or self.lexicon.knows(first):
                return self._failed(line, text, piece, carried, f"{verb} ")
            return self._failed(line, text, piece, fault)

    def _commands(self, text: str, number: int, hat: str) -> tuple[Command, ...]:
        self.parsed += 1
        return self._builder.commands(self._engine.parse(text), number, hat)

    def _check(self, text: str) -> None:
        self._commands(text, 0, "")

    def _failed(self, line: Line, text: str, piece: _Piece, fault: Fault, lead: str = "") -> Reading:
        """What to say of a piece that cannot be read: chatter, or where and why, with a near miss if there is one.

        `lead` is the verb that the piece was read behind; the fault's column counts from it.
        """
        order_like = bool(lead) or self._order_like(piece.text)
        suggestion = ""
        if len(text) <= LONGEST and (order_like or not _is_prose(piece.text)):
            suggestion = self._repair.suggest(lead + piece.text, fault) or self._also(piece.text)
        if not (suggestion or order_like):
            return Chatter(Line(line.number, piece.text))
        told = (fault if lead else self._no_verb(piece.text, fault)).told()
        column = max(0, min(piece.start + told.column - len(lead), len(line.text)))
        hint = told.hint
        if _RE.condition.search(piece.text):
            hint = _CONDITIONS_ARE_NOT_READ
        elif isinstance(fault, ShapeFault):
            hint = self._example(lead + piece.text, told)
        return Garbled(line, told.reason, column, caret(line.text, column), hint, suggestion)

    def _example(self, text: str, fault: Fault) -> str:
        """A correct line, with the same verb if there is one; "" if the sentence shows it already."""
        verb = self._carried.search(text)
        examples = self._engine.source.examples
        fitting = [one for one in examples if verb and one.upper().startswith(verb[0].upper())]
        example = (fitting or list(examples) or [""])[0]
        return f"For example: {example}" if example and example not in fault.reason else ""

    def _no_verb(self, text: str, fault: Fault) -> Fault:
        """A line that begins with an unknown word is not half an order: say so instead of what might follow it."""
        words = text.split(maxsplit=1)
        first = words[0].strip(".,:;!?") if words else ""
        if not isinstance(fault, ShapeFault) or not first[:1].isalpha():
            return fault
        if self._starts.match(text) or self.lexicon.knows(first) or self._is_piece(text):
            return fault
        if text.count(" ") > _SHORT:
            return Fault("I cannot read this as an order.", hint=fault.hint)
        return Fault(f"{NO_VERB} {first[:40]!r}.", hint=fault.hint)

    def _level(self, text: str) -> str:
        """The text without a heading, hyphens inside names and a zine's brackets, `A(Par)-Bur`; columns stay."""
        text = self._headless(self.lexicon.level(text))
        return _RE.zine.sub(lambda match: re.sub(r"[()]", " ", match[0], count=1)[:-1] + " ", text)

    def _headless(self, text: str) -> str:
        """The text with a heading (`Trades:`) made spaces, so that columns stay."""
        match = self._heading.match(text)
        return " " * match.end() + text[match.end() :] if match else text

    def _order_like(self, text: str) -> bool:
        if self._starts.match(text) or looks_like_order(text):
            return True
        if self._is_piece(text) or self._is_signed(text):
            return True
        short = text.count(" ") < _SHORT and any(letter.isdecimal() for letter in text)
        return short and self._repair.misspells(first_word(text))

    def _is_piece(self, text: str) -> bool:
        """`A SMY x ARM`, `IF A Tyr ...`: a unit and its place. `A Paris trip would be nice` is prose, so a place that
        is no code has another one at the end or nothing but signs behind it."""
        found = _RE.piece.match(text.strip())
        if not found or not self.lexicon.has("place", found["place"]):
            return False
        words = re.findall(r"[^\W\d_]+", text[found.end() :])
        sure = found["condition"] or found["place"].isupper() or not words
        return bool(sure) or self.lexicon.has("place", words[-1])

    def _is_signed(self, text: str) -> bool:
        """`ITA: -1.000`, `AUS: 300`. A single letter is a currency only with a sign: prose has `I: 2`."""
        found = _RE.signed.fullmatch(text.strip())
        if not found or not self.lexicon.has("currency", found["name"]):
            return False
        return len(found["name"]) > 1 or found["sign"][-1] in "+-"


def _is_prose(text: str) -> bool:
    """A long line without a figure is no order with a slip in it."""
    return text.count(" ") > 4 and not any(letter.isdecimal() for letter in text)


def _split(text: str) -> list[_Piece]:
    """The pieces between separators, empty ones left out."""
    pieces: list[_Piece] = []
    start = 0
    for match in _RE.separator.finditer(text):
        pieces.append(_Piece(start, text[start : match.start()]))
        start = match.end()
    pieces.append(_Piece(start, text[start:]))
    return [piece for piece in pieces if piece.text.strip()]
