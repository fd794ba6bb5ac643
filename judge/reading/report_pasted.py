"""Results of other judges and sites, season by season: pasted by a master below RESULT, or as they come by mail.

Known are letters in the classic layout (njudge, DPjudge, jDip, and our own), the order pages of webDiplomacy, and the
data that a page of Backstabbr holds. Each is cut into parts, the moves, retreats or adjustments of one season; played
one after the other they give the board after each season, in our own form of OWNERS, CENTRES and UNITS, under the
numbers of the lines it came from.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from judge.core.regex import regex
from judge.core.values import Value
from judge.expressions import expressions, table, words
from judge.post import Line
from judge.reading.faults import Fault
from judge.reading.lexicon import Lexicon

_RE = expressions("reports")

Unit = tuple[str, str, str]
"""Power, type (A or F), location (with its coast: STP/SC)."""

_TAGS = regex(r"\(\*(?P<tags>[^*]*)\*\)")
_FAILED = words("things", "report_pasted_failed")
_LONGEST = 1000  # characters of a line that further ones are joined to


class Season(Value):
    """The board after one season as a text tells it.

    phase   `F1901`, `W1901`; "" where the text does not say
    lines   owners, counts and units in our own form; no units while some must still retreat
    stood   the units before the moves, with the places that could be read; empty without moves
    units   after it, those that must still retreat apart: these are `open`
    wants   the part before it is neither in the text nor known
    """

    phase: str
    lines: tuple[Line, ...]
    stood: frozenset[Unit] = frozenset()
    units: frozenset[Unit] = frozenset()
    open: frozenset[Unit] = frozenset()
    wants: bool = False


class Told(Value):
    """What a text tells: its seasons in their order, the games it names, and the variant ("" where it names none).
    `begins`: nothing stands above its results but the heading of another judge. `loose`: sentences of a person."""

    seasons: tuple[Season, ...]
    games: frozenset[str] = frozenset()
    variant: str = ""
    begins: bool = False
    loose: bool = False


def told(lines: Sequence[Line], names: Lexicon, before: tuple[str, Iterable[Unit]] = ("", ())) -> Told:
    """What the lines tell. `before`: the last season that is known, and its units, with those that must retreat."""
    lines = [line for line in lines if len(line.text) <= _LONGEST or DATA.match(line.text)]
    parts, loose = _web(lines, names) or _classic(lines, names) or backstabbr(lines), False
    seasons = tuple(_played(parts, names, before))
    if not seasons:
        seasons, loose = tuple(_said(lines)), True
    heads = [line.text for line in lines[:40] if _RE.judge.match(line.text) and not _RE.named.match(line.text)]
    prefixes = [(one["name"].lower(), one["value"]) for text in heads for one in _RE.prefix.finditer(text)]
    titles = [title["game"] or "" for line in lines if (title := _RE.title.match(line.text))]
    games = {title.rpartition(".")[0] or title for title in titles} | {v for name, v in prefixes if name == "game"}
    games |= {found["game"] for line in lines if (found := _RE.next.match(line.text))}
    variant = next((value for name, value in prefixes if name == "variant"), "")
    first = next((line.text for line in lines if line.text.strip() and not _RE.judge.match(line.text)), "")
    begins = bool(_RE.title.match(first) or _RE.ownership.match(first))
    return Told(seasons, frozenset(games - {""}), variant, begins, loose)


def rewritten(lines: Sequence[Line], names: Lexicon) -> list[Line] | None:
    """The lines in our own form; None if they are of no kind known here."""
    seasons = list(_played(_web(lines, names) or _classic(lines, names), names, ("", ())))
    return list(seasons[-1].lines) or None if seasons else None


# ---- one part after the other -------------------------------------------------------------------------------------


def _played(parts: list[Part], names: Lexicon, before: tuple[str, Iterable[Unit]]) -> Iterator[Season]:
    """The board after each season. Owners and counts are those of the last part that told them."""
    known, standing = before
    units = {(power, province(place)): (0, power, kind, place) for power, kind, place in standing}
    owners: list[Line] = []
    counts: list[Line] = []
    ordered = sorted(parts, key=lambda part: part.order) if all(part.phase for part in parts) else parts
    stood: frozenset[Unit] = frozenset()
    for at, part in enumerate(ordered):
        driven: set[tuple[str, str]] = set()
        same = known in ("", part.phase) or not part.phase
        wants = part.kind in ("R", "A") and not units and not at
        wants = wants or (not at and part.kind == "R" and not same)
        wants = wants or (not at and part.kind == "A" and known[1:] != part.phase[1:] and known != "")
        if part.kind == "M" or (part.moves and not part.kind):
            units, stood = {}, frozenset(_unit(names, one.power, one.type, one.place) for one in part.moves)
        arriving = []
        for move in part.moves:  # all leave first, then all arrive: units follow one another round
            units.pop((_power(names, move.power), province(_place(names, move.place))), None)
            gone = move.gone or (move.driven and province(_place(names, move.place)) in part.lost)
            if not gone:
                arriving.append(move)
        for move in arriving:
            power, kind, place = _unit(names, move.power, move.type, move.target or move.place)
            units[power, province(place)] = (move.number, power, kind, place)
            if move.driven:
                driven.add((power, province(place)))
        for number, power, kind, place in part.built:
            whose, _, where = _unit(names, power, kind or "A", place)
            units.pop((whose, province(where)), None)
            if kind:
                units[whose, province(where)] = (number, whose, kind[0].upper(), where)
        owners, counts = part.owners or owners, part.counts or counts
        known = part.phase or known
        if (
            at + 1 < len(ordered)
            and ordered[at + 1].phase == part.phase
            and (part.phase or ordered[at + 1].kind != "M")
        ):
            continue
        out = frozenset((p, k, w) for key, (_, p, k, w) in units.items() if key in driven)
        rest = frozenset((p, k, w) for key, (_, p, k, w) in units.items() if key not in driven)
        yield Season(part.phase, tuple(_ours(owners, counts, units, driven)), stood, rest, out, wants)
        stood, owners, counts = frozenset(), ([] if part.phase else owners), ([] if part.phase else counts)


def _ours(
    owners: list[Line], counts: list[Line], units: dict[tuple[str, str], tuple[int, str, str, str]], open_: set[Any]
) -> Iterator[Line]:
    """In our own form. Units are left out where some still have to retreat."""
    rows = [Line(number, f"{power}: {kind} {place}") for number, power, kind, place in units.values()]
    for heading, found in (("CENTRES", counts), ("OWNERS", owners), ("UNITS", [] if open_ else rows)):
        if found:
            yield Line(found[0].number, heading)
            yield from found


def _unit(names: Lexicon, power: str, kind: str, place: str) -> Unit:
    return _power(names, power), kind[0].upper(), _place(names, place)


def _power(names: Lexicon, text: str) -> str:
    return names.resolve("power", text) if names.has("power", text) else text


def _place(names: Lexicon, text: str) -> str:
    """The location that a text names; what cannot be read stays as written, to be asked about."""
    try:
        return place_of(names, text.strip())
    except Fault:
        return text.strip()


def place_of(names: Lexicon, text: str, column: int = 0) -> str:
    """The location a text names. A coast may stand behind it in any of the usual ways. Raises Fault."""
    if not names.has("place", text):
        match = _RE.coast.fullmatch(text)
        if match and names.has("place", match["base"]):
            base = names.resolve("place", match["base"], column)
            return f"{province(base)}/{match['coast'].upper()}C"
    return names.resolve("place", text, column)


def province(location: str) -> str:
    return location.partition("/")[0]


# ---- the classic layout -------------------------------------------------------------------------------------------


def _classic(lines: Sequence[Line], names: Lexicon) -> list[Part]:
    signs = (_RE.title, _RE.ownership, _RE.count, _RE.judge)
    if len(lines) < 2 or not any(sign.match(line.text) for line in lines for sign in signs):
        return []
    parts, owning = [Part()], False
    for line in _joined(lines):
        part = parts[-1]
        if title := _RE.title.match(line.text):
            parts.append(Part(title["kind"][0].upper(), SEASONS[title["season"].lower()], int(title["year"])))
            owning = False
        elif _RE.ownership.match(line.text):
            owning = True
        elif count := _RE.count.match(line.text):
            owning = False
            part.counts.append(Line(line.number, f"{count['power']} {count['count']}"))
        elif _RE.end.match(line.text):
            owning = False
        elif owning and ":" in line.text:
            part.owners.append(line)
        elif build := _RE.build.match(line.text):
            part.built.append((line.number, build["power"], build["type"] if build["builds"] else "", build["place"]))
        elif driven := _RE.driven.match(line.text):
            if not driven["open"]:
                part.lost.add(province(_place(names, driven["place"])))
        elif (held := _RE.held.match(line.text)) and names.has("power", held["power"]):
            units = (unit.partition(" ") for unit in re.split(r"\s*,\s*", held["units"]))
            part.moves += [Move(line.number, held["power"], kind, place) for kind, _, place in units]
        elif (piece := _RE.piece.match(line.text)) and names.has("power", piece["power"]):
            part.moves.append(_move(line.number, piece))
    found = [part for part in parts if part.moves or part.built or part.owners or part.counts or part.kind]
    return [part for part in found if part.kind != "M" or part.moves]


def _move(number: int, piece: re.Match[str]) -> Move:
    tags = " ".join(_TAGS.findall(piece["rest"])).lower()
    text = _TAGS.sub("", piece["rest"]).strip().rstrip(".").strip()
    verb = _RE.verb.search(text)
    place = text[: verb.start()].strip() if verb else text
    word = verb[0].strip().upper() if verb else ""
    driven = "dislodged" in tags
    moved = word == "->" and not driven and not any(tag in tags for tag in _FAILED)
    end = text.rpartition("->")[2].strip().removesuffix("via convoy").strip() if moved else ""
    return Move(number, piece["power"], piece["type"], place, end, driven, "destroyed" in tags or word == "DISBAND")


def _joined(lines: Sequence[Line]) -> list[Line]:
    """Lines that a mail program or the other judge broke are one again: one that begins nothing new, below one that
    does not end or further to the left than it."""
    out: list[Line] = []
    for line in lines:
        above = out[-1].text.rstrip() if out else ""
        inward = len(line.text) - len(line.text.lstrip()) > len(above) - len(above.lstrip()) + 2
        broken = inward or line.text.lstrip()[:2] == "(*" or not above.endswith((".", "*)")) or above.endswith(" St.")
        fresh = not line.text.strip() or _RE.head.match(line.text) or _RE.title.match(line.text)
        if above and _RE.head.match(above) and not fresh and broken and len(above) < _LONGEST:
            out[-1] = Line(out[-1].number, f"{above} {line.text.strip()}", out[-1].gap)
        else:
            out.append(line)
    return out


# ---- the pages of webDiplomacy ------------------------------------------------------------------------------------


def _web(lines: Sequence[Line], names: Lexicon) -> list[Part]:
    """A power stands alone on a line above its orders; `(fail)` and `(dislodged)` stand behind them. A page may have
    all turns of a game, the newest first."""
    if not any(_RE.sentence.fullmatch(line.text) for line in lines):
        return []
    parts: dict[tuple[str, int, str], Part] = {}
    power, season, year = "", "", 0
    counts: list[Line] = []

    def part(kind: str) -> Part:
        return parts.setdefault((season, year, kind), Part(kind if season else "", season, year))

    for line in lines:
        bare = line.text.strip(" :.")
        if turn := _RE.turn.match(line.text):
            season, year = SEASONS[turn["season"].lower()], int(turn["year"])
        elif names.has("power", bare) and len(bare) > 3:
            power = bare
        elif (sentence := _RE.sentence.fullmatch(line.text)) and power:
            marks, place, kind = sentence["marks"].lower(), sentence["place"], sentence["type"]
            failed, driven = "fail" in marks, "dislodged" in marks
            if sentence["retreat"] or sentence["gone"]:
                gone = failed or not sentence["retreat"]
                part("R").moves.append(Move(line.number, power, kind, place, sentence["retreat"] or "", False, gone))
            else:
                end = "" if failed or driven else sentence["target"] or ""
                part("M").moves.append(Move(line.number, power, kind, place, end, driven))
        elif (placed := _RE.placed.fullmatch(line.text)) and power:
            part("A").built.append((line.number, power, placed["type"] or "", placed["place"]))
        elif count := (_RE.count.match(line.text) or _RE.count.match(f"{power} {line.text.strip()}")):
            counts.append(Line(line.number, f"{count['power']} {count['count']}"))
    found = sorted(parts.values(), key=lambda one: one.order)
    if found and counts:
        autumns = [one for one in found if one.season == "F" and one.kind != "A"] or found
        newest = autumns[-1] if found[-1].phase[:1] in ("F", "W", "") else found[-1]
        newest.counts = counts
    return found


# ---- sentences of a person ----------------------------------------------------------------------------------------


def _said(lines: Sequence[Line]) -> Iterator[Season]:
    """`Autumn 1901: Austria 5, England 4 ...`, and what stands below it up to an empty line."""
    for at, line in enumerate(lines):
        if found := _RE.person.match(line.text):
            rows = [Line(line.number, found["rest"])] if found["rest"].strip() else []
            for further in lines[at + 1 :]:
                if not further.text.strip() or further.gap or _RE.person.match(further.text):
                    break
                rows.append(further)
            if rows and any(char.isdigit() or char == ":" for row in rows for char in row.text):
                yield Season(f"{SEASONS[found['season'].lower()]}{found['year']}", tuple(rows))


# ---- the data of a page of Backstabbr --------------------------------------------------------------------------------


SEASONS = table("reports", "seasons")
DATA = regex(r"\s*(?:var|let|const)\s+(?P<name>orders|unitsByPlayer|retreatOptions)\s*=\s*(?P<value>\{.*\});?\s*$")


class Move(NamedTuple):
    """A unit in the moves or retreats: where it went ("" if it stayed), whether it was driven out, and is gone."""

    number: int
    power: str
    type: str
    place: str
    target: str = ""
    driven: bool = False
    gone: bool = False


@dataclass
class Part:
    """One part of a season: `kind` M, R or A ("" where the text does not say). `built`: (line, power, type, place),
    with no type for a unit that was taken off."""

    kind: str = ""
    season: str = ""
    year: int = 0
    moves: list[Move] = field(default_factory=list)
    built: list[tuple[int, str, str, str]] = field(default_factory=list)
    lost: set[str] = field(default_factory=set)  # places of which a dislodged unit was destroyed
    owners: list[Line] = field(default_factory=list)
    counts: list[Line] = field(default_factory=list)

    @property
    def phase(self) -> str:
        """The season that it belongs to: `F1901`; the adjustments are the winter's."""
        return f"{'W' if self.kind == 'A' else self.season}{self.year}" if self.season else ""

    @property
    def order(self) -> tuple[int, int, int]:
        return self.year, "SFW".find(self.phase[:1]), "MRA".find(self.kind)


def backstabbr(lines: Sequence[Line]) -> list[Part]:
    """`unitsByPlayer` is the board before the turn's `orders`, which say what became of each."""
    data: dict[str, tuple[int, Any]] = {}
    when = next((found for line in lines if (found := _RE.when.search(line.text))), None)
    for line in lines:
        if found := DATA.match(line.text):
            data[found["name"]] = (line.number, _json(found["value"]))
    if when is None or not all(isinstance(data.get(one, (0, None))[1], dict) for one in ("unitsByPlayer", "orders")):
        return []
    season = SEASONS[(when["season"] or when["season2"]).lower()]
    year = int(when["year"] or when["year2"])
    number, standing = data["unitsByPlayer"]
    units = [(power, place, unit) for power, own in _each(standing) for place, unit in _each(own)]
    given = {(power, place): order for power, own in _each(data["orders"][1]) for place, order in _each(own)}
    moves, flights = (
        Part("A" if season == "W" else "M", "F" if season == "W" else season, year),
        Part("R", season, year),
    )
    for power, place, unit in units:
        order = given.get((power, place))
        order = order if isinstance(order, dict) else {}
        kind, where, driven = _kind(unit), _where(place, unit), "retreat" in order
        won = str(order.get("result", "")).upper().startswith("SUCCE") and not driven and order.get("type") == "MOVE"
        end = str(order.get("to") or "") if won and season != "W" else ""
        gone = order.get("type") in ("DESTROY", "DISBAND", "REMOVE")
        moves.moves.append(Move(number, power, kind, where, end, driven, gone))
        if driven and not data.get("retreatOptions", (0, None))[1]:
            flight = str(order["retreat"] or "")
            flights.moves.append(Move(number, power, kind, where, flight, False, not flight))
    for (power, place), order in given.items():
        if season == "W" and isinstance(order, dict) and order.get("type") == "BUILD":
            moves.built.append((number, power, _kind(order.get("unit", "A")), _where(place, order)))
    return [moves, *([flights] if flights.moves else [])]


def _kind(unit: Any) -> str:
    return str(unit.get("type", "A") if isinstance(unit, dict) else unit)


def _where(place: str, unit: Any) -> str:
    return f"{place}/{unit['coast']}" if isinstance(unit, dict) and unit.get("coast") else place


def _each(value: Any) -> list[tuple[str, Any]]:
    return sorted((str(key), one) for key, one in value.items()) if isinstance(value, dict) else []


def _json(text: str) -> Any:
    """A value as scripts write it: names without marks, and single ones."""
    plain = re.sub(r"([{,]\s*)(\w+)\s*:", r'\1"\2":', text[:100_000].replace("'", '"'))
    try:
        return json.loads(plain)
    except (ValueError, RecursionError):
        return None
