"""Golden mail stories: letters in, exactly these letters out.

A story is a folder `tests/stories/<variant>/<name>/` with `story.txt` (see teller.py) and `letters.txt`.
`JUDGE_GOLDEN=write` writes letters.txt anew, to be read before it is committed.
"""

import json
import os
import re
from email.utils import parsedate_to_datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema.validators import validator_for

from judge.proofs import verify_dice
from tests.harness import Out
from tests.plainly import past_deadlines, plain_faults
from tests.stories.played import HERE, STORIES, played

SCHEMAS = HERE.parents[1] / "docs" / "schema"
WIDTH = 72


@cache
def validator(name: str) -> Any:
    """Looking over a schema takes longer than looking over thousands of letters: it is done once."""
    schema = json.loads((SCHEMAS / f"{name}.json").read_text("utf-8"))
    kind = validator_for(schema)
    kind.check_schema(schema)
    return kind(schema)


def check_machine_part(out: Out) -> None:
    """The JSON part, where there is one, is what its schema in docs/schema says."""
    for part in out.machines:
        validator(part["schema"].removeprefix("postal-judge/")).validate(part)


@pytest.mark.parametrize("folder", STORIES, ids=lambda p: f"{p.parent.name}-{p.name}")
def test_the_story_gives_exactly_these_letters(folder: Path) -> None:
    story = played(folder)
    for out in story.sent:
        check(out)
    golden = folder / "letters.txt"
    if os.environ.get("JUDGE_GOLDEN") == "write":
        golden.write_text(story.told, "utf-8")
    assert story.told == golden.read_text("utf-8")
    assert story.differences == ()


def check(out: Out) -> None:
    """What holds for every letter of every story."""
    assert "[SET ASIDE]" not in out.subject, "the judge stumbled over a letter"
    if "  dice link " in out.text and "  dice phase " in out.text:
        assert verify_dice(out.raw).good, out.subject
    wide = [line for line in out.text.split("\n") if len(line) > WIDTH and len(line.split()) > 1]
    assert wide == [], out.subject
    cited = [line for line in out.text.split("\n") if re.search(r"\([A-Z]{1,2}-\d+\w?\)[^)]*\w", line)]
    assert cited == [], "a rule is cited in mid-sentence"
    assert "_" not in out.subject
    sent = parsedate_to_datetime(out.header("Date"))
    assert [*plain_faults(out.text), *past_deadlines(out.text, sent)] == [], out.subject
    check_machine_part(out)
