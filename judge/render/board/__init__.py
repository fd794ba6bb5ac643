"""The board, drawn: from a `Board` of plain values to SVG, JPEG, PNG or words.

The map itself (atlas.json, ground.jpg) is made by tools/map from public-domain coastlines; docs/map.md tells how.
"""

from judge.render.board.draw import corners as corners
from judge.render.board.draw import ground_of as ground_of
from judge.render.board.draw import laid as laid
from judge.render.board.draw import svg as svg
from judge.render.board.photo import corner as corner
from judge.render.board.photo import jpeg as jpeg
from judge.render.board.photo import png as png
from judge.render.board.photo import thumbnail as thumbnail
from judge.render.board.photo import tint as tint
from judge.render.board.words import in_words as in_words
from judge.render.board.words import places as places
from judge.render.board.words import replayed as replayed
