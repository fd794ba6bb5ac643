"""The spellings of a board: what a written name may mean.

One meaning is an answer, several are a question. A code or a full name always wins over a shared beginning, so that
what the judge itself prints can be copied back.
"""

from __future__ import annotations

from collections.abc import Mapping

from judge.kits.board.geography import COAST_NAMES, Map, province_of


def fold(text: str) -> str:
    """The form in which spellings are compared: lower case, single spaces, no full stops, plain hyphens as spaces."""
    return " ".join(text.lower().replace(".", " ").replace("-", " ").split())


def spellings(board: Map) -> Mapping[str, tuple[str, ...]]:
    """Spelling (folded) → the locations it may mean; more than one is a question. Worked out once a board."""
    return board.derived(name_table)


def name_table(board: Map) -> dict[str, tuple[str, ...]]:
    """Folded spelling → locations it may mean, sorted. Codes and names first, then listed questions, then alternates;
    an alternate that two provinces claim is a question too."""
    table: dict[str, set[str]] = {}
    certain: dict[str, set[str]] = {}
    for code, province in board.provinces.items():
        for spelling in (code, province.name):
            certain.setdefault(fold(spelling), set()).add(code)
        for spelling in province.spellings:
            table.setdefault(fold(spelling), set()).add(code)
        for coast in province.coasts:
            location = f"{code}/{coast}"
            for spelling in _coast_spellings(board, location):
                certain.setdefault(fold(spelling), set()).add(location)
    table |= {fold(spelling): set(codes) for spelling, codes in board.ask.items()}
    table |= certain
    return {spelling: tuple(sorted(codes)) for spelling, codes in sorted(table.items())}


def _coast_spellings(board: Map, location: str) -> list[str]:
    code, _, coast = location.partition("/")
    province = board.provinces[code]
    words = COAST_NAMES.get(coast, coast)
    spellings = list(province.coast_spellings.get(coast, ()))
    for name in (code, province.name):
        spellings += [f"{name}/{coast}", f"{name}({coast})", f"{name} ({coast})", f"{name} {coast}"]
        spellings += [f"{name} ({words})", f"{name} {words}"]
    return spellings


def meanings(board: Map, text: str) -> tuple[str, ...]:
    """The locations `text` may mean: empty for an unknown name, several for one that must be asked about."""
    return spellings(board).get(fold(text), ())


def ambiguous_provinces(board: Map, text: str) -> tuple[str, ...]:
    """The distinct provinces among the meanings of `text`, if it fits more than one."""
    codes = tuple(sorted({province_of(location) for location in meanings(board, text)}))
    return codes if len(codes) > 1 else ()
