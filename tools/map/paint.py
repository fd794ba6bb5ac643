"""Paints the ground under every picture, with the grain of old maps, and the mask that says whose pixel is whose.

For each map two files beside atlas.json: `<map>.jpg` (sea, paper, borders, names) and `<map>.png` (the number of the
province under each pixel, in the order of its codes; 0 for everything else).
"""

from __future__ import annotations

from io import BytesIO

import numpy as np
from build import OUT, WIDTH
from PIL import Image, ImageChops, ImageDraw, ImageFilter
from seeds import EDITIONS

from judge.render.board.atlas import Atlas, atlas
from judge.render.board.draw import ground_of
from judge.render.raster import png


def grain(shape: tuple[int, int]) -> np.ndarray:
    """Soft clouds around 1: a few per cent lighter and darker."""
    chance = np.random.default_rng(7)
    total = np.zeros(shape)
    for size, share in ((9, 0.5), (30, 0.3), (90, 0.2)):
        small = chance.normal(128, 42, (shape[0] // size + 2, shape[1] // size + 2)).clip(0, 255).astype(np.uint8)
        wide = Image.fromarray(small).resize((shape[1], shape[0]), Image.Resampling.BICUBIC)
        total += share * (np.asarray(wide.filter(ImageFilter.GaussianBlur(size / 6)), dtype=float) - 128) / 128
    return 1 + 0.075 * total


def ground(name: str) -> Image.Image:
    with Image.open(BytesIO(png(ground_of(name), width=WIDTH))) as drawn:
        flat = drawn.convert("RGB")
    pixels = np.asarray(flat, dtype=float) * grain((flat.height, flat.width))[:, :, None]
    return Image.fromarray(pixels.clip(0, 255).astype(np.uint8))


def mask(chart: Atlas) -> Image.Image:
    """Hard edges: they lie under the drawn borders."""
    image = Image.new("L", (chart.width, chart.height))
    for number, code in enumerate(chart.lands, 1):
        area = Image.new("1", image.size)
        for ring in chart.spaces[code].rings:
            part = Image.new("1", image.size)
            ImageDraw.Draw(part).polygon(list(ring), fill=1)
            area = ImageChops.logical_xor(area, part)  # a ring within a ring is a hole
        image.paste(number, mask=area)
    return image


def main() -> None:
    for name in EDITIONS:
        picture, numbers = OUT.with_name(f"{name}.jpg"), OUT.with_name(f"{name}.png")
        ground(name).save(picture, "JPEG", quality=88, optimize=True)
        mask(atlas(name)).save(numbers, "PNG", optimize=True)
        print(f"{name}: {picture.stat().st_size // 1000} kB, mask {numbers.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
