"""The bands above and below the map: title, powers, and what the lines mean."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from judge.core.picture import Board
from judge.render.board.arrows import RETREAT
from judge.render.board.atlas import Atlas
from judge.render.board.pen import SANS, SERIF, escape, n, tag
from judge.render.board.pieces import badge, burst, failed
from judge.render.palette import POWERS, ink

TITLE = 46
"""Height of the band above the map."""
_ROW, _KEY = 44, 26
_NOTE = 24
"""Letters in a line of a note."""
_INK, _SOFT = "#241b12", "#5c503d"


def height(board: Board) -> int:
    """Of the band below the map."""
    return _ROW + _notes_high(board) + (_KEY if _shown(board) else 0) + 8


def title(board: Board, atlas: Atlas) -> Iterator[str]:
    yield f'<text x="14" y="31" font-size="22" {SERIF} fill="{_INK}">{escape(board.title)}</text>'
    if board.caption:
        yield (
            f'<text x="{atlas.width - 14}" y="30" font-size="15" {SERIF} text-anchor="end" fill="{_SOFT}">'
            f"{escape(board.caption)}</text>"
        )


def band(board: Board, atlas: Atlas, top: float) -> Iterator[str]:
    """Every power with its centres and units, its note, and the key to the lines that are drawn."""
    notes = {note.power: note.text for note in board.notes}
    wide = (atlas.width - 20) / len(POWERS)
    for number, power in enumerate(POWERS):
        x = 12 + number * wide
        yield from _power(board, atlas, power, x, top + 10, notes.get(power, ""))
    shown = _shown(board)
    if shown:
        y = top + _ROW + _notes_high(board) + 14
        step = (atlas.width - 24) / max(len(shown), 6)
        for number, kind in enumerate(shown):
            yield from _key(kind, 14 + number * step, y)


def _power(board: Board, atlas: Atlas, power: str, x: float, y: float, note: str) -> Iterator[str]:
    held = sum(1 for code, owner in board.owners.items() if owner == power and _is_centre(atlas, code))
    standing = sum(1 for piece in board.pieces if piece.power == power)
    fill = POWERS[power]
    words = [f"{held} centre{'' if held == 1 else 's'}"] if board.owners else []
    words += [f"{standing} unit{'' if standing == 1 else 's'}"] if board.pieces else []
    yield tag("rect", x=x, y=y, width=27, height=27, rx=4, fill=fill, stroke=_INK, stroke_width=1.2)
    yield (
        f'<text x="{n(x + 13.5)}" y="{n(y + 19)}" font-size="15" font-weight="bold" {SANS} text-anchor="middle" '
        f'fill="{ink(fill)}">{power[0]}</text>'
        f'<text x="{n(x + 34)}" y="{n(y + 11)}" font-size="14.5" {SERIF} fill="{_INK}">{power.capitalize()}</text>'
        f'<text x="{n(x + 34)}" y="{n(y + 26)}" font-size="11" {SANS} fill="{_SOFT}">{", ".join(words)}</text>'
    )
    for number, line in enumerate(_lines(note)):
        down = y + 42 + 14 * number
        yield f'<text x="{n(x)}" y="{n(down)}" font-size="11" {SANS} fill="{_INK}">{escape(line)}</text>'


def _lines(note: str) -> list[str]:
    """A note as it fits under its power, broken at commas."""
    whole = note.replace(" ", "\xa0").replace(",\xa0", ", ")
    return [line.replace("\xa0", " ") for line in wrap(whole, _NOTE)]


def _notes_high(board: Board) -> int:
    lines = max((len(_lines(note.text)) for note in board.notes), default=0)
    return 14 * lines + 2 if lines else 0


def _is_centre(atlas: Atlas, code: str) -> bool:
    return code in atlas.spaces and atlas.spaces[code].centre


_KEYS = ("moves", "bounces", "supports", "cut", "convoys", "dislodged", "retreats", "builds", "removed", "void")


def _shown(board: Board) -> list[str]:
    """Which kinds of lines the picture has, in one order."""
    found = set()
    for deed in board.deeds:
        if deed.result in ("void", "illegal"):
            found.add("void")
        elif deed.verb == "move":
            found.add("moves" if deed.result == "moves" else "bounces")
        elif deed.verb == "support":
            found.add("cut" if deed.result == "cut" else "supports")
        elif deed.verb == "convoy" and deed.result == "convoys":
            found.add("convoys")
        elif deed.verb == "retreat":
            found.add("retreats" if deed.result == "retreats" else "removed")
        elif deed.verb in ("remove", "disband"):
            found.add("removed")
        elif deed.verb == "build" and deed.result == "builds":
            found.add("builds")
        if deed.dislodged:
            found.add("dislodged")
    if board.gone:
        found.add("dislodged")
    return [kind for kind in _KEYS if kind in found]


def _key(kind: str, x: float, y: float) -> Iterator[str]:
    line = f"M{n(x)} {n(y)}H{n(x + 30)}"
    if kind in ("moves", "bounces"):
        yield tag(
            "path", d=line, stroke=_INK, stroke_width=3.4, **({} if kind == "moves" else {"stroke_dasharray": "9 5"})
        )
    elif kind in ("supports", "cut"):
        yield tag("path", d=line, stroke=_INK, stroke_width=2.2, stroke_dasharray="6 4")
    elif kind == "retreats":
        yield tag("path", d=line, stroke=RETREAT, stroke_width=3, stroke_dasharray="2 5", stroke_linecap="round")
    elif kind == "convoys":
        yield tag("circle", cx=x + 20, cy=y, r=9, fill="none", stroke=_INK, stroke_width=2, stroke_dasharray="3 4")
    if kind in ("moves", "retreats"):
        fill = _INK if kind == "moves" else RETREAT
        yield tag("path", d=f"M{n(x + 26)} {n(y - 6)}L{n(x + 38)} {n(y)}L{n(x + 26)} {n(y + 6)}Z", fill=fill)
    elif kind == "supports":
        yield tag("circle", cx=x + 32, cy=y, r=3.8, fill=_INK)
    elif kind in ("bounces", "cut", "removed"):
        yield failed((x + (15 if kind == "cut" else 32 if kind == "bounces" else 24), y))
    elif kind == "dislodged":
        yield f'<g transform="translate({n(x + 22)} {n(y)}) scale(.62)">{burst((0, 0))}</g>'
    elif kind == "builds":
        yield badge((x + 24, y), "+", "#2c7a3a")
    elif kind == "void":
        yield tag("path", d=line, stroke="#6b6b70", stroke_width=1.7, stroke_dasharray="2 4")
    yield f'<text x="{n(x + 42)}" y="{n(y + 4.5)}" font-size="12.5" {SANS} fill="{_SOFT}">{kind}</text>'
