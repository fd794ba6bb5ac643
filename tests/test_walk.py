"""The two ways through the desk stay straight (`tests/walk.py` says what is counted)."""

from __future__ import annotations

from pathlib import Path

from tests.test_counted import Services
from tests.walk import of_a_deadline, of_a_letter


def test_a_letter_and_a_deadline_come_back_to_few_files(tmp_path: Path) -> None:
    services = Services(tmp_path, html=False)
    services.post(16)
    services.turn(16)  # what is made once is made
    services.deadline("game0")
    _, letter, _ = of_a_letter(services)
    _, deadline, _ = of_a_deadline(services, "game1")
    services.app.close()
    assert len(letter.stays) <= 26 and letter.returns <= 6 and letter.most <= 2, letter
    assert len(deadline.stays) <= 48, deadline  # most of them in news and writing
    assert max(deadline.stays.count(f"phases/{name}.py") for name in ("closing", "computing", "committing")) == 1
    assert deadline.stays.count("phases/resolving.py") <= 2 >= deadline.stays.count("phases/waiting.py")
