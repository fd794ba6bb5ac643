"""Settings that cannot be used are refused with what to write instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.config import load
from judge.core.errors import SetupError


@pytest.mark.parametrize("zone", ["Mars/Olympus", "x" * 300, "/etc/passwd", "a\\u0000b", ""])
def test_what_is_no_time_zone_is_refused_with_one_that_is(tmp_path: Path, zone: str) -> None:
    (tmp_path / "judge.toml").write_text(f'[judge]\naddress = "judge@localhost"\nzone = "{zone}"\n')
    with pytest.raises(SetupError, match="Europe/London"):
        load(tmp_path, {})
