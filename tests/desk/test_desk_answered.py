"""Letters after one another, as the table has them: what the last is answered, and what is on file then.

`Lupus A: CLEAR` is a letter whose answer is called A; `Lupus to A: YES` replies to that answer, `somehow` in a way that
does not say which letter it answers.
"""

import re
from pathlib import Path

from tests.desk.worlds import GAME, small_game
from tests.harness import MASTER, Judge, Out, address_of, to
from tests.tables import sentences

STEP = re.compile(
    r"(?P<who>Lupus|Ursa|MASTER)(?P<somehow> somehow)?( to (?P<answered>[A-Z]))?( (?P<name>[A-Z]))?: (?P<text>.*)",
    re.DOTALL,
)


def said(judge: Judge, step: re.Match[str], answers: dict[str, Out]) -> Out:
    """The last letter that its writer gets for it."""
    who, text = step["who"], step["text"]
    if step["answered"]:
        answered = answers[step["answered"]]
        sent = judge.reply(answered, text, headers=() if step["somehow"] else answered.thread)
    else:
        sent = judge.master(GAME, text) if who == "MASTER" else judge.orders(GAME, who, text)
    answers[step["name"] or ""] = answer = to(sent, MASTER if who == "MASTER" else address_of(who))[-1]
    return answer


@sentences("options", "steps", "tag", "says", "hides", "file")
def test_letters_after_one_another_are_answered_and_leave_a_sheet(
    tmp_path: Path,
    options: dict[str, str],
    steps: list[str],
    tag: str,
    says: list[str],
    hides: list[str],
    file: dict[str, list[str]],
) -> None:
    judge, answers = small_game(tmp_path, **options), dict[str, Out]()
    for step in steps:
        if step == "deadline":
            judge.resolve(GAME)
        elif found := STEP.fullmatch(step):
            answer = said(judge, found, answers)
        else:
            number, unit = step.split()
            judge.tick(judge.after(minutes=int(number) * (60 if unit == "h" else 1)))
    assert answer.subject.startswith(tag)
    assert (
        [words for words in says if words not in answer.flat]
        == [words for words in hides if words in answer.flat]
        == []
    )
    for whose, lines in file.items():
        seat, _, phase = whose.partition(" ")
        assert judge.on_file(GAME, seat, phase) == lines
