"""The board, drawn: from a `Board` of plain values to SVG, JPEG, PNG or words.

The map itself (atlas.json, ground.jpg) is made by tools/map from public-domain coastlines; docs/map.md tells how.
"""

from judge.render.board.draw import corners, ground_of, laid, svg
from judge.render.board.photo import corner, jpeg, png, thumbnail, tint
from judge.render.board.words import in_words, places, replayed

__all__ = [
    "corner",
    "corners",
    "ground_of",
    "in_words",
    "jpeg",
    "laid",
    "places",
    "png",
    "replayed",
    "svg",
    "thumbnail",
    "tint",
]
