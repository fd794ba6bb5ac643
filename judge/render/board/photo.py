"""A board as a picture for letters. The ground was painted once (tools/map); only what lives on it is drawn anew."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING

from judge.core.picture import Board
from judge.render import raster
from judge.render.board import ground, legend
from judge.render.board.atlas import DATA, atlas
from judge.render.board.draw import PAPER, overlay, size_of, svg

if TYPE_CHECKING:
    from PIL.Image import Image

QUALITY = 79


def jpeg(board: Board, *, width: int = 1100) -> bytes:
    """For letters: under 250 kB at the usual width, whatever happens on the board."""
    out = BytesIO()
    _picture(board, width).save(out, "JPEG", quality=QUALITY, optimize=True, progressive=True)
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
    sheet = Image.new("RGBA", (whole, tall), PAPER)
    sheet.paste(_tinted(board), (0, legend.TITLE))
    with Image.open(BytesIO(raster.png(overlay(board), width=whole))) as drawn:
        sheet.alpha_composite(drawn.convert("RGBA"))
    flat = sheet.convert("RGB")
    if width != whole:
        flat = flat.resize((width, round(tall * width / whole)), Image.Resampling.LANCZOS)
    return flat


def _tinted(board: Board) -> Image:
    """The painted ground times the colours of the owners: lines and names stay dark under them."""
    from PIL import Image, ImageChops

    chart = atlas(board.map)
    painted, numbers = _painted(chart.name)
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


@cache
def _painted(name: str) -> tuple[Image, Image]:
    """The ground of a map and the number of the province under every pixel."""
    from PIL import Image

    with Image.open(DATA / f"{name}.jpg") as picture, Image.open(DATA / f"{name}.png") as mask:
        return picture.convert("RGB"), mask.convert("L")
