"""What every game promises of its calendar: letters tell of the phases that it has, and of no others."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from judge.core.calendar import Clock
from judge.core.errors import InputError
from judge.core.listing import listing
from judge.core.phase import Phase
from tests.conformance.matrix import GAMES
from tests.conformance.test_conformance_games import SMALL_TABLE, every_game, seats_of, told
from tests.harness import Judge


def settings() -> Iterator[tuple[str, dict[str, str]]]:
    """Each game under every combination of the settings that decide which phases there are."""
    for slug, variant in GAMES.items():
        names = sorted({name for kind in variant.info.calendar.kinds for name in kind.given})
        choices = {option.name: option.choices or ("yes", "no") for option in variant.info.options}
        for values in product(*(choices[name] for name in names)):
            yield slug, dict(zip(names, values, strict=True))


@every_game
def test_each_kind_of_phase_has_a_letter_words_and_settings_that_exist(slug: str) -> None:
    info = GAMES[slug].info
    options = {option.name: option.choices for option in info.options}
    letters = [kind.letter for kind in info.calendar.kinds]
    assert letters and len(set(letters)) == len(letters)
    assert any(kind.main for kind in info.calendar.kinds)
    for kind in info.calendar.kinds:
        assert len(kind.letter) == 1 and kind.letter.isupper() and kind.words
        assert kind.clock in (Clock.FULL, Clock.SHORT)
        assert all(word.isupper() for word in kind.spoken) and set(kind.meant) <= set("SFW")
        assert all(set(values) <= set(options[name]) for name, values in kind.given.items())


@every_game
def test_every_kind_of_phase_is_read_in_the_words_that_letters_use(slug: str) -> None:
    calendar = GAMES[slug].info.calendar
    for kind in calendar.kinds:
        assert calendar.parse(f"s1901{kind.letter}") == Phase(1901, "S", kind.letter)
        for word in kind.spoken:
            assert calendar.parse(f"spring 1901 {word}") == Phase(1901, "S", kind.letter)
        for season in kind.meant:
            assert calendar.parse(f"{season}1901") == Phase(1901, season, kind.letter)
        assert calendar.words(f"S1901{kind.letter}") == f"Spring 1901, {kind.words}"
    with pytest.raises(InputError, match="S1901M"):
        calendar.parse("spring 1901 nonsense")


@pytest.mark.parametrize(("slug", "chosen"), list(settings()), ids=str)
def test_the_first_letters_tell_of_the_deadlines_the_game_has_and_no_others(
    tmp_path: Path, slug: str, chosen: dict[str, str]
) -> None:
    judge = Judge(tmp_path).with_game(
        "game7",
        slug,
        *seats_of(GAMES[slug], chosen.get("board", "hosted"), "least"),
        **{**SMALL_TABLE.get(slug, {}), **chosen},
    )
    game = judge.game("game7")
    calendar = GAMES[slug].info.calendar
    short = [kind for kind in calendar.kinds if kind.clock is Clock.SHORT and kind.exists(game.options)]
    due = listing(dict.fromkeys(kind.due or kind.words for kind in short))
    wanted = f"{game.schedule}; {due} the next day but one, at that time" if short else game.schedule
    for letter in ("Then ", "After that "):
        told_of = [out.flat for out in judge.relay.sent if f"\n  {letter}" in out.text]
        assert told_of, letter
        for text in told_of:
            line = text.partition(letter)[2].strip()
            assert line.startswith(f"{wanted} "), line[:200]
    first = calendar.kind(Phase.parse(game.phase))
    assert first is not None and first.exists(game.options)


@every_game
def test_every_phase_of_the_stories_is_in_the_calendar_and_goes_by_its_clock(slug: str) -> None:
    calendar = GAMES[slug].info.calendar
    seen = [data for kind, data in told(slug) if kind == "phase"]
    assert seen
    for name, options, pace in seen:
        phase = Phase.parse(name)
        kind = calendar.kind(phase)
        assert kind is not None and kind.exists(options), (name, options)
        assert pace in (kind.clock, Clock.NONE), (name, pace)


@every_game
def test_silent_games_never_open_a_phase_the_calendar_does_not_have(tmp_path: Path, slug: str) -> None:
    """Under the settings with the fewest kinds of phases: what those leave out never comes."""
    variant = GAMES[slug]
    calendar = variant.info.calendar
    least = min(
        (chosen for name, chosen in settings() if name == slug),
        key=lambda chosen: sum(kind.exists(chosen) for kind in calendar.kinds),
    )
    seats = seats_of(variant, least.get("board", "hosted"), "least")
    judge = Judge(tmp_path).with_game("game7", slug, *seats, **{**SMALL_TABLE.get(slug, {}), **least})
    for _ in range(5):
        game = judge.game("game7")
        if not game.deadline or game.locked:
            break
        kind = calendar.kind(Phase.parse(game.phase))
        assert kind is not None and kind.exists(game.options), game.phase
        judge.resolve("game7")
    assert judge.game("game7").played or judge.game("game7").locked
