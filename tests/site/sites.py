"""Small archives for the tests: games played, their site written, and what stands in it."""

import re
from collections.abc import Mapping
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

from markupsafe import escape

from judge.core.form import Blank
from judge.core.variant import Variant
from judge.extras.site import Archive, Refreshed
from tests.harness import Judge

VOID = {"meta", "img", "br", "link", "hr", "input"}


def written(judge: Judge, folder: Path, **more: bool) -> Refreshed:
    return Archive(judge.services, folder).refresh(**more)


def ended(judge: Judge, name: str, *seats: str, **options: str) -> None:
    """A Bourse that is over at once; the first seat has traded best."""
    judge.with_game(name, "bourse", *seats, **options)
    judge.orders(name, seats[0], "SELL 100 LIRA\nBUY ROUBLES WITH REST")
    judge.resolve(name)
    judge.master(name, "END DRAW")
    judge.master(name, "RESULT F1901 CENTRES A 5 E 4 F 5 G 5 I 2 R 8 T 5")
    judge.resolve(name)
    assert judge.game(name).ended


def files(folder: Path) -> dict[str, bytes]:
    """Path -> content of everything that lies in a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def said(folder: Path) -> str:
    """Everything the site says, as one text."""
    return "\n".join(content.decode("utf-8", "replace") for content in files(folder).values())


def without_examples(told: str, variant: Variant) -> str:
    """What a site says, without the examples of the order form: lines of the rules' own help, and of no seat's."""
    for example in {example for entry in variant.info.help for example in entry.examples}:
        told = told.replace(f"<dt><code>{escape(example)}</code></dt>", "")
    return told


class Page(HTMLParser):
    """What a strict reader finds in a page: tags that do not close, ids, links, headings, tables, pictures."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.wrong: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.headings: list[int] = []
        self.landmarks: list[str] = []
        self.lang = ""
        self.tables = self.captions = 0
        self.unscoped = 0
        self.unnamed: list[str] = []
        self.named_by: list[str] = []
        self.scripts = 0
        self.words: list[str] = []
        self._open: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self._note(tag, found)
        if tag not in VOID:
            self._open.append(tag)

    def _note(self, tag: str, found: Mapping[str, str]) -> None:
        if found.get("id"):
            self.ids.append(found["id"])
        self.links += [found[name] for name in ("href", "src") if name in found]
        self.named_by += found.get("aria-labelledby", "").split()
        self.scripts += tag == "script" or any(name.startswith("on") for name in found)
        if tag == "html":
            self.lang = found.get("lang", "")
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag in ("main", "header", "footer", "nav"):
            self.landmarks.append(tag)
        self.tables += tag == "table"
        self.captions += tag == "caption"
        self.unscoped += tag == "th" and "scope" not in found
        if tag == "svg" and found.get("role") != "img":
            self.unnamed.append("svg")
        if tag == "img" and not found.get("alt"):
            self.unnamed.append("img")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._note(tag, {name: value or "" for name, value in attrs})

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open.pop() != tag:
            self.wrong.append(tag)

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def left_open(self) -> list[str]:
        return self._open


@cache
def read(html: str) -> Page:
    return Page(html)


def filled_in(blank: Blank, *values: str) -> str:
    """The line with these values in its boxes, as the page writes it; "" while one that it needs is empty."""
    if any(not value and not box.may for box, value in zip(blank.boxes, values, strict=True)):
        return ""
    filled = [(box.before, value, box.after) for box, value in zip(blank.boxes, values, strict=True) if value]
    return " ".join(word for words in filled for word in words if word)
