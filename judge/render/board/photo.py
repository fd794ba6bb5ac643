"""A board as a picture for letters. The ground was painted once (tools/map); only what lives on it is drawn anew."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from io import BytesIO
from math import ceil, floor
from typing import TYPE_CHECKING

from judge.core.picture import Board, Piece
from judge.render import raster
from judge.render.board import ground, legend, pieces
from judge.render.board.atlas import DATA, Spot, atlas
from judge.render.board.draw import PAPER, above_units, below_units, key_of, powers_of, size_of, sprite, svg, words_of

if TYPE_CHECKING:
    from PIL.Image import Image

QUALITY = 77
ROUGH = 8  # times smaller: what is enough to see where a drawing has anything on it
_SIZE = re.compile(r'width="(\d+)" height="\d+" viewBox="[^"]*"')
Box = tuple[int, int, int, int]
_SPRITE = 46  # a unit with the burst behind it, in units of the map


def jpeg(board: Board, *, width: int = 1100) -> bytes:
    """For letters: under 250 kB at the usual width, whatever happens on the board."""
    out = BytesIO()
    _picture(board, width).save(out, "JPEG", quality=QUALITY, optimize=True)
    return out.getvalue()


def png(board: Board, *, width: int = 1100) -> bytes:
    """For who wants no losses in lines and letters, in 256 colours."""
    from PIL import Image

    out = BytesIO()
    few = _picture(board, width).quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(out, "PNG", optimize=True)
    return out.getvalue()


def tint(board: Board) -> bytes:
    """The owners' colours alone, on nothing: a PNG that a web page multiplies the map with (`draw.laid`)."""
    fills = _fills(board)
    colours = [(255, 255, 255), *sorted(set(fills.values()))]
    numbers = [colours.index(fills[number]) if number in fills else 0 for number in range(256)]
    flat = _painted(board.map)[1].point(numbers)
    flat.putpalette([channel for colour in colours for channel in colour])
    out = BytesIO()
    flat.save(out, "PNG", bits=4 if len(colours) <= 16 else 8, transparency=0, optimize=True)
    return out.getvalue()


def _picture(board: Board, width: int) -> Image:
    from PIL import Image

    whole, tall = size_of(board)
    if width > whole:  # the ground was painted for less, and would blur
        with Image.open(BytesIO(raster.png(svg(board), width=width))) as drawn:
            return drawn.convert("RGB")
    chart, scale = atlas(board.map), width / whole
    top = round(legend.TITLE * scale)
    sheet = Image.new("RGB", (width, round(tall * scale)), PAPER)
    ground_ = _tinted(board, width)
    sheet.paste(ground_, (0, top))
    _write(sheet, board, top, top + ground_.height)
    for spot, power, taken in ground.dots(board, chart):
        _stamp(sheet, _centre(power, taken, scale), spot, scale, top)
    _lay(sheet, below_units(board), top)
    for piece, spot, driven_out in pieces.standing(board, chart):
        _stamp(sheet, _unit(piece.kind, piece.power, driven_out, scale), spot, scale, top)
    _lay(sheet, above_units(board), top)
    return sheet


def _write(sheet: Image, board: Board, top: int, bottom: int) -> None:
    """The words above the map and below it, in one drawing, and the key to its signs."""
    words, high = words_of(board)
    drawn = _drawn(words, sheet.width)
    for part, place in ((drawn.crop((0, 0, sheet.width, top)), 0), (drawn.crop((0, top, *drawn.size)), bottom)):
        sheet.paste(part, (0, place), part)
    names = _known(powers_of(board), sheet.width)
    sheet.paste(names, (0, bottom), names)
    signs = key_of(board)
    if signs:
        shown = _known(signs, sheet.width)
        sheet.paste(shown, (0, bottom + round((high - legend.TITLE) * drawn.height / high)), shown)


def _lay(sheet: Image, layer: str, top: int) -> None:
    """Lay a drawing of the map over it: of the drawing only the part is made that has something on it."""
    box = _inked(layer, sheet.width) if layer else None
    if box is not None:
        drawn = _drawn(_part(layer, sheet.width, box), box[2] - box[0])
        sheet.paste(drawn, (box[0], top + box[1]), drawn)


def _inked(layer: str, width: int) -> Box | None:
    """Where on a sheet of this width a drawing has anything on it, as a small and rough picture of it shows."""
    rough = _drawn(layer, ceil(width / ROUGH))
    found = rough.getchannel("A").getbbox()
    if found is None:
        return None
    times = width / rough.width
    left, upper = (max(0, floor((edge - 1) * times)) for edge in found[:2])
    right, lower = (ceil((edge + 1) * times) for edge in found[2:])
    return left, upper, min(width, right), min(round(rough.height * times), lower)


def _part(layer: str, width: int, box: Box) -> str:
    """A drawing cut to a part of the sheet it fills, to the pixel."""
    size = _SIZE.search(layer)
    assert size is not None, "every drawing begins with its size"
    times = int(size[1]) / width
    x, y, wide, high = (edge * times for edge in (box[0], box[1], box[2] - box[0], box[3] - box[1]))
    shown = f'width="{wide:.6f}" height="{high:.6f}" viewBox="{x:.6f} {y:.6f} {wide:.6f} {high:.6f}"'
    return f"{layer[: size.start()]}{shown}{layer[size.end() :]}"


def _stamp(sheet: Image, sprite_: Image, spot: Spot, scale: float, top: int) -> None:
    """Lay a small picture over the sheet, its middle on a spot of the map."""
    half = sprite_.width / 2
    sheet.paste(sprite_, (round(spot[0] * scale - half), top + round(spot[1] * scale - half)), sprite_)


@lru_cache(256)
def _unit(kind: str, power: str, driven_out: bool, scale: float) -> Image:
    """A unit as it looks on every board."""
    bursts = (pieces.burst((0, 0)),) if driven_out else ()
    return _sprite((*bursts, pieces.unit(Piece(power, kind, ""), (0, 0))), scale)


@lru_cache(64)
def _centre(power: str, taken: bool, scale: float) -> Image:
    return _sprite(ground.centre((0, 0), power, taken), scale)


def _sprite(body: Iterable[str], scale: float) -> Image:
    """At the scale of the sheet, to the pixel."""
    pixels = 2 * ceil(_SPRITE * scale / 2)
    return _drawn(sprite(body, pixels / scale), pixels)


@lru_cache(32)
def _known(drawing: str, width: int) -> Image:
    """What many pictures have in common."""
    return _drawn(drawing, width)


def _drawn(drawing: str, width: int) -> Image:
    from PIL import Image

    with Image.open(BytesIO(raster.png(drawing, width=width))) as drawn:
        return drawn.convert("RGBA")


def _tinted(board: Board, width: int) -> Image:
    """The painted ground times the colours of the owners: lines and names stay dark under them."""
    from PIL import Image, ImageChops

    painted, numbers = _scaled(atlas(board.map).name, width)
    tables = [[255] * 256 for _ in "RGB"]
    for number, fill in _fills(board).items():
        for table, share in zip(tables, fill, strict=True):
            table[number] = share
    tint = Image.merge("RGB", [numbers.point(table) for table in tables])
    return ImageChops.multiply(painted, tint)


def _fills(board: Board) -> dict[int, tuple[int, ...]]:
    """Number of a province in the mask -> what its paper is multiplied by, to show its tint."""
    chart = atlas(board.map)
    order = {code: number for number, code in enumerate(chart.lands, 1)}
    paper = _channels(ground.PAPER)
    return {
        order[code]: tuple(min(255, round(255 * c / p)) for c, p in zip(_channels(tint), paper, strict=True))
        for code, tint in ground.tints_of(board, chart).items()
        if code in order
    }


def _channels(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))


@lru_cache(4)
def _scaled(name: str, width: int) -> tuple[Image, Image]:
    """The same at the width of a letter's picture."""
    from PIL import Image

    painted, numbers = _painted(name)
    size = width, round(painted.height * width / painted.width)
    if size == painted.size:
        return painted, numbers
    return painted.resize(size, Image.Resampling.LANCZOS), numbers.resize(size, Image.Resampling.NEAREST)


@cache
def _painted(name: str) -> tuple[Image, Image]:
    """The ground of a map and the number of the province under every pixel."""
    from PIL import Image

    with Image.open(DATA / f"{name}.jpg") as picture, Image.open(DATA / f"{name}.png") as mask:
        return picture.convert("RGB"), mask.convert("L")
