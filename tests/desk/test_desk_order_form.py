"""The way to the order form stands in every letter that asks for orders, and opens it as the reader's own."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.harness import Judge, Out

POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
PAGE = "https://games.test/games/game7/orders.html#"


def table(folder: Path, **settings: str) -> Judge:
    return Judge(folder, **settings).with_game("game7", "diplomacy", *POWERS)


def ways(letter: Out) -> list[dict[str, list[str]]]:
    """What stands behind the # of each order form that a letter names."""
    found = [line.strip() for line in letter.text.split("\n") if "orders.html" in line]
    assert all(line.startswith(PAGE) for line in found)
    return [parse_qs(urlsplit(line).fragment) for line in found]


def test_every_letter_that_asks_for_orders_leads_to_the_form_as_its_readers_own(tmp_path: Path) -> None:
    judge = table(tmp_path, archive_url="https://games.test")
    for letter in judge.letters(to="france@example.test")[-1:]:
        (way,) = ways(letter)
        assert way["seat"] == ["FRANCE"]
        assert f"+{way['key'][0]}@judge.test" in letter.header("Reply-To")
    results = [out for out in judge.resolve("game7") if out.to == "france@example.test"]
    assert results and ways(results[0])[0]["seat"] == ["FRANCE"]
    assert "Write your orders, until Fri 18:00:" in results[0].text


def test_the_answer_to_orders_leads_to_the_form_with_the_sheet_on_file(tmp_path: Path) -> None:
    judge = table(tmp_path, archive_url="https://games.test")
    answer = judge.orders("game7", "FRANCE", "A PAR - BUR\nF BRE H")[-1]
    (way,) = ways(answer)
    assert sorted(way["sheet"][0].split("\n")) == ["A PAR - BUR", "F BRE H"]
    answer = judge.orders("game7", "FRANCE", "TRY\nA MAR - SPA")[-1]
    assert ways(answer)[0].get("sheet", [""])[0].count("A MAR - SPA") == 0


@pytest.mark.slow
def test_the_page_of_a_letter_has_it_as_a_button(tmp_path: Path) -> None:
    judge = table(tmp_path, archive_url="https://games.test", html=True)  # type: ignore[arg-type]
    judge.resolve("game7")
    judge.tick(judge.after(minutes=30))
    parts = [part for out in judge.letters(to="france@example.test") for part in out.mime.walk()]
    shown = [part.get_payload(decode=True).decode() for part in parts if part.get_content_type() == "text/html"]
    assert any(f'<a href="{PAGE}key=' in page and ">Write your orders, until Fri 18:00</a>" in page for page in shown)
