"""What a corrected letter tells otherwise than the one before: facts, each with the old figure and the new one."""

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher

from judge.core.values import Value
from judge.render.page import Block, blocks

_LIKE = 0.55  # from here on two lines are about the same thing
_SHORT = 3  # facts of a section that only one of two letters has; a longer one is told by its heading
Key = tuple[str, ...]


class _Row(Value):
    """A row of a table: under which caption, what names it, its cells by the heads of their columns."""

    key: Key
    cells: tuple[tuple[str, str], ...]

    def words(self) -> str:
        return " ".join(cell for _, cell in self.cells if cell)


class _Told(Value):
    """A letter as rows of tables and as lines."""

    rows: tuple[_Row, ...]
    lines: tuple[str, ...]


def changes(before: str, after: str) -> list[str]:
    """The differences between two marked texts, table by table and line by line; [] where both tell the same. A long
    section that only one of them has is told by its heading."""
    old, new = _sections(before), _sections(after)
    come, gone = _alone(new, old), _alone(old, new)
    was, now = _whole(old, gone), _whole(new, come)
    return [
        *_rows(was.rows, now.rows),
        *_lines(was.lines, now.lines),
        *(f"New: {heading}, below." for heading in come),
        *(f"No longer: {heading}." for heading in gone),
    ]


def _alone(told: Mapping[str, _Told], other: Mapping[str, _Told]) -> list[str]:
    """Headings of the long sections that the other letter does not have."""
    return [
        heading
        for heading, section in told.items()
        if heading and heading not in other and len(section.rows) + len(section.lines) > _SHORT
    ]


def _whole(told: Mapping[str, _Told], but: Sequence[str]) -> _Told:
    kept = [section for heading, section in told.items() if heading not in but]
    return _Told(tuple(row for one in kept for row in one.rows), tuple(line for one in kept for line in one.lines))


# ---- tables -------------------------------------------------------------------------------------------------------


def _rows(old: Sequence[_Row], new: Sequence[_Row]) -> Iterator[str]:
    was = {row.key: row for row in old}
    now = {row.key: row for row in new}
    for key in [key for key in now if key not in was]:  # its words are others, but one row of that name is what it was
        gone, come = ([one for one in rows if one[:2] == key[:2]] for rows in (was, now))
        if len(gone) == len(come) == 1:
            was[key] = was.pop(gone[0])
    for key in dict.fromkeys((*now, *was)):
        before, after = was.get(key), now.get(key)
        where = ": ".join(part for part in (key[0], key[1]) if part)
        if before is None and after is not None:
            yield f"{where}: new is {after.words()}"
        elif after is None and before is not None:
            yield f"{where}: no longer {before.words()}"
        elif before is not None and after is not None and before.cells != after.cells:
            yield f"{where}: {'; '.join(_cells(before, after))}"


def _cells(before: _Row, after: _Row) -> Iterator[str]:
    was, now = dict(before.cells), dict(after.cells)
    for head in dict.fromkeys((*now, *was)):
        one, other = was.get(head, ""), now.get(head, "")
        if one != other:
            name = f"{head.strip()} " if head.strip() else ""
            yield f"{name}{other or 'nothing'} instead of {one or 'nothing'}"


def _table(block: Block, heading: str) -> Iterator[_Row]:
    """Each row under a key of its own: caption, what names it, its other words, and how many like it came before."""
    caption = block.get("caption")
    title = str(caption["text"]).rstrip(":") if caption else heading
    lead, align, head = int(block["lead"]), str(block["align"]), [str(name) for name in block["head"]]
    name, seen = "", dict[Key, int]()
    for row in block["rows"]:
        cells = [str(cell) for cell in row]
        name = cells[lead] or name  # a name stands once above the rows that are its own
        named = tuple(cell for at, cell in enumerate(cells) if at != lead and align[at : at + 1] == "l")
        key = (title, name, *named)
        seen[key] = seen.get(key, 0) + 1
        heads = [head[at] if at < len(head) and head[at].strip() else " " * (at + 1) for at in range(len(cells))]
        yield _Row(
            (*key, str(seen[key])),
            tuple((h, c) for at, (h, c) in enumerate(zip(heads, cells, strict=True)) if at != lead),
        )


# ---- lines --------------------------------------------------------------------------------------------------------


def _lines(old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    """A line that is gone beside the one that took its place, if one is about the same."""
    gone, come = [line for line in old if line not in new], [line for line in new if line not in old]
    for line in gone:
        other = max(come, key=lambda one: _likeness(line, one), default="")
        if other and _likeness(line, other) >= _LIKE:
            come.remove(other)
            yield f"Was: {line} Is: {other}" if line.endswith(".") else f"Was: {line}. Is: {other}"
        else:
            yield f"No longer: {line}"
    yield from (f"New: {line}" for line in come)


def _likeness(one: str, other: str) -> float:
    """How much of two lines is the same, those of one name above all."""
    first = one.split(":")[0] == other.split(":")[0] if ":" in one and ":" in other else False
    return SequenceMatcher(None, one, other, autojunk=False).ratio() + (0.2 if first else 0.0)


def _sections(marked: str) -> dict[str, _Told]:
    """What a letter tells below each of its headings; what stands above the first is below ""."""
    found: dict[str, tuple[list[_Row], list[str]]] = {"": ([], [])}
    section = heading = ""
    for block in blocks(marked, titled=False):
        kind = block["kind"]
        if kind in ("heading", "subheading", "title"):
            heading = str(block["text"]).rstrip(":")
            section = section if kind == "subheading" else heading
        rows, lines = found.setdefault(section, ([], []))
        if kind == "table":
            rows += _table(block, heading)
        elif kind == "pairs":
            rows += [_Row((heading, str(label), "1"), ((" ", str(value)),)) for label, value in block["rows"]]
        elif kind == "fixed":
            lines += [" ".join(line.split()) for line in str(block["text"]).split("\n") if line.strip()]
        elif kind in ("para", "item", "quote"):
            words = " ".join(str(block.get(part, "")) for part in ("label", "text", "tags")).split()
            lines.append(" ".join(words))
    return {name: _Told(tuple(rows), tuple(line for line in lines if line)) for name, (rows, lines) in found.items()}
