"""The board round the reader's own units: in whose letter it stands, and that it goes to nobody else."""

from io import BytesIO
from pathlib import Path

from PIL import Image

from judge.core.picture import Board, Piece
from judge.desk.news import drawings
from judge.render import board
from judge.render.drawing import draw
from tests.harness import POWERS, Judge, Out, address_of

GAME = "dip1"


def world(folder: Path) -> Judge:
    judge = Judge(folder, seed="corner", html=True)
    judge.new(GAME, "diplomacy")
    judge.join(GAME, *POWERS)
    return judge


def corners(out: Out) -> list[str]:
    """Whose corners a letter brings."""
    cids = [str(piece["Content-ID"]) for piece in out.mime.walk() if piece["Content-ID"]]
    return [cid.split(".")[1] for cid in cids if cid.startswith("<corner.")]


def test_each_player_is_shown_the_board_round_their_own_units_and_nobody_elses(tmp_path: Path) -> None:
    judge = world(tmp_path)
    judge.start(GAME)
    begun = judge.tick()
    told = judge.resolve(GAME)
    for letters in (begun, told):
        for power in POWERS:
            (out,) = [one for one in letters if one.to == address_of(power)]
            assert corners(out) == [power.lower()]
            page = out.page
            assert page.index("cid:corner.") < page.index("cid:board.") and "<!-- picture" not in page
            assert f'alt="The board round your units. {power.title()}: ' in page
        (public,) = [one for one in letters if one.to == "results@list.test"]
        assert corners(public) == [] and public.part("image/jpeg")


def test_a_letter_whose_corner_could_not_be_drawn_goes_without(tmp_path: Path) -> None:
    judge = world(tmp_path)
    judge.start(GAME)
    judge.tick()
    judge.clock.set(judge.deadline(GAME))
    judge.app.turn(judge.clock.now())
    (task,) = drawings.tasks(judge.services)
    whole = draw(task)
    lost = {cid: content for cid, content in whole.pictures.items() if not cid.startswith("corner.france")}
    before = len(judge.relay.sent)
    drawings.finish(judge.services, type(whole)(whole.key, lost, ("OSError: no room",)))
    judge.app.turn(judge.clock.now())
    found = {out.to: out for out in judge.relay.sent[before:]}
    assert corners(found[address_of("FRANCE")]) == [] and corners(found[address_of("ITALY")]) == ["italy"]
    assert "corner." not in found[address_of("FRANCE")].page


def test_a_corner_is_where_most_of_the_units_stand_and_small_enough_for_a_letter() -> None:
    shown = Board(pieces=tuple(Piece("TURKEY", "A", place) for place in ("CON", "ANK", "SMY", "STP")))
    left, top, wide, high = board.corners(shown)["TURKEY"]
    chart = board.draw.atlas("standard")
    for place, inside in (("CON", True), ("SMY", True), ("STP", False)):
        x, y = chart.spot(place)
        assert (left <= x <= left + wide and top <= y + board.draw.legend.TITLE <= top + high) is inside
    drawn = board.corner(shown, ("TURKEY",))
    assert Image.open(BytesIO(drawn)).size[0] > 1.5 * wide and len(drawn) < 60_000
