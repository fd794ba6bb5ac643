"""From a marked letter to the blocks of its HTML page, and to HTML that mail programs show.

What stays loose between the marks is told apart by the house's own layout rules: a line at the margin is a heading or a
sentence, an indented line is fixed, and two columns of words in it are a label and its value.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from markupsafe import Markup, escape

from judge.core.regex import regex
from judge.core.values import Value
from judge.kits.market.rules import STANDARD
from judge.render.charts.chart import Boxes
from judge.render.drawing import Drawing
from judge.render.marks import END, START
from judge.render.palette import POWERS
from judge.render.text import BARS, pieces_kept

Block = dict[str, Any]

_PIECES = regex(f"({START}.*?{END})")
_CAPS = regex(r"[A-Z][A-Z'&-]+\b")
_PAIR = regex(r"\s{1,8}((?![-*\d])\S+(?: \S+){0,3}) {2,}(\S.*)")
_LABEL = regex(r"([A-Z][\w' /-]{1,30}?):(?=\s)|(\S+(?: \S+)?)(?= {2,})")
_RULES = regex(r"(\(?\b[A-Z]{1,2}-\d+\b[),]?)")
_TAGS = regex(r"\s*(\(\*.*\*\))\s*$")
_PHONE = 355  # CSS pixels that a page has for a table there
_LETTER, _PADDING, _SIGN = 8.4, 6.0, 16.0  # of tables there
_LONGEST_SUBHEADING = 50
_SMALL_PRINT = frozenset({"SETTINGS", "DICE", "SETTINGS AND DICE"})
_COLOURS = {
    **POWERS,
    **{currency.one.upper(): POWERS[currency.power] for currency in STANDARD},
    **{currency.many.upper(): POWERS[currency.power] for currency in STANDARD},
    "LIRE": POWERS["ITALY"],
}


class Picture(Value):
    """A picture in a letter.

    cid     its content id: letters, digits and . - _ @ only, the same for the same game, phase and subject
    alt     what it shows, in words
    width   how wide it stands on the page, in CSS pixels (never wider than the screen)
    beside  kind of the notice it belongs to; "" stands at the top
    boxes   drawn by the page itself; there is no content then, nor for `scores`, the rows of a scoreboard
    large   address of a page that shows it large, "" for none
    drawing what is still to be drawn; there is no content before that
    alone   a reader who has a seat has one of their own in its place
    own     drawn for one reader
    """

    cid: str
    mime: str
    content: bytes
    alt: str
    width: int = 640
    beside: str = ""
    boxes: Boxes | None = None
    scores: Mapping[str, Any] | None = None
    large: str = ""
    drawing: Drawing | None = None
    alone: bool = False
    own: bool = False

    @property
    def missing(self) -> bool:
        """Whether it is still to be drawn."""
        return self.drawing is not None and not self.content


def swatch(words: object) -> str:
    """The colour of a power or its currency, "" for any other word."""
    return _COLOURS.get(str(words).strip().upper(), "")


def kept(words: str) -> Markup:
    """Numbers of rules, units and counts in one piece, `(M-4)`, `F NTH`: a narrow screen would break them there."""
    return Markup(_RULES.sub(r'<span class="kept">\1</span>', str(escape(pieces_kept(words)))))


def is_graph(words: object) -> bool:
    """A line of signs from `text.spark`: it keeps a fixed pitch."""
    return len(str(words)) > 1 and set(str(words)) <= set(BARS)


def blocks(marked: str, *, titled: bool = True) -> list[Block]:
    """The letter in order: title, heading, subheading, para, item, quote, table, figure, pairs, fixed. `titled`: the
    first heading is the title."""
    found: list[Block] = []
    loose: list[str] = []
    for line in [*marked.split("\n"), ""]:
        pieces = [piece for piece in _PIECES.split(line) if piece.strip()]
        if len(pieces) == 1 and not pieces[0].startswith(START) and line.startswith(" "):
            _fixed(found, loose, line)
            continue
        _flush(found, loose)
        for piece in pieces:
            found.append(_marked(piece) if piece.startswith(START) else _margin(piece.strip()))
        if not pieces:
            found.append({"kind": "gap"})
    return _finish(found, titled)


def _marked(piece: str) -> Block:
    block: Block = json.loads(piece[1:-1])
    if block["kind"] == "para" and block["indent"] == 0 and _is_heading(block["text"]) and len(block["text"]) < 60:
        block["kind"] = "heading"
    if block["kind"] == "item":
        _label(block)
    if block["kind"] == "table":
        block["lead"] = max(0, block["align"].find("l"))  # the column that names the row
        block["crowded"] = _wide(block) > _PHONE
    return block


def _wide(table: Block) -> float:
    """How wide a table is on a phone: figures and names stay in one piece, other words break at their spaces."""
    rows = [*table["rows"], table["head"]]
    total = _SIGN if any(swatch(row[table["lead"]]) for row in table["rows"]) else 0.0
    for column, side in enumerate(table["align"]):
        if side == "R":
            continue
        cells = [str(row[column]) for row in rows if column < len(row)]
        if side == "l" and column != table["lead"]:
            cells = [word for cell in cells for word in cell.split()]
        total += _LETTER * max(map(len, cells), default=0) + _PADDING
    return total


def _label(block: Block) -> None:
    """`Austria: A Bud, A Vie  (*bounce*)` in label, words and tags."""
    tags = _TAGS.search(block["text"])
    words = block["text"][: tags.start()] if tags else block["text"]
    label = _LABEL.match(words)
    block["label"] = words[: label.end()].rstrip() if label else ""
    block["text"] = " ".join((words[label.end() :] if label else words).split()).replace(" -> ", " → ")  # never broken
    block["tags"] = tags[1] if tags else ""


def _margin(line: str) -> Block:
    """A loose line at the margin heads what follows: `Movement results for Autumn 1901.  (lira7.F1901M)`, `Why:`."""
    head = _is_heading(line) or line.endswith(")")
    short = line.endswith(":") and len(line) < _LONGEST_SUBHEADING
    kind = "heading" if head else "subheading" if short else "para"
    return {"kind": kind, "text": " ".join(line.split()), "indent": 0}


def _is_heading(line: str) -> bool:
    """Words in capitals at the front: `PRICES after F1901M`."""
    found = _CAPS.match(line)
    return bool(found) and not line.endswith((".", "!")) and len(line) < 72


def _fixed(found: list[Block], loose: list[str], line: str) -> None:
    """An indented line: tags of the item above, a line ending in a colon, or one of several fixed lines."""
    words = line.strip()
    if words.startswith("(*") and not loose and found and found[-1]["kind"] == "item":
        found[-1]["tags"] = words
    elif words.endswith(":") and len(line) - len(words) <= 2 and not loose:
        found.append({"kind": "para", "text": words, "indent": 2})
    else:
        loose.append(line)


def _flush(found: list[Block], loose: list[str]) -> None:
    """Fixed lines that stand together: pairs of label and value where all are, else as they are."""
    if not loose:
        return
    pairs = [_PAIR.fullmatch(line) for line in loose]
    above = next((block for block in reversed(found) if block["kind"] != "gap"), None)
    shown = above is not None and str(above.get("text", "")).endswith(":")
    if len(loose) == 1 and not pairs[0] and not shown:
        line = loose[0].strip()
        found.append({"kind": "para", "text": line, "indent": len(loose[0]) - len(line)})
    elif all(pair or line.startswith(" " * 4) for pair, line in zip(pairs, loose, strict=True)) and pairs[0]:
        rows: list[list[str]] = []
        for pair, line in zip(pairs, loose, strict=True):
            if pair:
                rows.append([pair[1], pair[2]])
            else:
                rows[-1][1] += "\n" + line.strip()
        found.append({"kind": "pairs", "rows": rows})
    else:
        least = min(len(line) - len(line.lstrip()) for line in loose)
        found.append({"kind": "fixed", "text": "\n".join(line[least:] for line in loose)})
    loose.clear()


def _finish(found: list[Block], titled: bool) -> list[Block]:
    """The first block may be the title; a heading or a line with a colon right above a table becomes its caption."""
    out: list[Block] = []
    small = False
    for block in found:
        if block["kind"] == "gap":
            continue
        if block["kind"] == "heading":
            small = block["text"] in _SMALL_PRINT
        elif small and block.get("indent", 2):
            block["small"] = True
        if block["kind"] == "table":
            above = out[-1] if out else None
            captioned = above is not None and (
                above["kind"] in ("heading", "subheading") or (above["kind"] == "para" and above["text"].endswith(":"))
            )
            block["caption"] = out.pop() if captioned else None
        out.append(block)
    if titled and out and out[0]["kind"] in ("heading", "para"):
        out[0]["kind"] = "title"
    return out


def with_pictures(found: Sequence[Block], pictures: Iterable[Picture]) -> list[Block]:
    """Figures get their pictures; those that stand nowhere come below the title, as does any not asked for."""
    shown: Mapping[str, Picture] = {picture.cid: picture for picture in pictures}
    placed = {block["cid"] for block in found if block["kind"] == "figure"}
    out = [dict(block) for block in found if block["kind"] != "figure" or block["cid"] in shown]
    top = [{"kind": "figure", "cid": cid} for cid in shown if cid not in placed]
    first = ("para", "button")  # below the title; a few of them
    body = (number for number, block in enumerate(out) if number > 3 or (number and block["kind"] not in first))
    at = next(body, len(out))
    out[at:at] = top
    for block in out:
        if block["kind"] == "figure":
            block["picture"] = shown[block["cid"]]
    return out


def place_of(cid: str) -> str:
    """The line of a page on which a picture will stand."""
    return f"<!-- picture {hashlib.sha256(cid.encode()).hexdigest()[:16]} -->"


def without(html: str, pictures: Iterable[Picture]) -> tuple[str, dict[str, str]]:
    """A page without pictures that are still to be drawn, their places kept; and by content id what belongs there."""
    figures: dict[str, str] = {}
    for picture in pictures:
        at = html.find(f'src="cid:{picture.cid}"') if picture.missing else -1
        if at < 0:
            continue
        start, stop = html.rfind("<figure", 0, at), html.find("</figure>", at) + len("</figure>")
        place = place_of(picture.cid)
        if start < 0 or "</figure>" in html[start:at] or html[start - 1] + html[stop : stop + 1] != "\n\n":
            start, stop = html.rfind("<img", 0, at), html.find(">", at) + 1  # a keeper's own page has it elsewhere
            place = f"\n{place}\n"
        figures[picture.cid] = html[start:stop]
        html = html[:start] + place + html[stop:]
    return html, figures


def preheader(words: str) -> str:
    """What lists of letters show beside the subject: hidden on the page, which says it itself."""
    style = "display: none; max-height: 0; overflow: hidden"
    return f'<div style="{style}" aria-hidden="true">{escape(words)}</div>\n'


_SHEET = '<div class="sheet" role="article" lang="en">'


def sheet_of(html: str) -> str:
    """What stands on a page."""
    return html.partition(_SHEET)[2].rpartition("</div>")[0].strip() + "\n"


def words_page(text: str) -> str:
    """Words on a page as they are in the letter: for whoever is one of so many that no page is made for each."""
    return f'<pre style="{_PLAIN}">{escape(text)}</pre>\n'


_PLAIN = "margin: 0; font-family: Menlo, Consolas, monospace; font-size: 12px; white-space: pre-wrap"


def inlined_piece(html: str, styles: str) -> str:
    """The same as `inlined` for a part of a page."""
    import css_inline

    done: str = css_inline.CSSInliner().inline_fragment(html, styles)
    return done


def inlined(html: str) -> str:
    """Styles written into the elements, for programs that drop <style>; the style sheet stays for those that do not."""
    import css_inline

    done: str = css_inline.CSSInliner(keep_style_tags=True, load_remote_stylesheets=False).inline(html)
    return done


def cells(table: Block) -> Markup:
    """The body of a table, a row a line."""
    align, lead = table["align"], table["lead"]
    rows = [
        "<tr>" + "".join([cell(words, align[at], at - lead) for at, words in enumerate(row)]) + "</tr>\n"
        for row in table["rows"]
    ]
    return Markup("".join(rows))


def cell(words: str, side: str, place: int) -> str:
    """One cell. `place` counts from the one that names the row."""
    shown = words if words.isalnum() else str(escape(words))
    if place == 0:
        classes = f"{side} graph names" if is_graph(words) else f"{side} names"
        named = f'<th scope="row" class="{classes}">{sign(words)}{shown}</th>'
        return named if words else f'<td class="{classes}"></td>'
    moved = words[1:2].isdigit() and words[0] in "+-"
    look = (" up" if words[0] == "+" else " down") if moved else " graph" if is_graph(words) else ""
    side = "r spare" if side == "R" else side
    return f'<td class="{side}{look}{" ahead" if place < 0 else ""}">{shown}</td>'


def sign(words: str) -> Markup:
    """A small square in the colour of a power or its currency; nothing before any other word."""
    colour = swatch(words)
    square = f'<span class="sign" aria-hidden="true" style="color:{colour}">&#9632;</span>&nbsp;'
    return Markup(square if colour else "")
