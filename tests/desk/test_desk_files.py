"""What the desk keeps at hand."""

from __future__ import annotations

from collections import OrderedDict

import pytest

from judge.desk.cabinet import files


def test_what_was_wanted_last_stays_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "HOT_ROWS", 2)
    shelf: OrderedDict[str, str] = OrderedDict()
    for key in "abac":
        assert files.Files._keep(shelf, key, key.upper()) == key.upper()
    assert shelf == {"a": "A", "c": "C"}
