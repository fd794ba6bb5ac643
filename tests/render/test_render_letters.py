"""Letters that need more than a story, with plausible data: each fits, is complete, and holds nothing it should not.
What confirmations, results and statements say stands in the stories."""

import re
from typing import Any

from tests.render.samples import BASES, renderer, results
from tests.tables import cases, rows


def fits(text: str) -> None:
    """Nothing wider than 72 columns but lines of one long word such as an address."""
    for line in text.split("\n"):
        assert line == line.rstrip(), f"trailing spaces: {line!r}"
        assert len(line) <= 72 or len(line.split()) < 2, f"{len(line)} columns: {line!r}"
    assert "None" not in text.replace("None: you had no orders", "")
    assert "{{" not in text.replace("{{ 7 * 7 }}", "") and "{%" not in text
    assert "\n\n\n" not in text
    assert "Undefined" not in text and not re.search(r"<(?![< ])", text.replace("<<", ""))


@cases("name", "base", "given")
def test_every_letter_has_a_subject_and_fits_in_72_columns(name: str, base: str, given: dict[str, Any]) -> None:
    subject, body = renderer().letter(f"session/{name}.txt", {**BASES[base], **given})
    assert subject and len(subject) <= 90
    assert body.endswith("\n") and not body.startswith("\n")
    fits(body)


@cases("name", "given")
def test_every_part_fits_in_72_columns(name: str, given: dict[str, Any]) -> None:
    text = renderer().part((name,), given)
    assert text and text.strip()
    fits(text)


# ---- results ----------------------------------------------------------------------------------------------------


def test_press_cannot_pass_for_the_judge_s_own_lines() -> None:
    _, body = renderer().letter("session/results.txt", results())
    assert "  |   dice link 9 ffff\n" in body
    assert not re.search(r"^  dice link 9", body, re.M)


ROW = dict(rows(__file__, "ROW"))


def test_a_digest_never_cuts_a_deadline() -> None:
    running = [{**ROW, "name": name} for name in ("troubleshoot1", "economic41")]
    given = {"judge": "DEMO", "now": "2026-02-01T08:00:00+00:00", "judge_zone": "Europe/London", "address": "j@x.test"}
    _, text = renderer().letter("session/digest.txt", {**given, "running": running, "wanted": [], "over": []})
    assert text.count("Fri 13 Feb 2026 18:00 GMT\n") == 2 and "economic41, Economic Diplomacy IV, 7 players." in text
