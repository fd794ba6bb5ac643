"""Every game that is found, opened and played by mail: tables small and large, states that survive, ends reached."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from judge.cli import view
from judge.core.codec import canonical, digest, pack, unpack
from judge.core.errors import InputError
from judge.core.picture import Board
from judge.core.variant import Duty, Role, Variant
from judge.desk.cabinet.records import Status
from judge.desk.news.pictures import board_of
from judge.render.board import in_words, svg
from judge.render.board.atlas import atlas
from tests.conformance.matrix import GAMES, boards, every_game
from tests.harness import Judge
from tests.stories.played import STORIES, played

BEASTS = ("Lupus", "Vulpes", "Ursa", "Aquila", "Corvus", "Felis", "Lynx", "Meles", "Lutra", "Cervus", "Bubo", "Anser")
SMALL_TABLE = {
    "diplomacy": {"empty": "hold"},
    "payola": {"empty": "dummy"},
    "troubleshooter": {"start_units": "1000", "sell_limit": "500"},
}
"""What a game must be told before it starts with fewer or more players than its usual table."""
NO_STORY_YET: dict[str, str] = {}
"""Slug -> why no story of it reaches an end yet. An entry goes when its story comes."""
ENDS: dict[str, set[str]] = {"bourse": {"solo", "draw", "conceded", "abandoned"}}
"""Ends that the stories of a game must reach between them, where they are counted one by one."""
"""Kinds of notices that have no words of their own, because another notice tells them or only machines read them."""


def tables() -> Iterator[tuple[str, str, str]]:
    for slug, variant in GAMES.items():
        for board in boards(variant):
            for size in ("least", "most"):
                yield slug, board, size


def seats_of(variant: Variant, board: str, size: str) -> list[str]:
    """Names that fill a table: power seats by their powers' names, others by pseudonyms."""
    low, high = variant.info.players
    count = low if size == "least" else min(high or len(BEASTS), len(BEASTS))
    powers = [str(name) for name in variant.names({o.name: o.default for o in variant.info.options}).get("power", {})]
    others = [role for role in variant.info.roles if role is not Role.POWER]
    if Role.POWER not in variant.info.roles or (others and board == "reported"):
        return list(BEASTS[:count])
    return [*powers, *BEASTS[:count]] if others else powers[:count]


def assert_drawable(board: Board | None) -> None:
    """Everything a picture names stands on its map, and it can be drawn and told."""
    if board is None:
        return
    chart = atlas(board.map)
    assert chart.name == board.map, f"the map {board.map} was never drawn"
    spots = (
        [piece.place for piece in board.pieces] + [mark.place for mark in board.marks] + [*board.owners, *board.taken]
    )
    for deed in board.deeds:
        spots += [place for place in (deed.piece.place, deed.target, deed.helped) if place]
    assert [place for place in spots if not chart.knows(place)] == []
    assert all(len(mark.text) <= 5 and mark.name for mark in board.marks)
    ElementTree.fromstring(svg(board))
    assert all(note.text in in_words(board) for note in board.notes)


def opened(folder: Path, slug: str, board: str, size: str) -> Judge:
    variant = GAMES[slug]
    settings = {**SMALL_TABLE.get(slug, {}), **({"board": board} if len(boards(variant)) > 1 else {})}
    return Judge(folder).with_game("game7", slug, *seats_of(variant, board, size), **settings)


@pytest.mark.parametrize(("slug", "board", "size"), list(tables()))
def test_the_game_opens_with_its_least_and_its_most_players(tmp_path: Path, slug: str, board: str, size: str) -> None:
    variant = GAMES[slug]
    judge = opened(tmp_path, slug, board, size)
    game = judge.game("game7")
    assert game.status is Status.ACTIVE and game.phase and game.deadline
    state = judge.services.journal.state(variant, game)
    assert unpack(variant.state_type, pack(state)) == state
    assert digest(pack(state)) == digest(pack(unpack(variant.state_type, pack(state))))
    assert not variant.books(state).faults()
    names = {seat.name for seat in judge.services.files.seats("game7").values()}
    agenda = variant.agenda(state)
    assert set(agenda.duties) <= names and any(duty is not Duty.NONE for duty in agenda.duties.values())
    sections = {section.name for section in variant.info.sections}
    assert {*agenda.sections, *agenda.needs, *agenda.accepts} <= sections
    canonical(variant.standing(state, None))
    assert_drawable(board_of(judge.services, game))
    for name in sorted(names):
        canonical(variant.standing(state, name))
        canonical(variant.forecast(state, name, ()))


@every_game
def test_every_seat_is_shown_to_keepers_and_answered_by_mail(tmp_path: Path, slug: str) -> None:
    judge = opened(tmp_path, slug, boards(GAMES[slug])[0], "least")
    game = judge.game("game7")
    assert game.phase in view.show_lines(judge.services, game)
    for seat in judge.services.files.seats("game7").values():
        shown = view.show_lines(judge.services, game, seat.name.lower())
        assert seat.name in shown
        (answer,) = judge.orders("game7", seat.name, "STATUS\nHISTORY\nHELP\nLIST game7")
        assert answer.subject.startswith("[OK]") and f"STATUS of {seat.name}" in answer.text
        assert [line for line in answer.text.split("\n") if len(line) > 72] == []


@pytest.mark.parametrize(("slug", "board"), [(s, b) for s, v in GAMES.items() for b in boards(v)])
def test_one_player_too_few_cannot_start_and_is_told_so(tmp_path: Path, slug: str, board: str) -> None:
    variant = GAMES[slug]
    judge = Judge(tmp_path)
    judge.new("game7", slug, **({"board": board} if len(boards(variant)) > 1 else {}))
    names = seats_of(variant, "reported" if len(boards(variant)) > 1 else board, "least")[:-1]
    if names:
        judge.join("game7", *names)
    with pytest.raises(InputError):
        judge.start("game7")


@every_game
def test_silence_up_to_three_deadlines_breaks_nothing(tmp_path: Path, slug: str) -> None:
    judge = opened(tmp_path, slug, boards(GAMES[slug])[0], "least")
    for _ in range(3):
        if judge.game("game7").deadline and not judge.game("game7").locked:
            judge.resolve("game7")
    game = judge.game("game7")
    assert game.status in (Status.ACTIVE, Status.FINISHED), game.reason
    assert (game.played or game.locked) and judge.differences() == []


@every_game
def test_help_and_rules_of_the_game_come_by_mail_at_the_width_of_letters(tmp_path: Path, slug: str) -> None:
    judge = Judge(tmp_path)
    for word in ("HELP", "RULES"):
        (answer,) = judge.say("stranger@example.test", f"{word} {slug}")
        assert answer.subject.startswith("[OK]") and len(answer.text.split("\n")) > 20
        assert [line for line in answer.text.split("\n") if len(line) > 72] == []


# ---- stories ------------------------------------------------------------------------------------------------------


def told(slug: str) -> tuple[tuple[str, Any], ...]:
    """What happened in the game's stories (Played.happened)."""
    return tuple(one for story in STORIES if story.parent.name == slug for one in played(story).happened)


@every_game
def test_every_phase_of_the_stories_can_be_drawn(slug: str) -> None:
    boards = [board for kind, board in told(slug) if kind == "picture"]
    if not boards and slug in NO_STORY_YET:
        pytest.skip(NO_STORY_YET[slug])
    if any(kind.startswith("board.") for kind, _ in told(slug)):
        assert any(board is not None and board.pieces for board in boards)
    for board in boards:
        assert_drawable(board)


@every_game
def test_some_story_of_the_game_reaches_each_end(slug: str) -> None:
    ends = {str(data).split(" ")[0] for kind, data in told(slug) if kind == "end"}
    if not ends and slug in NO_STORY_YET:
        pytest.skip(NO_STORY_YET[slug])
    assert ends
    assert ENDS.get(slug, set()) <= ends
