"""What the writer of a letter wrote himself: quotations, forwards, signatures and small print cut away.

Own words never come from a quotation; where it is uncertain whose words they are, the letter is answered with a
question instead of being applied (the caller sees `quoted`, `forwarded` and `below_signature`).
"""

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from judge.core.plain import drop_bullet, plain_line
from judge.core.values import Value
from judge.expressions import expressions
from judge.mail.outbound import line_mark
from judge.order_hints import looks_like_order

_RE = expressions("mail")
LINES_LOOKED_AT = 20_000
ATTRIBUTION_LINES = 4
ATTRIBUTION_LIMIT = 500  # characters
HEAD_LINES = 7
ANSWER_LINES = 60  # of an answer of the judge's, in which it says when the letter came
SMALL_PRINT_LINES = 40
RUN_LENGTH = 3  # lines of ours, one below the other, that cannot be chance
BARS = "| "  # what some programs set before a quoted line, and what stands there of an empty one
WORDS_LENGTH = 12  # characters of a line that nobody types by chance


class OwnLine(Value):
    """A line of the writer's own; inside press, blank lines and bullets are kept."""

    text: str
    press: bool = False


@dataclass
class Own:
    """A letter cut into whose words they are. Quoted and forwarded lines have lost their `>`.

    `uncertain`: the writer's words were ended by a line that names no address and has no marked quotation below,
    so that prose may have been taken for an attribution.
    """

    lines: list[OwnLine] = field(default_factory=list)
    quoted: list[str] = field(default_factory=list)
    forwarded: list[str] = field(default_factory=list)
    below_signature: list[str] = field(default_factory=list)
    uncertain: bool = False

    def empty(self) -> bool:
        return not any(line.text for line in self.lines)


def own_text(lines: list[str], ours: frozenset[str] = frozenset()) -> Own:
    """Cut a letter's lines (transfer encoding, charset and flowed text already undone).

    `ours` are the marks of the lines of our letters that this one answers: a run of them is a quotation, with or
    without `>`."""
    own = Own()
    smooth = [_smooth(line) for line in lines[:LINES_LOOKED_AT]]
    smooth = [piece for text in smooth for piece in (_parted(text) if text[-1:] == ":" and "@" in text else (text,))]
    if ours:
        smooth = _recognised(smooth, ours)
    if sum(1 for text in smooth if _RE.initials.match(text)) >= 2:
        smooth = [">" + text.partition(">")[2] if _RE.initials.match(text) else text for text in smooth]
    _Cutter(smooth, own).cut()
    return own


def _recognised(lines: list[str], ours: frozenset[str]) -> list[str]:
    """Runs of three or more lines of ours marked as quoted. One of the run must be no order: somebody may well type
    again, or copy, the orders we showed, but hardly our headings with them."""
    known = [not line.strip(BARS) or line[:1] == ">" or line_mark(line) in ours for line in lines]
    at = 0
    while at < len(lines):
        end = at
        while end < len(lines) and known[end]:
            end += 1
        run = [line for line in lines[at:end] if line.strip(BARS) and line[:1] != ">"]
        words = [line for line in run if len(line) >= WORDS_LENGTH and not looks_like_order(drop_bullet(line))]
        if len(run) >= RUN_LENGTH and words:
            lines[at:end] = [line if not line or line[:1] == ">" else ">" + line for line in lines[at:end]]
        at = max(end, at + 1)
    return lines


def _smooth(line: str) -> str:
    """Quoted lines keep their first `>` in front; all others are plain lines."""
    start = line.lstrip()
    if start[:1] == ">":
        return ">" + plain_line(start[1:401].lstrip("> "))
    return plain_line(line)


@lru_cache(1024)  # each line is looked at from the few above it
def _head_words(line: str) -> tuple[bool, str]:
    """Whether a line is the From of a quoted head, and which other word of a head it begins with."""
    if ":" not in line:
        return False, ""
    other = _RE.head_other.match(line[:60])
    return _RE.head_from.match(line[:300]) is not None, other.group(1).lower() if other else ""


def _parted(text: str) -> tuple[str, ...]:
    """An order with an attribution behind it on its line: two lines."""
    if text[:1] != ">":
        found = _RE.behind_an_order.match(text[:ATTRIBUTION_LIMIT])
        if found is not None and _RE.wrote.search(found[2]) and looks_like_order(found[1]):
            return found[1], found[2]
    return (text,)


class _Cutter:
    """One pass down a letter; `at` is the line in hand."""

    def __init__(self, lines: list[str], own: Own) -> None:
        self.lines = lines
        self.own = own
        self.at = 0
        self.attribution = 0  # lines of the attribution that starts at the line in hand
        self.last_end_press = max((i for i, text in enumerate(lines) if _RE.end_press.match(text)), default=-1)
        self.named_below = any(":" in text or text[:1] == ">" for text in lines)  # else nobody is quoted by name

    def cut(self) -> None:
        while self.at < len(self.lines):
            text = self.lines[self.at]
            if text[:1] == ">":
                self.own.quoted.append(text[1:])
                self.at += 1
            elif not text:
                self.own.lines.append(OwnLine(""))
                self.at += 1
            elif self.at < self.last_end_press and _RE.press.match(text):
                self._press()
            elif not self._passed_over(text):
                if self._ends_here(text):
                    return
                self.own.lines.append(OwnLine(text))
                self.at += 1

    def _press(self) -> None:
        """A press block is copied as it stands up to its end.

        A quoted line inside is still not the writer's; and where an unmarked quotation begins the block is left
        open, lest what somebody else wrote (a confirmation, say) be published as press.
        """
        while self.at < len(self.lines):
            text = self.lines[self.at]
            if _RE.end_press.match(text):
                self.own.lines.append(OwnLine(text))
                self.at += 1
                return
            if text[:1] == ">":
                self.own.quoted.append(text[1:])
            elif text and self._others_start(text):
                return
            else:
                self.own.lines.append(OwnLine(text, press=True))
            self.at += 1

    def _others_start(self, text: str) -> bool:
        """A line below which another's words stand, whatever block it is met in."""
        marked = _RE.forward_mark.match(text[:300]) or _RE.original_mark.match(text[:300])
        if marked or _RE.above_this.match(text[:200]) or self._head_block() or self._any_head():
            return True
        return self._our_letter() or self._attribution() > 0

    def _passed_over(self, text: str) -> bool:
        """Lines that are nobody's words: a device's greeting, small print, an attribution above quoted lines."""
        if _RE.device.match(text[:200]):
            self.at += 1
            return True
        if _RE.small_print.match(text) and self._skip_small_print():
            return True
        self.attribution = self._attribution()
        if self.attribution and self._next_is_quoted(self.at + self.attribution):
            self.at += self.attribution
            return True
        return False

    def _skip_small_print(self) -> bool:
        """Pass over a paragraph that speaks like a lawyer; "This message contains my orders:" does not."""
        end = self.at
        while end < len(self.lines) and self.lines[end] and end - self.at < SMALL_PRINT_LINES:
            end += 1
        if not _RE.legal.search(" ".join(self.lines[self.at : end])[:4000]):
            return False
        self.at = end
        return True

    def _ends_here(self, text: str) -> bool:
        """Whether the writer's words end above this line; what stands below is put where it belongs."""
        if text in ("--", "__"):
            self.own.below_signature.extend(_unquoted(self.lines[self.at + 1 :]))
        elif _RE.forward_mark.match(text[:300]):
            self.own.forwarded.extend(_unquoted(self.lines[self.at + 1 :]))
        elif _RE.above_this.match(text[:200]) or self._list_foot(text):
            self.own.quoted.extend(_unquoted(self.lines[self.at + 1 :]))
        elif _RE.original_mark.match(text[:300]) or self._head_block():
            self._others_below(self.lines[self.at :])
        elif (":" in text and self._any_head()) or ((" - " in text or "]" in text) and self._our_letter()):
            self.own.uncertain = True
            self._others_below(self.lines[self.at :])
        elif self.attribution:
            named = " ".join(self.lines[self.at : self.at + self.attribution])
            self.own.uncertain = _RE.address.search(named) is None
            self._others_below(self.lines[self.at :])
        else:
            return False
        return True

    def _others_below(self, rest: list[str]) -> None:
        """All below is somebody else's, unless nothing stands above and quoted lines part it from a new text."""
        last = max((i for i, line in enumerate(rest) if line[:1] == ">"), default=-1)
        if self.own.empty() and 0 <= last < len(rest) - 1 and any(rest[last + 1 :]):
            self.own.quoted.extend(_unquoted(rest[: last + 1]))
            self.lines, self.at = rest[last + 1 :], 0
            self.last_end_press = max((i for i, t in enumerate(self.lines) if _RE.end_press.match(t)), default=-1)
            self.cut()
            return
        forwarded = any(
            found and _RE.forward_subject.match(found.group(1))
            for found in (_RE.head_subject.match(line) for line in rest[:HEAD_LINES])
        )
        (self.own.forwarded if forwarded else self.own.quoted).extend(_unquoted(rest))

    def _head_block(self) -> bool:
        """`From:` with two more head words just below (or just above): a quoted head, not prose that says "From:"."""
        if not any(_head_words(self.lines[self.at])):
            return False
        found = [_head_words(line) for line in self.lines[self.at : self.at + HEAD_LINES] if line]
        words = {word for _, word in found if word}
        return len(words) >= 2 and any(first for first, _ in found) and not looks_like_order(self.lines[self.at])

    def _any_head(self) -> bool:
        """A head in any language: two or more lines of a few words, a colon and what they name, one below the other.
        One names an address and another a day with its time; or two are words of a head, and one names either."""
        names: set[str] = set()
        addressed, dated = set(), set()
        for number, line in enumerate(self.lines[self.at : self.at + HEAD_LINES]):
            found = _RE.head_line.match(line[:300])
            if found is None or looks_like_order(line):
                break
            first, other = _head_words(line)
            names |= {other or "from"} if first or other else set()
            addressed |= {number} if _RE.address.search(found[1]) else set()
            dated |= {number} if _RE.date.search(found[1]) and _RE.clock.search(found[1]) else set()
        return bool(addressed and dated and len(addressed | dated) > 1) or (len(names) > 1 and bool(addressed | dated))

    def _our_letter(self) -> bool:
        """An answer of the judge's: its first line or its subject, and below that when a letter was received."""
        text = self.lines[self.at]
        if not (_RE.judge_opening.match(text[:100]) or _RE.judge_subject.match(text[:100])):
            return False
        return any(_RE.judge_stamp.match(line) for line in self.lines[self.at + 1 : self.at + ANSWER_LINES])

    def _list_foot(self, text: str) -> bool:
        if _RE.list_foot_alone.match(text):
            return True
        if not _RE.ruler.match(text[:200]):
            return False
        return any(_RE.list_foot.search(line[:300]) for line in self.lines[self.at + 1 : self.at + 5])

    def _next_is_quoted(self, at: int) -> bool:
        for line in self.lines[at : at + 4]:
            if line:
                return line[:1] == ">"
        return False

    def _attribution(self) -> int:
        """How many lines from here are an attribution ("On Friday, Ann wrote:"); 0 if none."""
        if not self.named_below:
            return 0
        joined = first = self.lines[self.at][:ATTRIBUTION_LIMIT]
        if _RE.starts.match(joined) and _RE.wrote_inside.search(joined) and _RE.address.search(joined):
            return 1  # the quotation follows on the same line
        for length in range(1, ATTRIBUTION_LINES + 1):
            if joined.endswith(":") or _ends_bare(joined):
                quoted = self._next_is_quoted(self.at + length)
                if not _is_attribution(first, joined, length, quoted) or self._writers_inside(length):
                    return 0
                return length
            following = self.at + length
            line = self.lines[following] if following < len(self.lines) else ""
            if (line[:1] in ("", ">")) and joined.count("<") <= joined.count(">"):
                break
            joined = f"{joined} {line}"
            if len(joined) > ATTRIBUTION_LIMIT:
                break
        if not self._next_is_quoted(self.at + 1):
            return 0
        named = _RE.address.search(first) or _RE.wrote.search(first)
        return 1 if named and _RE.date.search(first) else 0

    def _writers_inside(self, length: int) -> bool:
        """Whether lines of the writer's own were joined: an order, or what stands above the line that begins `On` with
        a date."""
        lines = self.lines[self.at : self.at + length]
        if any(looks_like_order(line) and not _RE.address.search(line) for line in lines[1:]):
            return True
        for above, line in pairwise(lines):
            if any(pattern.search(above) for pattern in (_RE.date, _RE.clock, _RE.address)):
                return False
            if _RE.starts.match(line) and _RE.date.search(line):
                return True
        return False


def _ends_bare(joined: str) -> bool:
    """`On Friday, 4 Dec 2026, Ann <ann@x> wrote`, without the colon."""
    if "@" not in joined:
        return False
    named = _RE.wrote_at_end.search(joined) and _RE.starts.match(joined) and _RE.address.search(joined)
    return bool(named and _RE.date.search(joined))


def _is_attribution(first: str, joined: str, length: int, quoted_below: bool) -> bool:
    """Whether a text that ends in a colon names who wrote what stands below it."""
    if _RE.quoting.match(joined):
        return True
    if _RE.signed_on.match(first) or (_RE.announced.search(joined) and not _RE.address.search(joined)):
        return False
    starts = _RE.starts.match(first) is not None
    address = _RE.address.search(joined) is not None
    dated = _RE.clock.search(joined) is not None or _RE.date.search(joined) is not None
    wrote = _RE.wrote.search(joined) is not None
    if length > 1 and not starts and not _RE.address.search(first):
        return False
    if looks_like_order(first) and not _RE.address.search(first):
        return False
    if wrote and dated and (starts or address or _RE.wrote_last.search(joined)):
        return True
    if wrote and address:
        return True
    if address and dated:
        return True
    return quoted_below and (wrote or address or dated)


def _unquoted(lines: list[str]) -> list[str]:
    return [line[1:] if line[:1] == ">" else line for line in lines]
