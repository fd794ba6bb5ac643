"""Reading a page as a strict program does: its words, its pictures, whether it is well-formed."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "img", "br"}
SILENT = {"style", "title", "head"}
_WORD = re.compile(r"[^\s|]+")


@dataclass
class Reader(HTMLParser):
    """What a page shows; a chart of boxes is a picture, and so is a scoreboard. `wrong` lists tags that do not close
    what was opened."""

    words: list[str] = field(default_factory=list)
    pictures: list[dict[str, str | None]] = field(default_factory=list)
    tags: set[str] = field(default_factory=set)
    addresses: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    captions: int = 0
    data_tables: int = 0

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._open: list[str] = []
        self._in_picture = 0  # how many tags were open where it began

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.tags.add(tag)
        self.addresses += [found[name] or "" for name in ("src", "href", "background", "action") if name in found]
        if tag == "img":
            self.pictures.append(found)
        if found.get("role") == "img":
            self.pictures.append({"alt": found.get("aria-label")})
        if found.get("role") == "img" or "scores" in (found.get("class") or "").split():
            self._in_picture = len(self._open) + 1
        self.captions += tag == "caption"
        self.data_tables += tag == "table" and found.get("role") != "presentation"
        if tag == "br":
            self.words.append(" ")
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open.pop() != tag:
            self.wrong.append(tag)
        if len(self._open) < self._in_picture:
            self._in_picture = 0
        if tag not in ("span", "b"):
            self.words.append(" ")

    def handle_data(self, data: str) -> None:
        if not self._in_picture and not SILENT & set(self._open):
            self.words.append(data)

    @property
    def told(self) -> str:
        return "".join(self.words)

    @property
    def left_open(self) -> list[str]:
        return self._open


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    return reader


SIGNS = re.compile(r"^  Since the start \(_ the lowest.*?(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)


def words(told: str) -> set[str]:
    """The words of a text without what only lays it out: rules, quote bars, arrows, colour signs, cut words; and
    without curves of signs, which a page has as charts."""
    found = _WORD.findall(SIGNS.sub("", told).replace("->", " ").replace("→", " ").replace("■", " "))
    return {word for word in found if word.strip("-") and "…" not in word}
