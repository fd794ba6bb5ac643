"""The pictures of docs: of each game one letter as a phone shows it, and one board as its letters bring it.

    python -m tools.gallery.docs [game ...]

Plays the demos, takes a movement's results out of the middle of the game, and writes docs/pictures/<game>-letter.png
and <game>-board.jpg, small enough for a page. Needs Chromium.
"""

from __future__ import annotations

import email
import json
import sys
import tempfile
from collections.abc import Sequence
from email.message import Message
from io import BytesIO
from pathlib import Path

from PIL import Image

from judge.desk.news.pictures import board_of
from judge.extras.demo import play
from judge.games import slugs
from judge.render.board import jpeg
from tests.stories.teller import Teller
from tools.gallery.browser import Browser
from tools.gallery.letters import HERE, PLAYER, Shown, take_apart

PICTURES = HERE / "docs" / "pictures"
PHONE, TALL = 390, 1000  # pixels of a letter
BOARD = 600  # pixels
COLOURS, RARE, QUALITY = 112, 32, 72
PLAYED_HERE = HERE / "tests" / "stories" / "bourse" / "hosted_board"
"""Bourse is mostly played beside a board that is reported in figures alone; here it has one of its own."""


def results(out: Path) -> list[Shown]:
    """The results letters of movements to one player, in the order sent."""
    found = []
    for path in sorted(out.iterdir(), key=lambda path: path.stat().st_mtime_ns):
        message = email.message_from_bytes(path.read_bytes())
        if str(message["Delivered-To"]) == PLAYER and movement(message):
            found.append(take_apart("letter", message))
    return found


def movement(message: Message) -> bool:
    for part in message.walk():
        if part.get_content_type() == "application/json":
            payload = part.get_payload(decode=True)
            assert isinstance(payload, bytes)
            told = json.loads(payload)
            if str(told["schema"]).endswith("/results") and str(told["phase"]).endswith("M"):
                return True
    return False


def letter(shown: Shown, to: Path, browser: Browser) -> None:
    """The top of a letter on a phone, with its pictures beside it."""
    with tempfile.TemporaryDirectory() as folder:
        page, shot = Path(folder) / "letter.html", Path(folder) / "shot.png"
        page.write_text(shown.html, "utf-8")
        for name, content in shown.files.items():
            (Path(folder) / name).write_bytes(content)
        browser.photograph(page, shot, width=PHONE, tall=TALL)
        with Image.open(shot) as whole:
            few_colours(whole.convert("RGB")).save(to, "PNG", optimize=True)


def few_colours(picture: Image.Image) -> Image.Image:
    """The colours that most of it has, and the rare ones, which tell powers apart."""
    kinds = ((COLOURS, Image.Quantize.MEDIANCUT), (RARE, Image.Quantize.MAXCOVERAGE))
    found = [(picture.quantize(number, method).getpalette() or [])[: 3 * number] for number, method in kinds]
    palette = Image.new("P", (1, 1))
    palette.putpalette([value for values in (*found, (255, 255, 255)) for value in values])
    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


def board(shown: Shown) -> bytes:
    """The board of a letter; of a Bourse, the one that a story plays."""
    found = next((content for name, content in shown.files.items() if name.startswith("board.")), None)
    if found is not None:
        return found
    with tempfile.TemporaryDirectory() as folder:
        teller = Teller(Path(folder))
        teller.play((PLAYED_HERE / "story.txt").read_text("utf-8"))
        assert teller.judge is not None
        (game,) = teller.judge.services.files.games()
        drawn = board_of(teller.judge.services, game, "F1901M")
        assert drawn is not None
        return jpeg(drawn, width=900)


def pictures(wanted: Sequence[str]) -> None:
    browser = Browser.found()
    if browser is None:
        sys.exit("there is no Chromium to photograph letters with")
    PICTURES.mkdir(exist_ok=True)
    for slug in wanted:
        with tempfile.TemporaryDirectory() as folder:
            sent = results(play(slug, Path(folder) / "home", lambda line: None, pages=True).folder / "var/mail/out/new")
        shown = sent[len(sent) // 2]
        letter(shown, PICTURES / f"{slug}-letter.png", browser)
        with Image.open(BytesIO(board(shown))) as large:
            small = large.resize((BOARD, round(large.height * BOARD / large.width)), Image.Resampling.LANCZOS)
            small.save(PICTURES / f"{slug}-board.jpg", "JPEG", quality=QUALITY, optimize=True)
        print(slug, *(f"{path.name} {path.stat().st_size // 1000} kB" for path in sorted(PICTURES.glob(f"{slug}-*"))))


if __name__ == "__main__":
    pictures(sys.argv[1:] or slugs())
