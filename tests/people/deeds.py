"""Whether words of the correspondence were carried out, seen from outside: by letters and the state of the game."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from tests.people.result import Case
from tests.people.services import Letter, flat
from tests.tables import rows

if TYPE_CHECKING:
    from tests.people.correspondence import Run

MOVING = {"START", "EXTEND", "DEADLINE", "PAUSE", "RESUME", "PROCESS", "ROLLBACK", "RESULT", "END"}
TOLD = {"PRESS", "BROADCAST", "ANNOUNCE", "ABSENCE", "RESIGN", "EJECT", "REPLACE", "SET", "JOIN", "TAKEOVER", "RESEND"}
TOLD |= MOVING
SHOWN = dict(rows(__file__, "SHOWN"))
"""What an answer has when a question was answered."""
SUBSCRIBED = re.compile(
    r"no more results|is sent no|ended|answer (it|that letter)|gets the results|results of .* (go|come)|unsubscribed"
    r"|subscribed",
    re.IGNORECASE,
)
REGISTERED = r"(register this address as|is registered(?: here)? as|registered as|address as) {}[.,\s]"


def undone(run: Run, words: Sequence[str], after: Mapping[str, str], shows: bool) -> str:
    """The first of the words that was not carried out, with what is missing; "" if all were. Where the case has
    patterns of its own for what is `shows`n, they are enough."""
    for word in map(run.fill, words):
        verb, word = word.split()[0].rstrip(":"), word.rstrip(":")
        if verb in SHOWN:
            mark = SHOWN.get(word) or SHOWN[verb]
            if verb == "HISTORY" and " " in word:
                mark = rf"results of {word.split()[1]}"
            if not shows and not re.search(mark, run.text):
                return f"{word}: not shown"
        elif verb in STATES:
            if not STATES[verb](run.case, word.split(), after):
                return f"{word}: the game stands {dict(after)}"
        elif verb in LETTERS:
            if missing := LETTERS[verb](run, word):
                return f"{word}: {missing}"
        else:
            assert verb in ("CLEAR", "UNDO", "END"), f"nobody knows how {word} is seen"  # on the sheet, or in `shows`
    return ""


STATES: dict[str, Callable[[Case, list[str], Mapping[str, str]], bool]] = {
    "START": lambda case, words, after: after["status"] == "active",
    "EXTEND": lambda case, words, after: after["deadline"] == case["deadline"],
    "DEADLINE": lambda case, words, after: after["deadline"] == case["deadline"],
    "PAUSE": lambda case, words, after: after["status"] == "paused",
    "RESUME": lambda case, words, after: after["status"] == "active",
    "PROCESS": lambda case, words, after: after["phase"] != words[1],
    "ROLLBACK": lambda case, words, after: after["phase"] == words[2],
}


def mail_of(seat: str) -> str:
    return seat.lower().replace(" ", "") + "@pl.test"


def found(letters: Sequence[Letter], pattern: str) -> bool:
    return any(re.search(pattern, letter.text, re.MULTILINE | re.IGNORECASE) for letter in letters)


def day(iso: str) -> str:
    at = datetime.fromisoformat(iso)
    return f"{at.day} {at:%b %Y}".lower()


def absence(run: Run, word: str) -> str:
    if word.endswith("NONE"):
        return "" if re.search(r"struck out|welcome back", run.text, re.I) else "not struck out"
    dates = [day(date) for date in re.findall(r"\d{4}-\d\d-\d\d", word)]
    told = [flat(letter.text) for letter in run.others if letter.to == "gm@gm.test" and run.seat in letter.text]
    return "" if any(all(date in text for date in dates) for text in told) else "the master was not told so"


def ready(run: Run, word: str) -> str:
    return "" if run.sheet()[1] == (word == "READY") else "it is not so"


def press(run: Run, word: str) -> str:
    """The words arrived at whom they were meant for, and unsigned where they are grey."""
    for name in readers(run, word):
        got = [letter for letter in run.others if letter.to == mail_of(name)]
        asked = [flat(run.fill(words)) for words in run.case.get("press", ())]
        if not any(all(words in quoted(letter) for words in asked) for letter in got):
            return f"{name} got no such words"
        if any(flat(words) in flat(letter.text) for letter in got for words in run.case.get("unpress", ())):
            return "told too much"
        if "GREY" in word and any(run.seat in letter.text and asked[0] in flat(letter.text) for letter in got):
            return "signed"
    return ""


def quoted(letter: Letter) -> str:
    """The words of a letter without the marks in front of press, which may be broken anywhere."""
    return flat(re.sub(r"^\s*\| ?", "", letter.text, flags=re.MULTILINE))


def readers(run: Run, word: str) -> list[str]:
    if run.who == "master":
        return ["Lupus", "Vulpes"]
    if word.startswith("PRESS"):
        return [name.strip().strip('"') for name in word.split(" TO ", 1)[1].split(",")]
    if run.case["game"] == "diplomacy":
        return [power for power in ("Austria", "England", "France", "Germany") if power != run.seat][:3]
    return ["Vulpes", "Corvus", "Grey Wolf"]


def setting(run: Run, word: str) -> str:
    kind, value = word.split()[1], " ".join(word.split()[2:])
    if run.who == "master":
        told = re.search(rf"{kind} is now {re.escape(value)}", " ".join(run.text.split()), re.I)
    elif kind == "ADDRESS":
        told = any(letter.to == value.lower() and letter.tag == "CONFIRM" for letter in run.seen)
    elif kind == "PASSWORD":
        told = re.search(r"password of .* is the new one", run.text)
    else:
        told = value.lower() in run.text.lower()
    return "" if told else "not set"


def resign(run: Run, word: str) -> str:
    return "" if any("you have left" in letter.subject for letter in run.mine) else "still seated"


def subscription(run: Run, word: str) -> str:
    told = SUBSCRIBED.search(" ".join(letter.text for letter in run.mine))
    return "" if told and any(word.split()[1] in letter.text for letter in run.mine) else "not told so"


def registration(run: Run, word: str) -> str:
    name = word.removeprefix("REGISTER").split(",")[0].strip()
    pattern = REGISTERED.format(re.escape(name))
    return "" if any(re.search(pattern, " ".join(letter.text.split())) for letter in run.mine) else "not told so"


def seat(run: Run, word: str) -> str:
    if word.startswith("JOIN"):
        name = word.split(" AS ", 1)[1].split(" PREFER")[0].strip('"')
    else:
        name = word.split()[1].split("@")[0].strip('"')
    game = word.split()[1].split("@")[-1]
    letters = [one for one in run.mine if game in one.subject or f"seat in {game}" in one.text]
    return "" if found(letters, rf"You play as +{re.escape(name)}\s*$") else "no seat"


def ejected(run: Run, word: str) -> str:
    name = word.removeprefix("EJECT ").strip('"')
    letters = [letter for letter in run.others if letter.to == mail_of(name)]
    return "" if any("taken the seat" in " ".join(letter.text.split()) for letter in letters) else "still seated"


def replaced(run: Run, word: str) -> str:
    match = re.match(r'REPLACE "?(.+?)"? BY (\S+)', word)
    assert match
    letters = [letter for letter in run.seen if letter.to == match[2].lower()]
    return "" if found(letters, rf"You play as +{match[1]}") else "the new player was not told"


def report(run: Run, word: str) -> str:
    """The report is repeated, with every number."""
    words = " ".join(run.text.split())
    rows = re.findall(r"([A-Z]{5,7}) (\d+)", word)
    told = all(re.search(rf"{power} +{number}\b", words, re.I) for power, number in rows)
    return "" if told and f"RESULT {word.split()[1]}" in run.text else "not told so"


def resent(run: Run, word: str) -> str:
    to = word.split(" ", 2)[2].strip('"') if "STATEMENT" in word else "Lupus"
    return "" if any(letter.to == mail_of(to) for letter in run.others) else "nothing came"


def created(run: Run, word: str) -> str:
    """A game of that name and kind is there, with these settings."""
    _, game, variant, *settings = shlex.split(word)
    made = next((one for one in run.services.judge.services.files.games() if one.key == game.casefold()), None)
    if made is None or made.variant != variant.casefold():
        return "there is no such game"
    return "" if all(made.options.get(k, v) == v for k, v in (one.split("=", 1) for one in settings)) else "not set so"


LETTERS: dict[str, Callable[[Run, str], str]] = {
    "ABSENCE": absence,
    "CREATE": created,
    "READY": ready,
    "NOT": ready,
    "PRESS": press,
    "BROADCAST": press,
    "ANNOUNCE": press,
    "SET": setting,
    "RESIGN": resign,
    "SUBSCRIBE": subscription,
    "UNSUBSCRIBE": subscription,
    "REGISTER": registration,
    "JOIN": seat,
    "TAKEOVER": seat,
    "EJECT": ejected,
    "REPLACE": replaced,
    "RESULT": report,
    "RESEND": resent,
}


def documented(case: Case, letters: Sequence[str]) -> list[str]:
    """The letters of a case in the documented words."""
    if "plain" in case:
        return list(case["plain"])
    if case["who"] == "stranger" or case.get("via") or ("letters" in case and case["who"] != "player"):
        return list(letters)
    out = []
    for word in case["does"]:
        if word.split()[0].rstrip(":") in ("PRESS", "BROADCAST", "ANNOUNCE"):
            out += [word.split(":")[0], *case.get("press", ()), "ENDPRESS"]
        elif word.startswith("RESULT"):
            head, _, rest = word.partition(" CENTRES")
            out += [head, f"CENTRES{rest}", "END"]
        else:
            out.append(word)
    if "sheet" in case and "letters" not in case and not {"CLEAR", "UNDO"} & {word.split()[0] for word in case["does"]}:
        out += case["sheet"]
    return [*letters[:-1], "\n".join(out)]
