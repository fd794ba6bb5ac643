"""Pages: the same words as the letter, in HTML that any mail program can show."""

import re
from decimal import Decimal
from typing import Any

import pytest

from judge.render import marks, page
from judge.render.charts import Bar, Bars, boxes
from tests.render.pages import read, words
from tests.render.samples import BASES, autumn, notices, renderer, results
from tests.tables import cases, rows


def results_page(*pictures: page.Picture) -> str:
    """Results of a Bourse as the desk has them made: the notices' own words marked as well."""
    marking = renderer().marking
    parts = [
        marking.part((f"bourse/{one['kind']}.txt", f"lib/{one['kind']}.txt"), {"data": one["data"], "game": "lira7"})
        for one in notices(autumn())
    ]
    return renderer().page("session/results.txt", {**results(), "parts": [p for p in parts if p]}, pictures)


@pytest.mark.parametrize(
    ("name", "base", "given"), rows(__file__, "test_every_letter_has_a_subject_and_fits_in_72_columns")
)
def test_a_page_says_what_its_letter_says(name: str, base: str, given: dict[str, Any]) -> None:
    _, text = renderer().letter(f"session/{name}.txt", {**BASES[base], **given})
    shown = read(renderer().page(f"session/{name}.txt", {**BASES[base], **given}))
    assert (shown.wrong, shown.left_open) == ([], [])
    assert words(text) <= words(shown.told)
    assert words(shown.told) == words(text) or "Since the start" in text  # its parts come as plain words here


@pytest.mark.parametrize(("name", "given"), rows(__file__, "test_every_part_fits_in_72_columns"))
def test_a_part_says_on_a_page_what_it_says_in_words(name: str, given: dict[str, Any]) -> None:
    text = renderer().part((name,), given)
    marked = renderer().marking.part((name,), given)
    assert text is not None and marked is not None
    told = " ".join(words_of(block) for block in page.blocks(marked))
    assert words(text) <= words(told)


def words_of(block: dict[str, Any]) -> str:
    """All texts of a block and what stands in it, its kind left out."""
    out: list[str] = []
    todo: list[Any] = [value for key, value in block.items() if key not in ("kind", "align")]
    while todo:
        item = todo.pop()
        if isinstance(item, dict):
            todo += [value for key, value in item.items() if key != "kind"]
        elif isinstance(item, list):
            todo += item
        else:
            out.append(str(item))
    return " ".join(out)


def test_nothing_on_a_page_comes_from_elsewhere_and_nothing_runs() -> None:
    html = results_page()
    shown = read(html)
    assert [address for address in shown.addresses if not address.startswith("cid:")] == []
    assert not shown.tags & {"script", "iframe", "form", "link", "object", "svg", "base"}
    assert "http" not in html and "url(" not in html and "@import" not in html


def test_a_player_s_words_cannot_become_markup() -> None:
    data = {**results(), "press": [{"from": "Lupus", "text": "<script>alert(1)</script> & <b>x</b>"}]}
    shown = read(renderer().page("session/results.txt", data))
    assert "script" not in shown.tags and "<script>alert(1)</script>" in shown.told


def test_a_picture_stands_below_its_notice_and_one_without_below_the_title() -> None:
    beside = page.Picture("prices@x", "image/png", b"", "Prices rose.", beside="market.quotes")
    free = page.Picture("board@x", "image/jpeg", b"", "The board.")
    data = {**results(), "parts": ["PRICES after F1901M\nx", marks.figure("prices@x"), "TRADES of F1901M"]}
    html = renderer().page("session/results.txt", data, [beside, free])
    order = [html.index(piece) for piece in ("<h1", "cid:board@x", "PRICES after", "cid:prices@x", "TRADES of")]
    assert order == sorted(order)
    assert [one["alt"] for one in read(html).pictures] == ["The board.", "Prices rose."]


def test_a_chart_in_boxes_is_a_picture_with_words_instead_and_sends_no_part() -> None:
    chart = Bars("held", "What you hold", "in cash", (Bar("Lira", Decimal(8), "8.00", "#123456"),))
    held = page.Picture("held", "", b"", chart.alt, boxes=boxes(chart))
    shown = read(renderer().page("session/results.txt", results(), [held]))
    assert [one["alt"] for one in shown.pictures] == ["What you hold. Lira 8.00."] and shown.wrong == []
    assert "cid:" not in "".join(shown.addresses) and "What you hold" not in shown.told


@cases("data", "shown")
def test_an_archive_keeps_its_columns_on_the_page(data: dict[str, Any], shown: list[str]) -> None:
    told = renderer().marking.part(("exchange/exchange.archive.txt",), {"data": data})
    assert [block["text"] for block in page.blocks(str(told)) if block["kind"] == "fixed"] == shown


def test_only_the_plain_words_of_the_count_keep_the_spelling_that_programs_look_for() -> None:
    row = {"power": "ITALY", "centres": 3, "units": 3, "builds": 0, "victory": False, "eliminated": False}
    counts, owned = {"counts": [row]}, {"rows": [{"power": "ITALY", "centres": ["Rome"]}], "unowned": []}
    for data, name in ((counts, "counts"), (owned, "ownership")):
        shown = {"data": data}
        assert "upply center" in (renderer().part((f"lib/board.{name}.txt",), shown) or "")
        page = renderer().marking.part((f"lib/board.{name}.txt",), shown) or ""
        assert "upply centre" in page and "center" not in page


# Letters that need more than a story, with plausible data: each fits, is complete, and holds nothing it should not.
# What confirmations, results and statements say stands in the stories.


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
