"""The first evening, in every game, by letters of people the judge has never heard of: seats, a start, a second game
beside it, a deadline, a correction, the end. Each step is told by the letter before it or by README."""

import re
from datetime import timedelta
from pathlib import Path

import pytest

from judge.desk.cabinet.records import Status
from tests.conformance.matrix import BEASTS, GAMES, REPORT, SMALL_TABLE, boards
from tests.harness import Judge, Out

GAIL = "gail@friends.test"
EVENINGS = [(slug, board) for slug, variant in GAMES.items() for board in boards(variant)]


def answered(judge: Judge, address: str, text: str) -> list[Out]:
    """A stranger's letter, and an empty reply to the letter that asks for one."""
    (asking,) = [out for out in judge.say(address, text) if out.to == address]
    assert "please answer" in asking.subject, asking.text
    return [out for out in judge.reply(asking, "") if out.to == address]


def password(letters: list[Out]) -> str:
    found = [match[1] for out in letters if (match := re.search(r"^  Password +(\S+)$", out.text, re.MULTILINE))]
    assert found, [out.text for out in letters]
    return found[0]


def newest(judge: Judge, address: str) -> Out:
    return judge.letters(address)[-1]


def good(letters: list[Out], address: str) -> Out:
    """The answer, which refuses nothing."""
    (answer,) = [out for out in letters if out.to == address and out.subject.startswith("[")]
    assert not answer.subject.startswith(("[ERROR]", "[PARTIAL]", "[ASK]")), answer.text
    return answer


def passed(judge: Judge) -> None:
    """The deadline passes; where the board is elsewhere the master reports it."""
    phase = judge.game("lira7").phase
    judge.tick(judge.deadline("lira7") + timedelta(minutes=11))
    if judge.game("lira7").locked:
        good(judge.reply(newest(judge, GAIL), REPORT.format(year=phase[:-1])), GAIL)
        judge.tick(judge.after(hours=1))
    assert not judge.game("lira7").locked


@pytest.mark.parametrize(("slug", "board"), EVENINGS, ids=[f"{slug}-{board}" for slug, board in EVENINGS])
def test_strangers_sit_down_start_play_correct_and_end_a_game(slug: str, board: str, tmp_path: Path) -> None:
    judge, info = Judge(tmp_path, create="registered"), GAMES[slug].info
    settings = dict(SMALL_TABLE.get(slug, {}))
    if any(option.name == "board" for option in info.options):
        settings["board"] = board
    said = " ".join(f"{key}={value}" for key, value in settings.items())
    made = answered(judge, GAIL, f"REGISTER Gail Mint\nCREATE lira7 {slug} {said} schedule='FRI 18:00 Europe/London'")
    secret = password(made)
    # friends: one letter, one answer back, seated
    powers = sorted(
        GAMES[slug].names({one.name: settings.get(one.name, one.default) for one in info.options}).get("power", ())
    )
    names = list(BEASTS if info.pseudonyms else powers)[: info.players[0]]
    if slug in ("bourse", "troubleshooter") and board == "hosted":
        names += powers  # its board is played here, by players of its own
    friends = {name: f"friend{n}@friends.test" for n, name in enumerate(names)}
    for name, address in friends.items():
        password(answered(judge, address, f"REGISTER Friend of Gail\nJOIN lira7 AS {name}"))
    # the start, by the lines that stand in the letter about the game
    assert any(re.search(r"^  START$", out.text, re.MULTILINE) for out in made)
    good(judge.say(GAIL, f"MASTER lira7 {secret}\nSTART"), GAIL)
    first = judge.game("lira7").phase
    # a second game beside it
    assert password(answered(judge, "hugh@friends.test", f"CREATE lira8 {slug}")) != secret
    # words in answer to the letter of the start, and the deadline
    for address in friends.values():
        told = judge.letters(address)[-1]
        assert "lira7" in told.subject
        good(judge.reply(told, "What do I have, and when is the deadline?"), address)
    passed(judge)
    # a slip: the phase is open again, and is resolved once more
    assert judge.game("lira7").phase != first
    good(judge.reply(newest(judge, GAIL), f"ROLLBACK TO {first} a slip of mine"), GAIL)
    assert judge.game("lira7").phase == first
    passed(judge)
    assert judge.differences() == []
    if not any(section.master for section in info.sections):
        return  # a game without a word of its master's ends by its own rules
    # the end
    good(judge.reply(newest(judge, GAIL), "END ABANDONED"), GAIL)
    passed(judge)
    assert judge.game("lira7").status is Status.FINISHED
    for address in friends.values():
        assert any("lira7" in out.subject and "END" in out.text.upper() for out in judge.letters(address)[-2:])
