"""Lines and letters in any game, and what the judge makes of them."""

import json
from pathlib import Path
from typing import Any

from judge.games import variant
from judge.reading.outcome import Chatter
from tests.games.setting import garbled, reader, readings
from tests.harness import POWERS, Judge, Out
from tests.tables import cases, sentences

GAME = "game1"


def frozen(value: Any) -> Any:
    return tuple(map(frozen, value)) if isinstance(value, list) else value


@cases("slug", "kind", "fields")
def test_B_3_M_14_a_printed_order_reads_as_the_same_order(slug: str, kind: str, fields: dict[str, Any]) -> None:
    kinds = {command.__name__: command for command in variant(slug).vocabulary.values()}
    command = kinds[kind](**{name: frozen(value) for name, value in fields.items()})
    assert reader(slug)(command.canonical()) == [command]


@cases("slug", "text", "printed")
def test_B_3_orders_are_read_as_players_write_them(slug: str, text: str, printed: list[str]) -> None:
    assert [command.canonical() for command in reader(slug)(text)] == printed


@cases("slug", "text")
def test_prose_is_no_order(slug: str, text: str) -> None:
    assert all(isinstance(reading, Chatter) for reading in readings(slug, text))


@cases("rule", "slug", "text", "says")
def test_what_cannot_be_read_says_why_or_what_may_be_meant(
    rule: str, slug: str, text: str, says: dict[str, str]
) -> None:
    piece = garbled(slug, text)
    for part, words in says.items():
        said = getattr(piece, part)
        assert words == said if part == "suggestion" else words in said


def step(judge: Judge, who: str, text: str) -> list[Out]:
    """A letter of a seat or of the master; of nobody, the next deadline, or all until a phase comes."""
    if who:
        return judge.master(GAME, text) if who == "MASTER" else judge.orders(GAME, who, text)
    sent = judge.resolve(GAME)
    judge.clock.set(judge.after(hours=1))
    return sent if judge.game(GAME).phase.startswith(text) else sent + step(judge, who, text)


@sentences("slug", "seats", "options", "steps")
def test_letters_after_one_another_are_answered(
    tmp_path: Path, slug: str, seats: list[str], options: dict[str, str], steps: list[tuple[str, str, dict[str, Any]]]
) -> None:
    """A step has what its letters say by reader; behind `!`, what they do not; behind `!!`, nor their machine parts.
    `reader: words` are those letters of his that have the words; `file` is the writer's sheet. The first step may be
    `START`, the letters of the start. Where no seats are named, all powers are played."""
    judge = Judge(tmp_path).with_game(GAME, slug, *(seats or POWERS), **options)
    for who, text, wanted in steps:
        sent = judge.letters() if who == "START" else step(judge, who, text)
        for asked, phrases in wanted.items():
            if asked == "file":
                assert judge.on_file(GAME, who) == phrases
                continue
            reader_, _, words = asked.partition(": ")
            letters = [out for out in sent if f"{reader_.lower()}@" in out.to and words in out.flat]
            assert letters, asked
            told = " ".join(f"{out.subject} {out.flat}" for out in letters)
            whole = told + json.dumps([out.machines for out in letters])
            for phrase in phrases:
                shown = phrase.lstrip("!") in (whole if phrase.startswith("!!") else told)
                assert shown is not phrase.startswith("!"), (phrase, told)
