"""The layout of a letter kept as structure: what the text helpers lay out in columns, these write down as marks.

A template is rendered twice: with the helpers of `text` it gives the plain letter, with those here the same words as a
sequence of marked blocks and loose lines, which `page` makes HTML of. So the page cannot say anything the letter does
not. A mark is one line: STX, a JSON list, ETX. Neither control character ever reaches a template from outside:
`Message` texts are free of them.
"""

import json
from collections.abc import Sequence

from judge.core.regex import regex
from judge.render import text

START, END = "\x02", "\x03"
_MARK = regex(f"{START}(.*?){END}")


def mark(kind: str, **fields: object) -> str:
    return f"{START}{json.dumps({'kind': kind, **fields}, ensure_ascii=True)}{END}"


def plain(marked: str) -> str:
    """The words inside marks again, when marked text is laid out once more."""
    return _MARK.sub(lambda found: str(json.loads(found[1]).get("text", "")), marked) if START in marked else marked


def wrap(words: object, indent: int = 0, hang: int | None = None, width: int = text.WIDTH) -> str:
    """A paragraph."""
    told = text.cited_last(" ".join(plain(str(words)).split()))
    return mark("para", text=told, indent=indent) if told else ""


def hanging(words: object, indent: int, hang: int) -> str:
    """A line of a list, its label's spaces kept."""
    return mark("item", text=plain(str(words)).strip(), indent=indent)


def fixed(words: object, indent: int, hang: int) -> str:
    """A line of a fixed list, whole: a screen breaks it where it must."""
    return " " * indent + plain(str(words))


def lay(words: object, indent: int = 0, hang: int | None = None) -> str:
    """Several lines, each a paragraph of its own; fixed lines stay fixed."""
    rows = plain(str(words)).split("\n")
    if len(rows) == 1:
        return wrap(words, indent, hang)
    return "\n".join(" " * indent + row if row.startswith(text.FIXED) else wrap(row, indent) for row in rows)


def quote(words: object, sign: str = "") -> str:
    """Somebody else's words."""
    return mark("quote", text=plain(str(words)).strip("\n").replace("\t", "    "))


def button(address: str, words: str) -> str:
    """A button that leads to an address."""
    return mark("button", text=words, href=address)


def table(rows: Sequence[Sequence[object]], align: str, head: Sequence[object] = (), keep: int = 1) -> str:
    """A table as it was given: never cut, never parted."""
    if not rows and not head:
        return ""
    cells = [["" if cell is None else plain(str(cell)).strip() for cell in row[: len(align)]] for row in rows]
    return mark("table", align=align, head=[str(cell) for cell in head], rows=cells)


def figure(cid: str) -> str:
    """Where a picture stands."""
    return mark("figure", cid=cid)
