"""A board as a picture for letters. The ground was painted once (tools/map); only what lives on it is drawn anew."""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from io import BytesIO
from itertools import chain
from math import ceil, floor

from PIL import Image, ImageChops, ImageColor
from PIL.Image import Image as Picture

from judge.core.picture import Board
from judge.render import raster
from judge.render.board import draw, ground, legend
from judge.render.board.atlas import DATA, atlas
from judge.render.board.draw import CORNER, PAPER, alone, living, size_of, svg
from judge.render.board.pen import Bit, Edges, around

QUALITY = 72  # with the usual tables: tables of its own would save two octets in a hundred for as long again
SHARP, CORNER_QUALITY = 1.6, 64  # pixels of a screen for one of the map, where a phone shows a part: some 50 kB
SMALL, KEPT = 12_000, 512  # what is no larger (in pixels) is kept, and so many of them: 48 kB each at most


def jpeg(board: Board, *, width: int = 1100) -> bytes:
    """For letters: under 250 kB at the usual width, whatever happens on the board."""
    return _octets(_picture(board, width), "JPEG", quality=QUALITY)


def png(board: Board, *, width: int = 1100) -> bytes:
    """For who wants no losses in lines and letters, in 256 colours."""
    few = _picture(board, width).quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    return _octets(few, "PNG", optimize=True)


def corner(board: Board, powers: Sequence[str]) -> bytes:
    """The square round the units of some powers, larger than on the map, for letters on a phone."""
    chart, (left, top) = atlas(board.map), draw.corner(board, powers)
    box = (left, top, left + CORNER, top + CORNER)
    side = round(SHARP * CORNER)
    land = _tinted(board, chart.width).crop(box).resize((side, side), Image.Resampling.LANCZOS)
    near = (bit for bit in chain(ground.over(chart, None), living(board)) if _touches(bit, box))
    _lay(land, near, SHARP, (round(-SHARP * left), round(-SHARP * top)))
    return _octets(land, "JPEG", quality=CORNER_QUALITY)


def _touches(bit: Bit, box: Edges) -> bool:
    (x, y), (left, top, right, bottom) = bit.at, (edge * bit.scale for edge in bit.edges)
    return x + left < box[2] and x + right > box[0] and y + top < box[3] and y + bottom > box[1]


def thumbnail(board: Board, *, width: int) -> bytes:
    """The map alone, without title and key, as a JPEG."""
    return _octets(_map(board, width), "JPEG", quality=QUALITY)


def tint(board: Board) -> bytes:
    """The owners' colours alone, on nothing: a PNG that a web page multiplies the map with (`draw.laid`)."""
    fills = _fills(board)
    colours = [(255, 255, 255), *sorted(set(fills.values()))]
    numbers = [colours.index(fills[number]) if number in fills else 0 for number in range(256)]
    flat = _painted(board.map)[1].point(numbers)
    flat.putpalette([channel for colour in colours for channel in colour])
    return _octets(flat, "PNG", bits=4 if len(colours) <= 16 else 8, transparency=0, optimize=True)


def _octets(picture: Picture, form: str, **how: int) -> bytes:
    out = BytesIO()
    picture.save(out, form, **how)
    return out.getvalue()


def _picture(board: Board, width: int) -> Picture:
    whole, tall = size_of(board)
    if width > whole:  # the ground was painted for less, and would blur
        with Image.open(BytesIO(raster.png(svg(board), width=width))) as drawn:
            return drawn.convert("RGB")
    chart, scale = atlas(board.map), width / whole
    land = _map(board, width)
    sheet = Image.new("RGB", (width, round(tall * scale)), PAPER)
    top = round(legend.TITLE * scale)
    sheet.paste(land, (0, top))
    _lay(sheet, legend.title(board, chart), scale)
    _lay(sheet, legend.band(board, chart, 0), scale, (0, top + land.height))
    return sheet


def _map(board: Board, width: int) -> Picture:
    """The map alone, with what lives on it."""
    land = _tinted(board, width)
    _lay(land, living(board), width / atlas(board.map).width)
    return land


def _lay(sheet: Picture, bits: Iterable[Bit], scale: float, origin: tuple[int, int] = (0, 0)) -> None:
    """Lay bits over a sheet, one after another, whose 0 0 is at this pixel of it."""
    across, down = origin
    for bit in bits:
        small, (left, top) = _drawn(bit.body, bit.edges, bit.scale * scale)
        x, y = bit.at
        sheet.paste(small, (across + left + round(x * scale), down + top + round(y * scale)), small)


def _drawn(body: str, edges: Edges, scale: float) -> tuple[Picture, tuple[int, int]]:
    """A bit at the scale of the sheet, and where its upper left corner lies, in pixels from its 0 0."""
    wide, high = edges[2] - edges[0], edges[3] - edges[1]
    make = _kept if wide * high * scale * scale <= SMALL else _made
    return make(body, edges, scale)


def _made(body: str, edges: Edges, scale: float) -> tuple[Picture, tuple[int, int]]:
    left, top = floor(edges[0] * scale), floor(edges[1] * scale)
    right, bottom = ceil(edges[2] * scale), ceil(edges[3] * scale)
    shown = (left / scale, top / scale, right / scale, bottom / scale)
    drawing = alone(body, shown, (right - left, bottom - top))
    with Image.open(BytesIO(raster.png(drawing, width=right - left))) as drawn:
        inked = drawn.getchannel("A").getbbox() or (0, 0, 1, 1)
        return drawn.crop(inked), (left + inked[0], top + inked[1])


_kept = lru_cache(KEPT)(_made)


def _tinted(board: Board, width: int) -> Picture:
    """The painted ground, its lands times the colours of their owners: lines and names stay dark under them."""
    painted = _scaled(atlas(board.map).name, width)[0].copy()
    for number, fill in _fills(board).items():
        land, shape, place = _land(atlas(board.map).name, width, number, fill)
        painted.paste(land, place, shape)
    return painted


@lru_cache(256)
def _land(name: str, width: int, number: int, fill: tuple[int, ...]) -> tuple[Picture, Picture, tuple[int, int]]:
    """A province in a tint, its shape, and the pixel where both begin."""
    painted, numbers = _scaled(name, width)
    chart = atlas(name)
    left, top, right, bottom = around(chain(*chart.spaces[chart.lands[number - 1]].rings), 2)
    scale = width / chart.width
    box = (
        max(0, floor(left * scale)),
        max(0, floor(top * scale)),
        min(width, ceil(right * scale)),
        min(painted.height, ceil(bottom * scale)),
    )
    ground_ = painted.crop(box)
    shape = numbers.crop(box).point([255 * (one == number) for one in range(256)], "1")
    return ImageChops.multiply(ground_, Image.new("RGB", ground_.size, fill)), shape, box[:2]


def _fills(board: Board) -> dict[int, tuple[int, ...]]:
    """Number of a province in the mask -> what its paper is multiplied by, to show its tint."""
    chart = atlas(board.map)
    order = {code: number for number, code in enumerate(chart.lands, 1)}
    paper = ImageColor.getrgb(ground.PAPER)
    return {
        order[code]: tuple(min(255, round(255 * c / p)) for c, p in zip(ImageColor.getrgb(tint), paper, strict=True))
        for code, tint in ground.tints_of(board, chart).items()
        if code in order
    }


@lru_cache(4)
def _scaled(name: str, width: int) -> tuple[Picture, Picture]:
    """The same at the width of a letter's picture."""
    painted, numbers = _painted(name)
    size = width, round(painted.height * width / painted.width)
    if size == painted.size:
        return painted, numbers
    return painted.resize(size, Image.Resampling.LANCZOS), numbers.resize(size, Image.Resampling.NEAREST)


@cache
def _painted(name: str) -> tuple[Picture, Picture]:
    """The ground of a map and the number of the province under every pixel."""
    with Image.open(DATA / f"{name}.jpg") as picture, Image.open(DATA / f"{name}.png") as mask:
        return picture.convert("RGB"), mask.convert("L")
