"""Drawing boards: milliseconds of processor time and bytes, of the SVG and of pictures, the first and those after.

python bench/map.py
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from judge.core.codec import pack
from judge.core.picture import Board
from judge.core.shown import Shown
from judge.kits.board.opening import start_position
from judge.kits.board.resolve import resolve_movement
from judge.kits.board.standard import standard_map
from judge.kits.host.picture import BoardShown, picture
from judge.kits.host.results import moves
from judge.kits.host.state import Source, opening
from judge.render.board import jpeg, png, svg

ORDERS = {
    "AUSTRIA": ["A VIE - TRI", "A BUD - SER", "F TRI - ALB"],
    "ENGLAND": ["F LON - NTH", "F EDI S F LON - NTH", "A LVP - YOR"],
    "FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO"],
    "GERMANY": ["A MUN - BUR", "A BER - KIE", "F KIE - DEN"],
    "ITALY": ["A VEN - TRI", "A ROM - VEN", "F NAP - ION"],
    "RUSSIA": ["A WAR - GAL", "A MOS - UKR", "F SEV - BLA", "F STP/SC - BOT"],
    "TURKEY": ["F ANK - BLA", "A CON - BUL", "A SMY - CON"],
}
TIMES = 7


class Opening(Shown, kw_only=False):
    """What everybody sees of a game that is a board alone."""

    board: BoardShown


def first_season() -> Board:
    board = standard_map()
    start = start_position(board)
    result = resolve_movement(board, start, ORDERS)
    standing = Opening(opening(Source.HOSTED).shown())
    rows = pack(moves(board, start, result, ORDERS))
    drawn = picture(standing, standing, [("board.results", {"orders": rows})])
    assert drawn is not None
    return drawn


def timed(name: str, draw: Callable[[], bytes]) -> None:
    begun = time.process_time()
    size = len(draw())
    cold = (time.process_time() - begun) * 1e3
    warm = []
    for _ in range(TIMES):
        begun = time.process_time()
        draw()
        warm.append((time.process_time() - begun) * 1e3)
    print(f"{name:<22}{size / 1000:7.0f} kB   first {cold:6.0f} ms   then {statistics.median(warm):6.0f} ms")


def main() -> None:
    board = first_season()
    timed("svg", lambda: svg(board).encode())
    timed("jpeg, 1100 pixels", lambda: jpeg(board))
    timed("png, 1100 pixels", lambda: png(board))
    timed("jpeg, 550 pixels", lambda: jpeg(board, width=550))


if __name__ == "__main__":
    main()
