"""The wheel of this checkout, built once in a run for all tests that look into it or install it."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.once import once, until_the_end

ROOT = Path(__file__).resolve().parents[1]


def wheel() -> Path:
    pytest.importorskip("hatchling", reason="hatchling is not installed, so nothing is built here")
    return once("wheel", lambda: built("wheel", until_the_end()))


def built(kind: str, folder: Path) -> Path:
    """A wheel or an sdist."""
    words = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    subprocess.run(words, cwd=ROOT, check=True, capture_output=True)
    (found,) = folder.iterdir()
    return found
