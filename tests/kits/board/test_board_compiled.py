"""The adjudicator in Python and the compiled one (docs/installing.md) are the same one."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
COMPILED = ROOT / "var" / "compiled"  # `make compiled` puts it there


def said(folder: Path) -> list[str]:
    """What the judge in the folder says of every position; the first line tells which kit it has."""
    words = [sys.executable, "-P", str(Path(__file__).with_name("every_position.py"))]
    env = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run(words, env=env, check=True, capture_output=True, text=True).stdout.splitlines()


@pytest.mark.slow
def test_the_compiled_kit_says_of_every_position_what_the_one_in_python_says() -> None:
    if not list(COMPILED.glob("judge/kits/board/resolve.*.so")):
        pytest.skip("no compiled kit here: make compiled")
    compiled, python = said(COMPILED), said(ROOT)
    assert (compiled[0], python[0]) == ("compiled", "python")
    assert len(python) > 4_000
    assert compiled[1:] == python[1:]
