"""Where the project's grammar lies, for tests that read its files."""

from __future__ import annotations

from pathlib import Path

SHARE = Path(__file__).resolve().parents[2]
