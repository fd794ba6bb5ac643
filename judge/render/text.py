"""Plain-text figures: aligned tables, wrapped paragraphs, small graphs. Every line fits in 72 columns.

Widths are columns on a screen, not characters: a wide letter of an East Asian name takes two, an accent none.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any
from urllib.parse import urlencode

from judge.core.notice import MASTER
from judge.core.regex import regex
from judge.render.palette import POWERS

WIDTH = 72
INDENT = 2  # mail programs join unindented lines
FIXED = "    "  # what begins so is no prose
NARROWEST = 12  # a column of words is not cut below this
BARS = "_.-=^"  # rising; ASCII, because a plain letter must survive every mail program
ELLIPSIS = "…"

_MARKS = regex(r"(?:\s*(?:(?:re|aw|sv|antw|fwd?|wg|tr|rv|vs)(?:\[\d+\])?\s?:|\[[A-Z ]{2,14}\]))+\s*", re.IGNORECASE)
_PIECES = regex(
    r"\b([AF]) (?=[A-Z]{3}\b)|(?<=\()(\d+) (?=[a-z]+\))|\b(\d+) (?=%)|\b([A-Z]{1,2}-\d+[a-z]?,) (?=[A-Z\d])"
)
_GLUE = "\x00"
_CODE = r"(?:(?:[A-Z]{1,2}-|[AB])\d{1,2}[a-z]?|4\.4\.\d|\d{1,2}\.\d)"
_CITED = regex(rf" \(({_CODE}(?:, {_CODE})*)\)")
_SECRETS = regex(r"\b(?:sign\s?on|master|password|join|takeover)\b", re.IGNORECASE)


# ---- words ------------------------------------------------------------------------------------------------------


def columns(text: str) -> int:
    """Columns that a text takes on a screen."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(ch) else 2 if unicodedata.east_asian_width(ch) in "WF" else 1 for ch in text)


def wrap(text: object, indent: int = 0, hang: int | None = None, width: int = WIDTH, cited: bool = True) -> str:
    """A paragraph in lines of at most `width` columns, later lines at `hang`. Long words (addresses), units and
    counts, `F NTH (4 centres)`, stay whole. The rules that are `cited` stand at its end."""
    whole = " ".join(str(text).split())
    if "(" in whole and cited:
        whole = cited_last(whole)
    if not whole:
        return ""
    if indent + columns(whole) <= width:
        return " " * indent + whole
    columns_of = len if whole.isascii() else columns
    words = pieces_kept(whole, _GLUE).split(" ")
    later = " " * (indent if hang is None else hang)
    lines = []
    line = " " * indent + words[0]
    used = columns_of(line)
    for word in words[1:]:
        size = columns_of(word)
        if used + 1 + size <= width:
            line = f"{line} {word}"
            used += 1 + size
        else:
            lines.append(line)
            line = later + word
            used = len(later) + size
    lines.append(line)
    return "\n".join(lines).replace(_GLUE, " ")


def cited_last(words: str) -> str:
    """`Money is lost (M-7), all of it.` as `Money is lost, all of it. (M-7)`: for those who look the rule up."""
    found = _CITED.findall(words)
    if not found:
        return words
    return f"{_CITED.sub('', words)} ({', '.join(dict.fromkeys(', '.join(found).split(', ')))})"


def pieces_kept(words: str, space: str = "\N{NO-BREAK SPACE}") -> str:
    """What no line break parts: units, counts in brackets, per cents, rules: `F NTH`, `(4 centres)`, `3 %`."""
    return _PIECES.sub(lambda found: f"{found[found.lastindex or 1]}{space}", words)


def lay(text: object, indent: int = 0, hang: int | None = None) -> str:
    """Several lines, each a paragraph of its own. Lines that begin with four spaces (a caret block) stay as they are,
    a little further in where there is room."""
    rows = str(text).split("\n")
    if len(rows) == 1:
        return wrap(text, indent, hang)
    fixed = [row for row in rows if row.startswith(FIXED)]
    deeper = "  " if all(columns(row) <= WIDTH - 2 for row in fixed) else ""
    return "\n".join(deeper + row if row.startswith(FIXED) else wrap(row, indent, hang) for row in rows)


def hanging(text: object, indent: int, hang: int) -> str:
    """A label and its text: the label's own spaces stay, later lines stand below the text."""
    row = " " * indent + str(text)
    if columns(row) <= WIDTH:
        return row.rstrip()
    gap = len(row[hang:]) - len(row[hang:].lstrip())  # what looked like a label may end in the middle of a line
    return row[:hang] + wrap(row[hang:], hang + gap, hang)[hang:]


def resubject(subject: str) -> str:
    """A foreign subject for our answer: reply marks and our own tags in front go, `Re: ` comes, at most 60 columns.

    "" for a subject that may hold a password, because somebody wrote an order line into it.
    """
    if _SECRETS.search(subject):
        return ""
    found = _MARKS.match(subject)
    bare = (subject[found.end() :] if found else subject).strip()
    return f"Re: {cut(bare, 56)}" if bare else ""


def quote(text: object, mark: str = "  | ") -> str:
    """Somebody else's words, every line marked, so that they can never be taken for the judge's own.

    Short lines stay as they were written (verse, tables); longer ones are wrapped.
    """
    rows: list[str] = []
    for row in str(text).strip("\n").split("\n"):
        row = row.rstrip().replace("\t", "    ")
        if columns(row) > WIDTH - len(mark):
            start = len(row) - len(row.lstrip())
            rows += wrap(row, min(start, 8), width=WIDTH - len(mark), cited=False).split("\n")
        else:
            rows.append(row)
    return "\n".join((mark + row).rstrip() for row in rows)


def button(address: str, words: str) -> str:
    """Where something is done, with the address in one piece."""
    return f"{words}:\n  {address}"


def with_sheets(form: str, sheets: Iterable[Any], phase: str) -> str:
    """The address of the order form with what is on file, where it begins, and what there is to pay with."""
    views = [view for view in sheets if view.phase == phase and not view.tried]
    lines = [line.text for view in views for line in view.lines]
    form = with_purse(form, views[0].forecast) if views else form
    return f"{form}&{urlencode({'sheet': chr(10).join(lines)})}" if lines else form


def with_purse(form: str, own: object) -> str:
    """The address of the order form with what its reader has to pay with, where that is a secret; `own`: a forecast or
    a standing of theirs. It stands behind the #, as the key does."""
    held = getattr(own, "accounts", {}).get("cash") if hasattr(own, "accounts") else getattr(own, "balance", None)
    held = getattr(own, "cash", None) if held is None else held
    return f"{form}&purse={held}" if form and re.fullmatch(r"\d+", str(held)) else form


def plural(count: int, one: str, many: str = "") -> str:
    """`1 line`, `2 lines`."""
    return f"{num(count)} {one if count == 1 else many or one + 's'}"


def called(seat: str) -> str:
    """A seat in a sentence: the MASTER is `the master`, the seat of FRANCE is `France`, also with a mark behind it."""
    if seat == MASTER:
        return "the master"
    name, space, mark = seat.partition(" (")
    return capitalise(name) + space + mark if name in POWERS else seat


def capitalise(word: object) -> str:
    """`FRANCE` as `France`."""
    return str(word)[:1].upper() + str(word)[1:].lower()


def num(value: object) -> str:
    """A number with a comma at the thousands, from five figures on: `7000.00`, `12,345.67`. Other texts stay."""
    text = str(value)
    whole, point, rest = text.partition(".")
    digits = whole.lstrip("+-")
    if len(digits) < 5 or not digits.isdigit() or (point and not rest.isdigit()):
        return text
    return f"{whole[: len(whole) - len(digits)]}{int(digits):,}{point}{rest}"


def short(price: str) -> str:
    """`1.1000` as `1.10`: two decimals, four only where a part of a cent needs them."""
    return price[:-2] if price.partition(".")[2][2:] == "00" else price


def score(value: str) -> str:
    """A score as people read it: `13.3333` as `13.3`, `60.0000` as `60`; with two decimals or none as it is."""
    if len(value.partition(".")[2]) < 3:
        return num(value)
    return num(f"{Decimal(value):.1f}".removesuffix(".0"))


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `3rd`, `11th`."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


# ---- tables -----------------------------------------------------------------------------------------------------


def table(rows: Sequence[Sequence[object]], align: str, head: Sequence[object] = (), keep: int = 1) -> str:
    """Columns as wide as their widest cell, indented by two. `align` has one of l, r a column, R one
    that a crowded page leaves out on a phone.

    A table that is too wide is first set closer, then its columns of words are shortened; if that does not do, its
    columns are parted into several tables under one another, each with the first `keep` columns.
    """
    if not rows and not head:
        return ""
    cells = [["" if cell is None else str(cell) for cell in row] for row in ([head] if head else []) + list(rows)]
    size = len if "".join(map("".join, cells)).isascii() else columns
    across = [[row[i] if i < len(row) else "" for row in cells] for i in range(len(align))]
    widths = [max(map(size, column)) for column in across]
    gap = 2 if _total(widths, 2) <= WIDTH else 1
    if _total(widths, gap) > WIDTH:
        widths = _shortened(widths, align.lower(), gap)
        across = [[cut(cell, width) for cell in column] for column, width in zip(across, widths, strict=True)]
    if head:
        for column, width in zip(across, widths, strict=True):
            column.insert(1, "-" * width if column[0] else "")
    blocks = [range(len(align))] if _total(widths, gap) <= WIDTH else _parted(widths, gap, keep)
    padded = [
        [" " * (width - size(cell)) + cell if side in "rR" else cell + " " * (width - size(cell)) for cell in column]
        for column, width, side in zip(across, widths, align, strict=True)
    ]
    between, front = " " * gap, " " * INDENT
    parts = [zip(*[padded[i] for i in block], strict=True) for block in blocks]
    return "\n\n".join(["\n".join([(front + between.join(row)).rstrip() for row in part]) for part in parts])


def _total(widths: Sequence[int], gap: int) -> int:
    return INDENT + sum(widths) + gap * (len(widths) - 1)


def _shortened(widths: Sequence[int], align: str, gap: int) -> list[int]:
    """Columns of words made narrower, the widest first, as far as that may go."""
    narrow = list(widths)
    over = _total(narrow, gap) - WIDTH
    for i in sorted((i for i, side in enumerate(align) if side == "l"), key=lambda i: -narrow[i]):
        cut = min(over, max(0, narrow[i] - NARROWEST))
        narrow[i] -= cut
        over -= cut
    return narrow


def _parted(widths: Sequence[int], gap: int, keep: int) -> list[Sequence[int]]:
    """Column numbers of each part: the kept ones, then as many as fit."""
    kept = list(range(keep))
    blocks: list[Sequence[int]] = []
    block: list[int] = []
    for i in range(keep, len(widths)):
        if block and _total([widths[j] for j in (*kept, *block, i)], gap) > WIDTH:
            blocks.append([*kept, *block])
            block = []
        block.append(i)
    return [*blocks, [*kept, *block]]


def cut(text: str, width: int) -> str:
    """A text in at most `width` columns, with an ellipsis where something is missing."""
    if columns(text) <= width:
        return text
    while text and columns(text) >= width:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS


# ---- graphs -----------------------------------------------------------------------------------------------------


def spark(values: Sequence[int | str], last: int = 40) -> str:
    """A line of signs from lowest (_) to highest (^), of the last so many values; empty for fewer than two.

    Values are whole numbers or exact decimal texts such as prices.
    """
    shown = [Decimal(value) for value in values[-last:]]
    if len(shown) < 2:
        return ""
    low, high = min(shown), max(shown)
    steps = len(BARS) - 1
    if low == high:
        return BARS[steps // 2] * len(shown)
    return "".join(BARS[int((value - low) * steps / (high - low))] for value in shown)


def span(values: Sequence[str]) -> str:
    """`0.95 - 1.10`: the lowest and the highest of exact decimal texts, as they were written."""
    return f"{min(values, key=Decimal)} - {max(values, key=Decimal)}" if values else ""


# ---- orders of merit --------------------------------------------------------------------------------------------


def by_score(scores: Mapping[str, str], winners: Sequence[str] = ()) -> list[tuple[int, str, str]]:
    """(rank, name, score), best first; equals share a rank, and the next rank is left out. Winners of a game come first
    and share the first rank, whatever each has."""
    keys = {
        name: (name not in winners, -_score(score) if name not in winners else Decimal(0))
        for name, score in scores.items()
    }
    ordered = sorted(scores, key=lambda name: (keys[name], -_score(scores[name]), name))
    ranks: dict[tuple[bool, Decimal], int] = {}
    for place, name in enumerate(ordered, 1):
        ranks.setdefault(keys[name], place)
    return [(ranks[keys[name]], name, scores[name]) for name in ordered]


def _score(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation:
        return Decimal(0)
