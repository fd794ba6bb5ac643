"""TRY is no word of the master: where it is refused, nothing below it is carried out."""

from __future__ import annotations

from pathlib import Path

from tests.harness import MASTER, Judge
from tests.tables import cases


@cases("below")
def test_nothing_below_a_masters_try_is_carried_out(tmp_path: Path, below: str) -> None:
    judge = Judge(tmp_path).with_game("club7", "bourse", "Lupus", "Ursa", "Vulpes", board="reported")
    before = judge.game("club7"), judge.services.journal.length("club7")
    sent = judge.master("club7", f"TRY\n{below}")
    assert all(out.to == MASTER and out.subject.startswith("[ERROR]") for out in sent), [out.text for out in sent]
    assert (judge.game("club7"), judge.services.journal.length("club7")) == before
    assert "ON FILE" not in sent[-1].text
    assert "because TRY above it was refused" in " ".join(sent[-1].text.split())
    assert judge.master("club7", below)[-1].subject.startswith(("[OK]", "[CHECK]")), "without TRY it is done"
