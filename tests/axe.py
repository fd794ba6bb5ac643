"""What axe-core finds on pages in a real browser, and the colours in which their words stand."""

import json
import os
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from judge.render.palette import contrast
from tests.required import browser, required

LANDMARKS = ("landmark-one-main", "region")
FEW = 5  # pages that one browser looks at in its time
_ASK = """axe.run(document, {resultTypes: ["violations"], rules: RULES}).then(
  found => told(found.violations.map(one => one.id + " x" + one.nodes.length + ": " + one.nodes[0].html.slice(0, 120))),
  fault => told([String(fault)]));"""
_PAIRS = (Path(__file__).parent / "colours_of_words.js").read_text("utf-8")


def axe() -> str:
    """The checks of Deque's axe-core, as a package of the tests brings them; AXE=path for a newer one."""
    own = os.environ.get("AXE")
    if own:
        return Path(own).read_text("utf-8")
    found = find_spec("axe_core_python")
    required(found is not None and found.origin is not None, "axe-core-python")
    return Path(found.origin).with_name("axe.min.js").read_text("utf-8")


def faults(pages: Sequence[Path], width: int, *, dark: bool, letters: bool = False) -> dict[str, list[str]]:
    """What axe has against each page; those it has nothing against are left out. `letters`: they are shown within the
    page of a mail program, whose landmarks count, so they need none of their own."""
    rules = {rule: {"enabled": False} for rule in (LANDMARKS if letters else ())}
    ask = _ASK.replace("RULES", json.dumps(rules))
    few = [pages[at : at + FEW] for at in range(0, len(pages), FEW)]
    found = [told for some in few for told in browser().asked(some, f"{axe()}\n{ask}", width, dark=dark)]
    return {page.name: told for page, told in zip(pages, found, strict=True) if told}


def pale(pages: Sequence[Path], *, dark: bool) -> tuple[int, list[tuple[str, str, float, str]]]:
    """How many pairs of colours words stand in, and those below 4.5 to 1 (3 for large words): WCAG 2.2, 1.4.3."""
    found = {tuple(pair[:3]): pair[3] for told in browser().asked(pages, _PAIRS, 390, dark=dark) for pair in told}
    told = [(ink, ground, contrast(ink, ground), where) for (ink, ground, large), where in found.items()
            if contrast(ink, ground) < (3 if large else 4.5)]  # fmt: skip
    return len(found), told
