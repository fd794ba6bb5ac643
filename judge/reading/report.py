"""The body of a RESULT: what a master mails of a board played elsewhere -> plain data.

Several kinds of text may stand there. Each has a reader; they are tried in order and the first that knows the text
reads it. Our own form comes last and answers for whatever no other reader knew. Names come from the game's tables
(kinds `power` and `place`); whether the report can be true is judged by the rules, not here.

Counts of centres as a table: bars, columns, bullets, `Austria has 5 centres`, figures first, a total below.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from judge.core.regex import regex
from judge.core.values import Value
from judge.expressions import expressions, words
from judge.post import Line
from judge.reading.faults import Fault, caret
from judge.reading.lexicon import Lexicon
from judge.reading.outcome import Garbled
from judge.reading.report_pasted import Told, Unit, place_of, province, rewritten, told

_RE = expressions("reports")


class ReportText(Value):
    """What a report says.

    counts    power -> number of centres
    owners    place -> power
    units     (power, type, location), in the order written
    unit_counts  power -> number of units, where UNITS gives numbers instead of places
    problems  lines that could not be read; nothing should be filed while there are any
    """

    counts: dict[str, int]
    owners: dict[str, str]
    units: tuple[Unit, ...]
    problems: tuple[Garbled, ...] = ()
    unit_counts: dict[str, int] = field(default_factory=dict)


class ReportReader(Protocol):
    """Reads one kind of text; None if the lines are of another kind."""

    def __call__(self, lines: Sequence[Line], names: Lexicon) -> ReportText | None: ...


# Nothing in it can be read in two ways: a report of blanks must not take longer than one of names.
_COUNTED = regex(r"(?<!\w)(?P<power>[^\W\d][^\d:=]*+)(?:[:=]\s*+\(?)?(?P<count>\d{1,3})\)?(?!\d)[\s,;.]*+")
_NOBODY = words("things", "report_nobody")
_LONGEST_NAME = 5  # words
_LONGEST = 1000  # characters of a line, wrapped ones joined


@dataclass
class _Draft:
    """A report being read line by line."""

    names: Lexicon
    section: str = ""
    power: str | None = None
    counts: dict[str, int] = field(default_factory=dict)
    owners: dict[str, str] = field(default_factory=dict)
    units: list[Unit] = field(default_factory=list)
    unit_counts: dict[str, int] = field(default_factory=dict)
    problems: list[Garbled] = field(default_factory=list)

    def count(self, power: str, number: int, column: int, what: str = "centres") -> None:
        counts = self.unit_counts if what == "units" else self.counts
        if counts.setdefault(power, number) != number:
            raise Fault(f"{power} has {counts[power]} {what} further up and {number} here.", column)

    def own(self, place: str, power: str, column: int) -> None:
        if self.owners.setdefault(place, power) != power:
            raise Fault(f"{place} is owned by {self.owners[place]} further up and by {power or 'nobody'} here.", column)

    def stand(self, unit: Unit, column: int) -> None:
        there = next((one for one in self.units if province(one[2]) == province(unit[2])), None)
        if there and there != unit:
            raise Fault(f"In {unit[2]} stands {there[1]} of {there[0]} already.", column)
        if not there:
            self.units.append(unit)


def read_report(lines: Sequence[Line], names: Lexicon) -> ReportText:
    """What the lines say. Raises nothing: what cannot be read is among the problems."""
    long = [line for line in lines if len(line.text) > _LONGEST]
    if long:
        return ReportText({}, {}, (), tuple(_problem(line, _too_long(line), names) for line in long))
    for reader in READERS:
        found = reader(lines, names)
        if found is not None and not found.problems:
            return found
        counts = table(lines, names) if found is not None else None
        if found is not None:
            return found if counts is None else ReportText(dict(counts), {}, ())
    return ReportText({}, {}, ())


def house_report(lines: Sequence[Line], names: Lexicon) -> ReportText:
    """Our own form: CENTRES, OWNERS, UNITS, in any case and order, wrapped or not; also a bare ownership list."""
    draft = _Draft(names)
    for line in _unwrapped(lines, names):
        try:
            _line(draft, line.text)
        except Fault as fault:
            draft.problems.append(_problem(line, fault, names))
    owners = {place: power for place, power in draft.owners.items() if power}
    return ReportText(draft.counts, owners, tuple(draft.units), tuple(draft.problems), draft.unit_counts)


def pasted_report(lines: Sequence[Line], names: Lexicon) -> ReportText | None:
    """Results of another judge or site, as a master pastes them."""
    found = rewritten(lines, names)
    return house_report(found, names) if found is not None else None


def arrived(lines: Sequence[Line], names: Lexicon, before: tuple[str, Sequence[Unit]]) -> tuple[Told, list[ReportText]]:
    """What results of another judge tell that came by themselves, and the same of each season as plain data."""
    found = told(lines, names, before)
    return found, [house_report(season.lines, names) for season in found.seasons]


READERS: tuple[ReportReader, ...] = (pasted_report, house_report)


def _unwrapped(lines: Sequence[Line], names: Lexicon) -> list[Line]:
    """A list that a mail program broke is one line again, under the number of its first: a name may be broken too."""
    whole: list[Line] = []
    for line in lines:
        last = whole[-1].text if whole else ""
        first = re.match(r"\s*([^\W\d]{4,})", line.text)
        begins = ":" in line.text or _RE.heading.match(line.text) or (first and names.has("power", first[1]))
        room = len(last) + len(line.text) < _LONGEST
        if ":" in last and line.text.strip() and not begins and room and not _RE.heading.fullmatch(last):
            whole[-1] = Line(whole[-1].number, f"{last.rstrip()} {line.text.strip()}")
        else:
            whole.append(line)
    return whole


def _line(draft: _Draft, text: str) -> None:
    """Read one line into the draft. Raises Fault."""
    heading = _RE.heading.match(text)
    start = 0
    if heading:
        draft.section = next(name for name, found in heading.groupdict().items() if found)
        draft.power = None
        start = heading.end()
    if not text[start:].strip(" .,;:-=").strip():
        if not text.strip():
            draft.power = None
        return
    if draft.section in ("", "centres") and _read_counts(draft, text, start):
        return
    for power, begin, end in _shares(draft, text, start):
        draft.power = power
        _share(draft, power, text, begin, end)


def _read_counts(draft: _Draft, text: str, start: int) -> bool:
    """Read `AUSTRIA 5 ENGLAND 4 ...`; False if the text has no such form, as a list of places under CENTRES."""
    body = _RE.centre_words.sub("", text[start:])
    matches = list(_COUNTED.finditer(body))
    if not matches:
        return False
    at = 0
    for match in matches:
        stray = body[at : match.start()].strip(" ,;.:-=")
        if stray:
            raise Fault(f"I cannot read {stray!r} among the counts.", start + at, wrong=stray)
        power = draft.names.resolve("power", match["power"].strip(" \t\u00a0,;.-("), start + match.start("power"))
        draft.count(power, int(match["count"]), start + match.start("count"))
        at = match.end()
    stray = body[at:].strip(" ,;.:-=")
    if stray:
        raise Fault(f"{stray!r} has no number behind it.", start + at, wrong=stray)
    return True


def _shares(draft: _Draft, text: str, start: int) -> Iterator[tuple[str, int, int]]:
    """Whose part of the line reaches from where to where. A line without a power belongs to the one above it."""
    heads = list(_heads(draft.names, text, start))
    if not heads:
        if draft.power is None:
            word = text[start:].split()[0]
            raise Fault("Whose are these? The line begins with no power.", start, "Write AUSTRIA: BUD TRI VIE.", word)
        yield draft.power, start, len(text)
        return
    first = heads[0][1]
    if text[start:first].strip(" ,;."):
        if draft.power is None:
            raise Fault("Whose are these? The line begins with no power.", start, "Write AUSTRIA: BUD TRI VIE.")
        yield draft.power, start, first
    for number, (power, _, begin) in enumerate(heads):
        end = heads[number + 1][1] if number + 1 < len(heads) else len(text)
        yield power, begin, end


def _heads(names: Lexicon, text: str, start: int) -> Iterator[tuple[str, int, int]]:
    """Each `POWER:` of a line: the power ("" for nobody), where its name begins, where its things begin."""
    colons = [match.start() for match in re.finditer(":", text) if match.start() >= start]
    before = start
    for colon in colons:
        power, begin = _power_before(names, text, before, colon)
        yield power, begin, colon + 1
        before = colon + 1
    if not colons:
        match = re.compile(r"\s*([^\W\d]{4,})").match(text, start)
        if match and names.has("power", match[1]) and not names.has("place", match[1]):
            yield names.resolve("power", match[1]), match.start(1), match.end()


def _power_before(names: Lexicon, text: str, start: int, colon: int) -> tuple[str, int]:
    """The power whose name stands in front of a colon: the longest run of last words that is one."""
    words = [(match[0], match.start()) for match in re.finditer(r"[^\s,;.()]+", text[start:colon])]
    words = [word for word in words if not word[0].isdecimal()]
    for count in range(min(_LONGEST_NAME, len(words)), 0, -1):
        name = " ".join(word for word, _ in words[-count:])
        place = start + words[-count][1]
        if name.lower().replace(" ", "") in _NOBODY:
            return "", place
        if names.has("power", name):
            return names.resolve("power", name, place), place
    column = start + (words[-1][1] if words else 0)
    return names.resolve("power", words[-1][0] if words else text[start:colon].strip(), column), column


def _share(draft: _Draft, power: str, text: str, begin: int, end: int) -> None:
    """What stands behind a power's name: a number, units or places."""
    things = text[begin:end]
    number = _RE.number.fullmatch(things)
    if number:
        draft.count(power, int(number[1]), begin, "units" if draft.section == "units" else "centres")
    elif draft.section == "units" or (draft.section != "owners" and re.match(r"\s*(?:A|F|army|fleet)\s", things, re.I)):
        _read_units(draft, power, things, begin)
    else:
        places = list(_places(draft.names, things, begin))
        for place, column in places:
            draft.own(province(place), power, column)
        if power and not places and draft.section == "owners":
            draft.count(power, 0, begin)


def _read_units(draft: _Draft, power: str, text: str, start: int) -> None:
    if text.strip(" .,;-").lower() in ("", "none", "no units"):
        return
    matches = list(_RE.unit.finditer(text))
    stray = text[: matches[0].start()].strip(" ,;.") if matches else text.strip()
    if stray:
        raise Fault(f"What is {stray!r}? A unit is written A BUD or F TRI.", start, wrong=stray)
    for number, match in enumerate(matches):
        end = matches[number + 1].start() if number + 1 < len(matches) else len(text)
        column = start + match.end()
        name = text[match.end() : end].strip(" ,;.")
        if not name:
            raise Fault(f"{match['type']} of {power} stands nowhere: a place is missing.", column)
        draft.stand((power, match["type"][0].upper(), place_of(draft.names, name, column)), column)


def _places(names: Lexicon, text: str, start: int) -> Iterator[tuple[str, int]]:
    """The places of a list, with commas or without: names are taken as long as they can be."""
    if text.strip(" .,;-").lower() in ("", "none"):
        return
    for chunk in re.finditer(r"[^,;]+", text):
        words = [
            (match[0], start + chunk.start() + match.start()) for match in re.finditer(r"\S+", chunk[0].rstrip(" ."))
        ]
        at = 0
        while at < len(words):
            name, column = words[at]
            taken = 1
            for count in range(min(_LONGEST_NAME, len(words) - at), 1, -1):
                longer = " ".join(word for word, _ in words[at : at + count])
                if names.has("place", longer):
                    name, taken = longer, count
                    break
            if name not in (".", "&", "and"):
                yield place_of(names, name, column), column
            at += taken


def _too_long(line: Line) -> Fault:
    return Fault(f"The line has {len(line.text)} characters: more than {_LONGEST} are not read.", _LONGEST)


def _problem(line: Line, fault: Fault, names: Lexicon) -> Garbled:
    column = min(fault.column, len(line.text))
    suggestion = ""
    if fault.kind and line.text.startswith(fault.wrong, fault.column):
        near = names.near(fault.kind, fault.wrong, limit=1)
        if near:
            suggestion = line.text[:column] + near[0] + line.text[column + len(fault.wrong) :]
    return Garbled(line, fault.reason, column, caret(line.text, column), fault.hint, suggestion)


# ---- tables ----------------------------------------------------------------------------------------------------------


_RULE = regex(r"[\s|:+=_*-]*")
_TOTAL = regex(r"\W*(?:total|sum|all|together|neutral|unowned)\W*\d*[\s\d|+-]*", re.IGNORECASE)
_CELL = regex(r"\s*(?:\||\t|\s{2,})\s*")
_NUMBER = regex(r"(?<![\w+.-])\d{1,2}(?![\w.])(?!\s*%)")
_COUNTS = regex(r"(?:sc|scs|centres?|centers?|count|total|supply.*|dots?|number)\W*", re.IGNORECASE)
_TITLES = words("things", "report_titles")
_SAYS = words("things", "report_says")


def table(lines: Sequence[Line], names: Lexicon) -> Mapping[str, int] | None:
    """Power -> number of centres; None where a line is no row of such a table, or says two things."""
    found: dict[str, int] = {}
    column = -1
    for line in lines:
        text = line.text.strip()
        if _RULE.fullmatch(text) or _TOTAL.fullmatch(text):
            continue
        numbers = _NUMBER.findall(text)
        power = _power(text, names)
        if power is None and not numbers:  # the names of the columns, at the top
            cells = _cells(text)
            column = next((n for n, cell in enumerate(cells) if _COUNTS.fullmatch(cell)), column)
            if found or not all(word.casefold() in _TITLES for word in re.findall(r"[^\W\d_]+", text)):
                return None
            continue
        if power is None or power in found:
            return None
        cells = _cells(text)
        if len(numbers) > 1 and 0 <= column < len(cells) and cells[column].isdecimal():
            numbers = [cells[column]]
        if len(numbers) != 1:
            return None
        found[power] = int(numbers[0])
    return found if len(found) > 1 else None


def _cells(text: str) -> list[str]:
    return _CELL.split(text.strip().strip("|").strip())


def _power(text: str, names: Lexicon) -> str | None:
    """The one power that a row names beside what a table says; None if it names none, or anything else."""
    words = " ".join(word for word in re.findall(r"[^\W\d_][\w'-]*", text) if word.casefold() not in _SAYS)
    return names.resolve("power", words) if words and names.has("power", words) else None
