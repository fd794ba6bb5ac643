"""The poster of a game that is over: a picture, and a page to print where that can be done."""

import re
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree as Tree

import pytest
from PIL import Image

from judge.core.errors import SetupError
from judge.core.picture import Board, Piece
from judge.extras.site import Archive, poster
from judge.extras.site.poster import HIGH, WIDE, Poster
from judge.extras.zine import paper
from judge.render.charts import Bar, Bars, Curve, Lines, turning_points
from tests.harness import Judge
from tests.site.sites import ended, written
from tests.zine.zines import tagged


def over(folder: Path) -> tuple[Judge, Path]:
    judge = Judge(folder / "home", archive_url="https://games.test/")
    ended(judge, "lira7", "Lupus", "Ursa")
    return judge, folder / "site/games/lira7"


def drawn(**changed: object) -> Poster:
    from decimal import Decimal

    axis, values = ("1901", "1902", "1903"), tuple(map(Decimal, (3, 9, 8)))
    race = Lines("centres", "Centres", "by power", axis, (Curve("France", values, "#479cd0"),))
    bars = Bars("scores", "Final scores", "centres", (Bar("France", Decimal(8), "8 winner", "#479cd0", True),))
    board = Board(pieces=(Piece("FRANCE", "A", "PAR"),), owners={"PAR": "FRANCE"})
    plain = {
        "name": "x1",
        "title": "Diplomacy",
        "winners": ("FRANCE",),
        "ending": "France won the game alone.",
        "span": "3 phases, Spring 1901 to Autumn 1903",
        "board": board,
        "large": None,
        "charts": [bars, race],
        "turns": [f"{told} <here>" for told in turning_points(race)],
    }
    return Poster(**{**plain, **changed})  # type: ignore[arg-type]


def test_a_poster_has_the_board_the_winner_the_curves_and_the_turning_points() -> None:
    page = Tree.fromstring(poster.svg(drawn()))
    words = " ".join("".join(page.itertext()).split())
    for told in ("Diplomacy · x1", "Won by France", "Spring 1901 to Autumn 1903", "Final scores", "Centres"):
        assert told in words
    assert "Turning points1902: France went from 3 to 9 <here>1903: France went from 9 to 8 <here>" in words
    assert len([one for one in page.iter() if one.tag.endswith("image")]) == 1
    boxes = [one.attrib for one in page if one.tag.endswith(("svg", "image"))]
    assert len(boxes) == 3
    for box in boxes:
        assert int(box["x"]) > 0 and int(box["x"]) + int(box["width"]) < WIDE
        assert int(box["y"]) > 0 and int(box["y"]) + int(box["height"]) < HIGH


def test_many_who_win_together_are_counted_in_the_heading_and_named_below_it() -> None:
    many = drawn(winners=("FRANCE", "ITALY", "RUSSIA", "TURKEY"), ending="A draw of France, Italy, Russia and Turkey.")
    assert many.heading == "4 share the win" and "A draw of France, Italy" in poster.svg(many)


def test_a_game_that_is_over_has_its_poster_beside_its_page_and_its_last_letter_leads_there(tmp_path: Path) -> None:
    judge, pages = over(tmp_path)
    written(judge, tmp_path / "site")
    with Image.open(BytesIO((pages / "poster.png").read_bytes())) as picture:
        assert abs(picture.width / picture.height - 297 / 420) < 0.001 and picture.width > 1700
    assert 'href="poster.png"' in (pages / "index.html").read_text("utf-8")
    letters = [out.text for out in judge.letters(to="lupus@example.test") if "final standings" in out.subject]
    assert letters and "poster to print:\n  https://games.test/games/lira7/index.html" in letters[-1]


def test_the_last_letter_and_the_page_tell_the_same_turning_points(tmp_path: Path) -> None:
    judge, pages = over(tmp_path)
    written(judge, tmp_path / "site")
    letter = [out.text for out in judge.letters(to="lupus@example.test") if "final standings" in out.subject][-1]
    told = re.findall(r"(?:Spring|Autumn) \d{4}: [^.]+ from \S+ to \S+\.", " ".join(letter.split()))
    assert told and [f"<li>{turn}</li>" in (pages / "index.html").read_text("utf-8") for turn in told] == [True] * len(
        told
    )


@pytest.mark.slow
def test_a_poster_to_print_is_one_tagged_page_told_in_words_and_is_printed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not paper.there():
        pytest.skip("WeasyPrint is not installed: nothing is printed")
    judge, pages = over(tmp_path)
    archive = Archive(judge.services, tmp_path / "site")
    archive.refresh()
    made = (pages / "poster.pdf").read_bytes()
    assert tagged(made).count("Figure") == 1 and len(re.findall(rb"/MediaBox", made)) <= 1
    assert 'href="poster.pdf"' in (pages / "index.html").read_text("utf-8")
    monkeypatch.setattr(paper, "printed", lambda job: pytest.fail("printed again"))
    assert archive.refresh().written == ()


def test_what_cannot_be_printed_costs_the_print_alone_and_is_not_tried_at_every_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge, pages = over(tmp_path)
    tried = []

    def lacking(job: object) -> bytes:
        tried.append(job)
        raise SetupError("no Pango")

    monkeypatch.setattr(paper, "there", lambda: True)
    monkeypatch.setattr(paper, "printed", lacking)
    archive = Archive(judge.services, tmp_path / "site")
    assert not archive.refresh().failed and not archive.refresh().failed
    assert len(tried) == 1 and (pages / "poster.png").is_file() and not (pages / "poster.pdf").exists()
    assert "poster.pdf" not in (pages / "index.html").read_text("utf-8")
