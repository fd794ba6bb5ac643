"""Letters of somebody who knew the judge's answers, and tried to make an OK lie (`letters_of_an_adversary`).

`label` hold: OK or silence would be false, unless what is on file afterwards is one of the sheets in `fine`; label
file: plainly meant, exactly one of `fine` is to be filed. `q` are the words that take back, doubt or add: an answer
that files must quote them. `talk`: NOTED is right. `before` came earlier, `at` names a later phase, `role` master
writes as master.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.people import desk
from tests.people.not_yet import HEAD, NotYet

HERE = Path(__file__).parent
GOOD, BLIND = ("OK", "FILED", "CHECK"), ("OK", "NOTED", "")
NOT_MEANT, RECALL, NOT_FILED = "not meant", "beyond recall", "meant and not filed"
LIST = NotYet(
    HERE / "not_yet_adversary.txt",
    HEAD.format(": id, class, and what is wrong.", "python -m tests.people.adversary --shrink"),
)
Case = Mapping[str, Any]


def cases() -> list[Case]:
    lines = (HERE / "letters_of_an_adversary" / "letters.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def sent(case: Case) -> desk.Told:
    """The letter, and what came of it."""
    game, before = case["game"], case.get("before") or ()
    seat = "" if case.get("role") == "master" else case.get("seat") or desk.SEATS[game][0]
    place, body = desk.position(game, case.get("at", "")), str(case["letter"])
    headers = dict(case.get("headers") or {})
    if case.get("quote"):
        body += "\n\nOn Mon, 5 Jan 2026 at 11:02, The Judge <judge@localhost> wrote:\n{QUOTED}"
    if case.get("htmlonly"):
        body, headers = case["html"], headers | {"Content-Type": "text/html; charset=utf-8"}
    elif case.get("html"):
        body, headers = _both(body, case["html"]), headers | {"Content-Type": "multipart/alternative; boundary=cut"}
    words = {"{GAME}": desk.GAME, "{SEAT}": seat, "{PW}": "secret99"}
    for word, meant in words.items():
        body = body.replace(word, meant)
    return desk.send(
        place,
        seat,
        body,
        before=[before] if isinstance(before, str) else before,
        subject=case.get("subject") or "",
        reply=case.get("mode") != "signon",
        headers=headers,
        name=case["id"],
    )


def _both(text: str, html: str) -> str:
    kinds = (("plain", text), ("html", html))
    parts = "".join(f"--cut\nContent-Type: text/{kind}; charset=utf-8\n\n{words}\n" for kind, words in kinds)
    return f"{parts}--cut--"


def faults(case: Case, told: desk.Told) -> list[str]:
    """What is wrong with what came of a letter, in the words of the list."""
    master = case.get("role") == "master"
    fine = [desk.plain(sheet) for sheet in case.get("fine") or ()]
    now, was = desk.plain([*told.filed, *(f"+{line}" for line in told.done)]), desk.plain(told.was)
    changed = bool(told.events or told.others) if master else told.changed
    recall = changed and (master or told.beyond_recall)
    if case["label"] == "file":
        resigned = "resigned" in told.events
        right = changed if master else resigned if case["cls"] == "control-resign" else now in fine
        return [] if right and told.tag in GOOD else [NOT_FILED]
    as_meant = now in fine and "resigned" not in told.events and not (master and changed)
    if as_meant and (changed or case.get("talk") or [] in fine or was in fine):
        return []
    passed = not case.get("talk")
    if told.tag in BLIND:
        wrong = changed or passed
    elif told.tag in GOOD:
        wrong = recall or (not (case.get("q") and told.names(case["q"])) and (changed or passed))
    else:
        wrong = recall and not fine
    return [NOT_MEANT, *([RECALL] if recall else [])] if wrong else []


def line(case: Case, wrong: Sequence[str]) -> str:
    """As it is listed; "" where nothing is wrong."""
    return "; ".join((f"{case['id']} {case['cls']}", *wrong)) if wrong else ""


if __name__ == "__main__":
    found = {case["id"]: line(case, faults(case, sent(case))) for case in cases()}
    if "--shrink" in sys.argv:
        LIST.shrink(found)
    print("\n".join(filter(None, found.values())))
    for what in (NOT_MEANT, RECALL, NOT_FILED):
        print(f"{what}: {sum(what in one.split('; ') for one in found.values())} of {len(found)}")
