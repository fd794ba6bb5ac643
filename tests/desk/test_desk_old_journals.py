"""Games that an older judge has kept: what their events tell is computed again, byte for byte.

`tests/fixtures/journals/<slug>.jsonl.gz` is a game as `judge export` wrote it when notices were plain mappings. A
change of the rules that makes one differ wants a new `rules_version`, not a new file (docs/writing-a-variant.md).
"""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from judge.audit import replay_game
from judge.core.codec import read_news
from judge.core.notice import News
from judge.keeper.moving import import_game
from tests.harness import Judge

JOURNALS = sorted((Path(__file__).parents[1] / "fixtures" / "journals").glob("*.jsonl.gz"))


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.name.partition(".")[0])
def test_a_game_kept_before_news_had_types_is_played_again_to_the_same_events(tmp_path: Path, path: Path) -> None:
    judge = Judge(tmp_path)
    lines = gzip.decompress(path.read_bytes()).decode("utf-8").split("\n")
    name, rows = import_game(judge.services, lines)
    game = judge.game(name)
    assert rows > 20 and game.played
    assert replay_game(judge.services, game).differences == ()
    assert judge.services.journal.broken_links(name) == []
    kinds = judge.services.variant(game).info.news
    notices = [
        notice
        for event in judge.services.journal.of_kind(name, "phase_resolved")
        for notice in event["data"]["notices"]
    ]
    assert len(notices) > 10
    for notice in notices:
        assert isinstance(read_news(kinds, notice["kind"], notice["data"]), News), notice["kind"]
