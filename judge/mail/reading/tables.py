"""Tables as people paste them from a spreadsheet or set with spaces: their columns are told apart by bars, since spaces
mean nothing further on. Only what has a row of headings without a figure over rows with figures is a table."""

from collections.abc import Sequence

from judge.core.regex import regex

WIDEST = 200  # characters of a row
_GAP = regex(r"\t|\s{2,}")
_CELL = regex(r"\S.*?(?=\s{2,}|$)")
_FIGURE = regex(r"\d")
_WORD = regex(r"[^\W\d_]{2,}")
_NARROW = 2  # spaces that say nothing of a column
_RULE = regex(r"[\s=_~+|-]*$")


def barred(lines: Sequence[str]) -> list[str]:
    """The lines, with the cells of tables parted by bars: `Lira<tab><tab>300` becomes `Lira | | 300`."""
    found = list(lines)
    if not any("\t" in line or "  " in line or not line.isascii() or not line.isprintable() for line in lines):
        return found  # no row has a gap
    at = 0
    while at < len(found):
        end, filled = _table(found, at)
        if filled:
            head = found[at]
            named = min(_indent(row) for row in found[at + 1 : end] if row.strip()) < _indent(head) - _NARROW
            for n in range(at, end):
                row = found[n]
                head = row if len(_WORD.findall(row)) > 1 and not _FIGURE.search(row) else head
                if row.strip() and not _RULE.match(row):
                    cells = " | ".join(_cells(row, head, named)).rstrip()
                    found[n] = f"| {cells} |" if named else cells
        at = max(end, at + 1)
    return found


def _table(lines: Sequence[str], at: int) -> tuple[int, bool]:
    """Where the rows end that begin at a line, and whether they are a table. Rows without any figure are none, from
    whichever of them one begins."""
    if not _columns(lines[at]) or _FIGURE.search(lines[at]):
        return at, False
    end, filled = at + 1, False
    while end < len(lines) and (
        _columns(lines[end])
        or (filled and _RULE.match(lines[end]) and lines[end].strip())
        or (filled and _below_a_head(lines[end], lines[at]))
    ):
        filled = filled or bool(_FIGURE.search(lines[end]))
        end += 1
    return end, filled


def _below_a_head(row: str, head: str) -> bool:
    """Whether all that a row has is a figure with its name below one of the headings."""
    start, end = len(row) - len(row.lstrip()), len(row.rstrip())
    starts = [match.start() for match in _CELL.finditer(head)]
    under = any(one <= start and end < two for one, two in zip(starts, [*starts[1:], WIDEST], strict=True))
    return "\t" not in head + row and row[:1] != ">" and bool(_FIGURE.search(row)) and under


def _columns(line: str) -> bool:
    """Whether a line has gaps between words as a row of a table has."""
    bare = line.strip(" ")
    return len(line) < WIDEST and line[:1] != ">" and "|" not in line and bool(_GAP.search(bare)) and bool(bare.strip())


def _indent(row: str) -> int:
    return len(row) - len(row.lstrip())


def _cells(row: str, head: str, named: bool) -> list[str]:
    """The cells of a row: between tabs, or by where they stand below the headings. `named`: the names in front stand
    below none."""
    if "\t" in head or "\t" in row:
        return [cell.strip() for cell in row.split("\t")]
    columns = [match.span() for match in _CELL.finditer(head)]
    if named and _indent(head) > _NARROW:
        columns.insert(0, (0, _indent(head) - _NARROW))
    cells = [""] * len(columns)
    for match in _CELL.finditer(row):
        middle = (match.start() + match.end()) / 2
        near = min(range(len(columns)), key=lambda n: abs((columns[n][0] + columns[n][1]) / 2 - middle))
        cells[near] = f"{cells[near]} {match[0]}".strip()
    return cells
