"""What the answer to a letter says, decided without a template."""

import pytest

from tests.desk.worlds import GAME, filed
from tests.harness import Judge

# ---- Letters that say how to write say it truly, and somebody known is answered whatever he writes.


@pytest.mark.parametrize(
    "text",
    ["Correction: sell 5 marks instead of the lira.", "cancel the lira order please", "change the 300 lira to 200"],
)
def test_a_master_without_a_hat_who_corrects_orders_is_answered_and_changes_none(judge: Judge, text: str) -> None:
    judge.orders(GAME, "Lupus", "SELL 300 LIRA")
    before = filed(judge, "Lupus")
    (answer,) = judge.master(GAME, text)
    assert "[SET ASIDE]" not in answer.subject and not answer.subject.startswith("[OK]")
    assert filed(judge, "Lupus") == before
