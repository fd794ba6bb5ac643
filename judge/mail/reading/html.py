"""HTML to lines as the reader of the letter saw them: hidden and struck-out text left out, quotations marked `> `.

One table row is one line, a list item a line without its number. What a mail program put around its quotations
and signatures is known by class or id; anything else is left to the rules for plain text.
"""

from collections import Counter
from dataclasses import dataclass, field
from itertools import chain

from judge.expressions import expressions, words
from judge.mail.reading.tags import Tag, tokens

TAGS = 20_000  # of one part that are looked at
DEPTH = 6_000  # elements within one another; what lies deeper is not looked at, for it may be hidden or quoted there
_RE = expressions("mail")
_VOID, _BLOCK = words("mail", "void_tags"), words("mail", "block_tags")
_STRUCK = frozenset({"s", "strike", "del"})
_ROWS_DEEP = 20  # tables inside tables whose rows are told apart; deeper ones are read cell by cell
_LOOK_BACK = 40  # elements: how far an unclosed row, cell or item above is looked for
_SIBLINGS = {  # an opening tag closes the last open one of these, unless one of those stands between
    "p": (("p",), ("div", "td", "th", "li", "blockquote", "table", "body")),
    "li": (("li",), ("ul", "ol")),
    "dt": (("dt", "dd"), ("dl",)),
    "dd": (("dt", "dd"), ("dl",)),
    "td": (("td", "th"), ("tr", "table")),
    "th": (("td", "th"), ("tr", "table")),
    "tr": (("tr",), ("table",)),
}
_SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_SUBSCRIPT = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@dataclass
class HtmlText:
    """The lines of an HTML part; quotations carry `> ` in front as in plain text."""

    lines: list[str] = field(default_factory=list)
    struck: list[str] = field(default_factory=list)
    cut: bool = False


@dataclass
class _Open:
    """An element that is open, and what it began."""

    name: str
    makes: tuple[str, ...]  # what stands in it: hidden, struck, a quote, pre, wing(dings)
    raised: str
    row: bool


def html_text(source: str) -> HtmlText:
    """The lines of an HTML document, to its first 20,000 tags or 6,000 within one another (`cut`). Never raises; linear
    in its length."""
    return _Reader().read(source)


class _Reader:
    """State of one pass: open elements, counters of what they hide, and where finished lines go."""

    def __init__(self) -> None:
        self.result = HtmlText()
        self.open: list[_Open] = []
        self.names: dict[str, int] = {}
        self.inside: Counter[str] = Counter()  # elements that are open, by what they make
        self.raised = ""
        self.below = False
        self.pieces: list[str] = []
        self.rows: list[list[list[str]]] = []  # of each row that is open its cells, of these their lines

    def read(self, source: str) -> HtmlText:
        left = TAGS
        for token in tokens(source):
            left -= not isinstance(token, str)
            if left < 0 or len(self.open) > DEPTH:
                self.result.cut = True
                break
            if isinstance(token, str):
                self._text(token)
            elif token.closing:
                self._close(token.name)
            else:
                self._start(token)
        self._end_line()
        while self.rows:
            self._end_row()
        return self.result

    def _text(self, text: str) -> None:
        if self.inside["hidden"]:
            return
        if self.inside["struck"]:
            self.result.struck += [" ".join(text.split())] if not text.isspace() else []
            return
        if self.raised:
            text = text.translate(_SUPERSCRIPT if self.raised == "sup" else _SUBSCRIPT)
        if self.inside["wing"]:
            text = text.replace("\u00e0", "->").replace("\uf0e0", "->")
        if self.inside["pre"]:
            first, *others = text.replace("\r\n", "\n").split("\n")
            self.pieces.append(first)
            for line in others:
                self._end_line(blank=True)
                self.pieces.append(line)
        else:
            self.pieces.append(text.replace("\n", " ").replace("\r", " "))

    def _start(self, tag: Tag) -> None:
        name = tag.name
        if name in _SIBLINGS:
            self._close_sibling(*_SIBLINGS[name])
        if name == "br":
            self._end_line(blank=True)
            return
        self._break_before(name)
        marks = f"{tag.attributes.get('class', '')} {tag.attributes.get('id', '')}"
        if _RE.all_below_class.search(marks):
            self._end_line()
            self.below = True
        if name in _VOID:
            return
        item = self._opened(tag, marks)
        self.open.append(item)
        self.names[name] = self.names.get(name, 0) + 1
        self.inside.update(item.makes)
        self.raised = item.raised or self.raised

    def _close_sibling(self, closed: tuple[str, ...], fence: tuple[str, ...]) -> None:
        for item in reversed(self.open[-_LOOK_BACK:]):
            if item.name in closed:
                self._close(item.name)
                return
            if item.name in fence:
                return

    def _break_before(self, name: str) -> None:
        if name in _BLOCK:
            self._end_line()
        if name == "tr":
            if len(self.rows) < _ROWS_DEEP:
                self.rows.append([])
        elif name in ("td", "th"):
            self._end_line()
            if self.rows and (not self.open or self.open[-1].row):
                self.rows[-1].append([])

    def _opened(self, tag: Tag, marks: str) -> _Open:
        style = tag.attributes.get("style", "")
        quote = tag.name == "blockquote" and not (_RE.indent_style.search(style) and "cite" not in tag.attributes)
        if _RE.quote_class.search(marks) or tag.attributes.get("name") == "quote":
            quote = True
            self._end_line()
        signature = bool(_RE.signature_class.search(marks))
        makes = {
            "hidden": "hidden" in tag.attributes or signature or (style and _is_hidden(style)),
            "struck": tag.name in _STRUCK or (style and _RE.struck_style.search(style)),
            "quote": quote,
            "pre": tag.name == "pre" or "white-space:pre" in style.replace(" ", ""),
            "wing": _RE.wingdings_style.search(style) or "wingdings" in tag.attributes.get("face", "").lower(),
        }
        raised = tag.name if tag.name in ("sup", "sub") else ""
        row = tag.name == "tr" and self.names.get("tr", 0) < _ROWS_DEEP
        return _Open(tag.name, tuple(name for name, so in makes.items() if so), raised, row)

    def _close(self, name: str) -> None:
        if not self.names.get(name):
            if name in _BLOCK:
                self._end_line()
            return
        while self.open:
            item = self.open.pop()
            self.names[item.name] -= 1
            if item.name in _BLOCK or "quote" in item.makes or item.name in ("td", "th"):
                self._end_line()
            if item.row and self.rows:
                self._end_row()
            self.inside.subtract(item.makes)
            if item.raised:
                self.raised = ""
            if item.name == name:
                return

    def _end_line(self, *, blank: bool = False) -> None:
        """Finish the line in hand. `blank` keeps an empty one: two `<br>` are a paragraph."""
        text = "".join(self.pieces)
        self.pieces.clear()
        if not self.inside["pre"]:
            text = " ".join(text.split())
        if text.strip():
            self._emit(("> " if self.inside["quote"] or self.below else "") + text)
        elif blank and not self.rows:
            self._emit(">" if self.inside["quote"] or self.below else "")

    def _emit(self, line: str) -> None:
        if self.rows and self.rows[-1]:
            self.rows[-1][-1].append(line)
        else:
            self.result.lines.append(line)

    def _end_row(self) -> None:
        """A row whose cells hold one line each is one line; a row used for layout keeps its lines."""
        filled = [cell for cell in self.rows.pop() if cell]
        if len(filled) > 1 and all(len(cell) == 1 for cell in filled):
            quoted = filled[0][0].startswith("> ")
            self._emit(("> " if quoted else "") + " ".join(cell[0].removeprefix("> ") for cell in filled))
            return
        for line in chain.from_iterable(filled):
            self._emit(line)


def _is_hidden(style: str) -> bool:
    """Whether a style keeps the text from being seen."""
    return bool(_RE.hidden_style.search(style) or (_RE.no_size_style.search(style) and _RE.clipped_style.search(style)))
