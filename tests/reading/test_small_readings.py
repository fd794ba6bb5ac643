"""Short letters, each for a rule that few letters need: what they are read as stands in `readings/`."""

from __future__ import annotations

import os

import pytest

from tests.reading.readings import FOLDER, letters, parts, reading

PLACES = {place.stem: place for place in sorted(FOLDER.glob("*.txt"))}
PARTS = [(name, position) for name, place in PLACES.items() for position in parts(place)]


@pytest.mark.parametrize(("name", "position"), PARTS)
def test_short_letters_are_read_as_before(name: str, position: str) -> None:
    place = PLACES[name]
    before = parts(place)[position]
    now = reading(position, letters(before))
    if os.environ.get("JUDGE_GOLDEN") == "write":
        text = place.read_text("utf-8").replace(f"## {position}\n{before}", f"## {position}\n{now}")
        place.write_text(text, "utf-8")
    assert now == parts(place)[position]


@pytest.mark.parametrize(("name", "position"), [part for part in PARTS if part[1].endswith("nothing is filed")])
def test_what_must_never_be_filed_is_not(name: str, position: str) -> None:
    rows = parts(PLACES[name])[position].splitlines()
    assert rows and not [row for row in rows if row.startswith("order ")]
