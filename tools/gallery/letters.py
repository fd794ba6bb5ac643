"""Every kind of letter of every game, as its readers see it: pages, pictures, and screenshots of both.

    python -m tools.gallery.letters [folder] [game ...]

Plays the demos and takes letters of each kind out of their mailboxes; the letters of the house are those of the tests'
stories. Pages are written as HTML with their pictures beside them and photographed with Chromium on a phone,
light and dark, and on a desk; tables that scroll there are named. `index.html` shows all.
"""

from __future__ import annotations

import email
import html as markup
import json
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from email.message import Message
from pathlib import Path

from judge.app import open_app
from judge.config import load
from judge.extras.demo import play
from judge.games import slugs
from tools.gallery.browser import WIDTHS, Browser

HERE = Path(__file__).parents[2]
OPEN_TO_ALL = "results@demo.test"
PLAYER = "player1@demo.test"
MOST_TALL = 6000
EARLY = 2  # turns after which somebody asks for HELP


@dataclass
class Shown:
    """One letter taken apart."""

    name: str
    text: str = ""
    html: str = ""
    files: dict[str, bytes] = field(default_factory=dict)


def take_apart(name: str, message: Message) -> Shown:
    """Words, page and files of a letter; pictures are named by their content ids."""
    shown = Shown(name)
    for part in message.walk():
        payload = part.get_payload(decode=True)
        if not isinstance(payload, bytes):
            continue
        kind = part.get_content_type()
        if kind == "text/plain":
            shown.text = payload.decode("utf-8").replace("\r\n", "\n")
        elif kind == "text/html":
            shown.html = payload.decode("utf-8")
        elif part["Content-ID"]:
            shown.files[file_of(part["Content-ID"].strip("<>"))] = payload
        else:
            shown.files[f"{name}.{kind.partition('/')[2]}"] = payload
    shown.html = re.sub(r"cid:([^\"]+)", lambda found: file_of(found[1]), shown.html)
    return shown


def file_of(cid: str) -> str:
    return f"{cid.partition('@')[0]}.png"


def letters(slug: str, home: Path) -> Iterator[Shown]:
    """The letters of a home of one game's demo worth looking at: the longest of each kind."""
    out = home / "var/mail/out/new"
    longest: dict[str, Shown] = {}
    for path in sorted(out.iterdir(), key=lambda path: path.stat().st_mtime_ns):
        message = email.message_from_bytes(path.read_bytes())
        if str(message["Delivered-To"]) in (OPEN_TO_ALL, PLAYER):
            shown = take_apart(f"{slug}-{kind_of(message)}", message)
            if shown.name not in longest or len(shown.text) > len(longest[shown.name].text):
                longest[shown.name] = shown
    yield from longest.values()


def help_letter(slug: str, home: Path) -> Shown:
    """What HELP brings a player while orders are taken."""
    show = play(slug, home, lambda line: None, turns=EARLY, pages=True)
    (name, password), *_ = show.passwords.items()
    show.post(PLAYER, f"SIGNON {name}@{slug[:12]}1 {password}\nHELP\nSIGNOFF")
    judge = open_app(load(show.folder), clock=show.clock)
    judge.once(show.clock.now() + timedelta(hours=1))
    judge.close()
    sent = sorted((home / "var/mail/out/new").iterdir(), key=lambda path: path.stat().st_mtime_ns)
    return take_apart(f"{slug}-help", email.message_from_bytes(sent[-1].read_bytes()))


def stories() -> Iterator[Shown]:
    """The letters of the tests' stories, in words: many are the same in every game."""
    for path in sorted((HERE / "tests/stories").glob("*/*/letters.txt")):
        yield Shown(f"story-{path.parent.parent.name}-{path.parent.name}", path.read_text("utf-8"))


def kind_of(message: Message) -> str:
    """By the machine part, results by the last letter of their phase too; letters without one by their first word."""
    for part in message.walk():
        if part.get_content_type() == "application/json":
            payload = part.get_payload(decode=True)
            assert isinstance(payload, bytes)
            told = json.loads(payload)
            kind = str(told["schema"]).partition("/")[2]
            return f"{kind}-{told['phase'][-1]}" if kind in ("results", "statement") else kind
    text = take_apart("", message).text
    known = {"and you play it as": "welcome", "REMINDER": "reminder", "writes to": "press"}
    return next((kind for words, kind in known.items() if words in text), "other")


def gallery(folder: Path, slugs: Sequence[str]) -> None:
    folder = folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    browser = Browser.found()
    rows: list[str] = []
    for slug in slugs:
        with tempfile.TemporaryDirectory() as home:
            for shown in letters(slug, play(slug, Path(home) / "home", lambda line: None, pages=True).folder):
                rows.append(write(folder, shown, browser))
            rows.append(write(folder, help_letter(slug, Path(home) / "help"), browser))
    rows += [write(folder, shown, None) for shown in stories()]
    (folder / "index.html").write_text("<!DOCTYPE html><meta charset=utf-8><title>Letters</title>" + "\n".join(rows))
    print(f"{len(rows)} letters in {folder / 'index.html'}" + ("" if browser else "; no Chromium, so no screenshots"))


def write(folder: Path, shown: Shown, browser: Browser | None) -> str:
    """One letter's files; returns its row of the index."""
    print(shown.name)
    (folder / f"{shown.name}.txt").write_text(shown.text, "utf-8")
    for name, content in shown.files.items():
        (folder / name).write_bytes(content)
    if not shown.html:
        return f"<h2>{shown.name}</h2><pre>{markup.escape(shown.text)}</pre>"
    page = folder / f"{shown.name}.html"
    page.write_text(shown.html, "utf-8")
    shots = []
    if browser is not None:
        for width in WIDTHS:
            size = browser.measure(page, width)
            tall = min(size.height, MOST_TALL)
            for one in size.scroll:
                print(f"  at {width} this scrolls: {one}")
            for dark in (False, True) if width < 500 else (False,):
                name = f"{shown.name}-{width}{'-dark' if dark else ''}.png"
                browser.photograph(page, folder / name, width=width, tall=tall, dark=dark)
                shots.append(f'<img src="{name}" alt="{name}" width="{width // 3}">')
    return f'<h2><a href="{page.name}">{shown.name}</a></h2>{" ".join(shots)}'


if __name__ == "__main__":
    wanted = sys.argv[2:] or slugs()
    gallery(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "var" / "gallery", wanted)
