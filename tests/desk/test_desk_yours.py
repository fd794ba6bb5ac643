"""What a results letter opens with for one seat."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from judge.render.template_renderer import TemplateRenderer
from tests.harness import Judge, address_of
from tests.tables import cases


@cases("moves", "stand", "opens")
def test_a_letter_of_results_says_shortly_how_one_stands_or_else_what_status_would_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moves: list[str], stand: str, opens: list[str]
) -> None:
    plain = TemplateRenderer.part

    def part(renderer: TemplateRenderer, names: tuple[str, ...], context: Mapping[str, Any]) -> str | None:
        if names[0].endswith("/stand.txt"):
            return stand
        return "WHAT STATUS SAYS\n" if names[0].endswith("/status.txt") else plain(renderer, names, context)

    judge = Judge(tmp_path)
    judge.new("war", "diplomacy", empty="hold")
    judge.join("war", "ENGLAND", "TURKEY")
    judge.start("war")
    monkeypatch.setattr(TemplateRenderer, "part", part)
    for move in moves:
        judge.tick(judge.after(hours=1))
        judge.orders("war", "ENGLAND", move)
        sent = judge.resolve("war")
    (letter,) = (out for out in sent if out.to == address_of("ENGLAND"))
    assert [words for words in ("HOW YOU STAND", "WHAT STATUS SAYS") if words in letter.text] == opens
