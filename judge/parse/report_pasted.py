"""Results of other judges and sites, pasted by a master below RESULT -> our own form, line for line.

Two families of text are known by their fixed words: mails in the classic layout (njudge, DPjudge, jDip, and our own),
and the order pages of webDiplomacy. What they say of owners, counts and units is rewritten as OWNERS, CENTRES and UNITS
under the numbers of the lines it came from; names are read where all names are read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from judge.parse.lexicon import Lexicon
from judge.post import Line

_TITLE = re.compile(r"\s*(?P<kind>movement|retreat|adjustment)\s+(?:results|orders)\s+for\b", re.IGNORECASE)
_OWNERSHIP = re.compile(r"\s*ownership\s+of\s+supply\s+cent(?:er|re)s\s*:?\s*$", re.IGNORECASE)
_COUNT = re.compile(
    r"\s*(?P<power>[A-Za-z][A-Za-z -]*?):?\s+(?P<count>\d{1,2})\s+supply[ -]cent(?:er|re)s?\s*,\s*\d{1,2}\s+units?\b",
    re.IGNORECASE,
)
_JUDGE = re.compile(r"\s*::\s*(?:judge|deadline)\s*:", re.IGNORECASE)
_PIECE = re.compile(
    r"\s*(?P<power>[A-Za-z][A-Za-z -]*?):\s+(?P<type>army|fleet|a|f)\s+(?P<rest>\S.*?)\s*$", re.IGNORECASE
)
_BUILD = re.compile(
    r"\s*(?P<power>[A-Za-z][A-Za-z -]*?):\s+(?:(?P<builds>builds)|removes|defaults,\s+removing)\s+(?:an?|the)\s+"
    r"(?P<type>army|fleet)\s+in\s+(?:the\s+)?(?P<place>[^.]+)\.?\s*$",
    re.IGNORECASE,
)
_TAGS = re.compile(r"\(\*(?P<tags>[^*]*)\*\)")
_VERB = re.compile(r"\s*(?:->|,\s+No\s+Order|\b(?:HOLD|SUPPORT|CONVOY|DISBAND|S|H|C)\b(?=\s|$))", re.IGNORECASE)
_LONGEST = 1000  # characters of a line that further ones are joined to
_FAILED = ("bounce", "void", "no convoy", "failed", "blocked", "cut")
_CAN_RETREAT = re.compile(r"\bcan\s+retreat\s+to\b", re.IGNORECASE)

_SENTENCE = re.compile(
    r"\s*the\s+(?P<type>army|fleet)\s+(?:at|in)\s+(?P<place>.+?)\s+(?:(?P<still>holds?|supports?|convoys?)\b.*?"
    r"|moves?\s+to\s+(?P<target>.+?)(?:\s+via\s+convoy)?)\s*\.?\s*(?P<marks>(?:\((?:fail\w*|success|dislodged)\)[\s.]*)*)$",
    re.IGNORECASE,
)


@dataclass
class _Board:
    """What has been found: each with the number of its line."""

    owners: list[Line] = field(default_factory=list)
    counts: list[Line] = field(default_factory=list)
    units: dict[tuple[str, str], tuple[int, str]] = field(default_factory=dict)
    unsettled: bool = False

    def stand(self, power: str, kind: str, place: str, number: int) -> None:
        self.units[power.upper(), _key(place)] = (number, f"{power}: {kind[0].upper()} {place}")

    def leave(self, power: str, place: str) -> None:
        self.units.pop((power.upper(), _key(place)), None)

    def lines(self) -> list[Line]:
        """The same in our own form. Units are left out where some still have to retreat."""
        units = [] if self.unsettled else [Line(number, text) for number, text in self.units.values()]
        out: list[Line] = []
        for heading, found in (("CENTRES", self.counts), ("OWNERS", self.owners), ("UNITS", units)):
            if found:
                out += [Line(found[0].number, heading), *found]
        return out


def rewritten(lines: Sequence[Line], names: Lexicon) -> list[Line] | None:
    """The lines in our own form; None if they are of no kind known here."""
    if any(_SENTENCE.fullmatch(line.text) for line in lines):
        return _web(lines, names)
    signs = (_TITLE, _OWNERSHIP, _COUNT, _JUDGE)
    if any(sign.match(line.text) for line in lines for sign in signs) and len(lines) > 1:
        return _classic(lines, names)
    return None


# ---- the classic layout -------------------------------------------------------------------------------------------


def _classic(lines: Sequence[Line], names: Lexicon) -> list[Line] | None:
    board = _Board()
    section, retreats = "", False
    moves: list[tuple[Line, re.Match[str]]] = []
    for line in _joined(lines):
        title = _TITLE.match(line.text)
        if title:
            _move(board, moves)
            moves = []
            section = title["kind"].lower()
            retreats = retreats or section == "retreat"
        elif _OWNERSHIP.match(line.text):
            section = "owners"
        elif count := _COUNT.match(line.text):
            section = ""
            board.counts.append(Line(line.number, f"{count['power']} {count['count']}"))
        elif section == "owners" and ":" in line.text:
            board.owners.append(line)
        elif build := _BUILD.match(line.text):
            _adjust(board, build, line.number)
        elif (piece := _PIECE.match(line.text)) and names.has("power", piece["power"]):
            moves.append((line, piece))
        board.unsettled = board.unsettled or bool(_CAN_RETREAT.search(line.text))
    _move(board, moves)
    board.unsettled = board.unsettled and not retreats
    return board.lines() or None


def _joined(lines: Sequence[Line]) -> list[Line]:
    """Join a line that is indented further to the line above it."""
    out: list[Line] = []
    for line in lines:
        inward = len(line.text) - len(line.text.lstrip())
        above = len(out[-1].text) - len(out[-1].text.lstrip()) if out else 0
        goes_on = out and line.text.strip() and inward > above + 2 and ":" not in line.text and ":" in out[-1].text
        if goes_on and len(out[-1].text) < _LONGEST:
            out[-1] = Line(out[-1].number, f"{out[-1].text.rstrip()} {line.text.strip()}")
        else:
            out.append(line)
    return out


def _move(board: _Board, moves: list[tuple[Line, re.Match[str]]]) -> None:
    """All leave first, then all arrive: units follow one another round."""
    arriving: list[tuple[str, str, str, int]] = []
    for line, piece in moves:
        tags = " ".join(_TAGS.findall(piece["rest"])).lower()
        text = _TAGS.sub("", piece["rest"]).strip().rstrip(".").strip()
        verb = _VERB.search(text)
        place = text[: verb.start()].strip() if verb else text
        board.leave(piece["power"], place)
        word = verb[0].strip().upper() if verb else ""
        gone = "dislodged" in tags or "destroyed" in tags or word == "DISBAND"
        moved = word == "->" and not any(tag in tags for tag in _FAILED)
        end = text.rpartition("->")[2].strip().removesuffix("via convoy").strip() if moved else place
        if not gone:
            arriving.append((piece["power"], piece["type"], end, line.number))
    for power, kind, place, number in arriving:
        board.stand(power, kind, place, number)


def _adjust(board: _Board, found: re.Match[str], number: int) -> None:
    if found["builds"]:
        board.stand(found["power"], found["type"], found["place"], number)
    else:
        board.leave(found["power"], found["place"])


# ---- the pages of webDiplomacy ------------------------------------------------------------------------------------


def _web(lines: Sequence[Line], names: Lexicon) -> list[Line] | None:
    """A power stands alone on a line above its orders; `(fail)` and `(dislodged)` stand behind them."""
    board, power = _Board(), ""
    arriving: list[tuple[str, str, str, int]] = []
    for line in lines:
        bare = line.text.strip(" :.")
        sentence = _SENTENCE.fullmatch(line.text)
        if names.has("power", bare) and len(bare) > 3:
            power = bare
        elif sentence and power:
            marks = sentence["marks"].lower()
            stays = "fail" in marks or sentence["target"] is None
            if "dislodged" in marks:
                board.unsettled = True
            else:
                place = sentence["place"] if stays else sentence["target"]
                arriving.append((power, sentence["type"], place, line.number))
        elif count := (_COUNT.match(line.text) or _COUNT.match(f"{power} {line.text.strip()}")):
            board.counts.append(Line(line.number, f"{count['power']} {count['count']}"))
    for owner, kind, place, number in arriving:
        board.stand(owner, kind, place, number)
    return board.lines() or None


def _key(place: str) -> str:
    """A place without its coast, to know it again."""
    return re.sub(r"\s*[(/].*", "", place).strip().lower()
