"""A demonstration is played to its end by letters, and every phase can be computed again."""

import pytest

from judge.core.errors import InputError
from judge.extras.demo import play
from tests.counts import SOAK

ENDS = [("capitalist", "Ended: Winter 1906 was"), ("economic4", "Ended: draw ")]


@pytest.mark.parametrize(("slug", "end"), ENDS if SOAK else ENDS[:1])  # tests/cli has the Bourse
def test_a_demo_reaches_its_end_and_replays_equal(tmp_path, slug, end):
    told: list[str] = []
    play(slug, tmp_path / "home", told.append)
    assert any(line.startswith(end) for line in told)
    assert "Replay: all phases equal." in told


def test_a_game_that_the_robots_do_not_know_has_no_demo(tmp_path):
    with pytest.raises(InputError, match="has no demo"):
        play("chess", tmp_path / "home", print)
