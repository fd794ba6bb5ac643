"""The golden story runner: plays `story.txt` and writes down every letter that comes of it.

The script has one directive a line; indented lines below a directive are its letter's text:

    settings name=value ...          before anything else
    at 2026-01-05 12:00              set the clock (UTC) and tick; `at deadline GAME [+2h]` goes to a game's deadline
    sleep 2026-01-05 12:00           the same without a tick: the judge is not running meanwhile
    new GAME VARIANT [name=value ...]
    join GAME SEAT, SEAT, ...        people at <seat>@example.test with the password <seat>-pass
    start GAME
    mail ADDRESS [subject=... to=... head='Name: value | Name: value']      a letter from anybody
    raw ADDRESS                      the indented lines are the whole letter, head and all
    orders SEAT@GAME                 a letter signed on for a seat
    master GAME                      a letter in the master's block
    reply ADDRESS [SUBJECT]          an answer to the last letter to ADDRESS, press apart (whose subject holds SUBJECT)
    bare ADDRESS [SUBJECT] [head='Name: value']   the same from a program that has lost the key of the address
    answer NAME                      an answer to the letter kept under that name
    stamp 2026-01-05 12:00           the next letter was stamped then, whenever it is handled
    tick                             one tick of the daemon; every letter is followed by one anyway, unless `later`
    later                            the next letters wait for an explicit tick
    expect GAME path.to.value = text what `judge show --json` says
    keep NAME ADDRESS [REGEX]        remember the last letter to ADDRESS, or what the regex's group found in it;
                                     `{NAME}` in later directives and letters stands for what was found
    quiet / loud                     letters are not written down from here on / are again
    leave out ADDRESS, ...           letters to these are never written down

Copies of one letter to several mailboxes are written down once, with all their addresses; what the letters of players
have in common, once in a step.
"""

import re
import shlex
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from judge.cli.view import show
from judge.config import span
from judge.games import variant
from tests.harness import MASTER, MASTER_PASSWORD, Judge, Out, address_of, password_of

KEPT_HEADERS = ("Reply-To", "Auto-Submitted", "List-Id")
COMMON = re.compile(r"\n(RESULTS of \w+.*|THE GAME)\n")  # from there on a player's letter is everybody's
LONG = 6  # lines
WAYS = {"settings", "expect", "keep", "quiet", "loud", "leave", "later", "stamp", "sleep", "new", "join"}


class Teller:
    """Plays one story; `told` is the golden text, page by page."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.judge: Judge | None = None
        self.told: list[str] = []
        self.waiting = False
        self.silent = False
        self.left_out: set[str] = set()
        self.stamped: datetime | None = None
        self.letters: dict[str, Out] = {}
        self.words: dict[str, str] = {}
        self.seen = 0
        self.games: tuple[str, ...] = ()

    @property
    def the(self) -> Judge:
        return self.judge or self.open()

    def open(self, **settings: str) -> Judge:
        """A judge that knows the story's own games only, so that a new game changes no story of another."""
        self.judge = Judge(self.folder, **settings)
        if self.games:
            self.judge.services.variants = {slug: variant(slug) for slug in self.games}
        return self.judge

    def play(self, text: str) -> None:
        """The whole script; a fault names its line."""
        self.games = tuple(sorted(set(re.findall(r"^new \S+ ([a-z0-9_]+)", text, re.MULTILINE))))
        for number, words, body in steps(text):
            verb, _, rest = words.partition(" ")
            try:
                getattr(self, f"do_{verb}")(self.fill(rest.strip()), self.fill(body))
            except Exception as fault:
                fault.add_note(f"line {number}: {words}")
                raise
            self.tell(words, verb not in WAYS and not self.waiting)

    def fill(self, text: str) -> str:
        """`{name}` becomes what was kept under that name."""
        for name, found in self.words.items():
            text = text.replace("{" + name + "}", found)
        return text

    def tell(self, words: str, always: bool) -> None:
        """Write down what has been sent since the last time, under the directive that brought it about."""
        fresh = self.the.relay.sent[self.seen :] if self.judge else []
        self.seen += len(fresh)
        if self.silent or not (fresh or always):
            return
        shown = [out for out in fresh if out.to not in self.left_out]
        self.told.append(f"######## {self.the.clock.now():%a %d %b %H:%M}  {words}")
        above: list[Out] = []
        for copies in grouped(shown):
            self.told.append(page(copies, above))
            above.append(copies[0])
        if not fresh:
            self.told.append("(no letter)")

    # ---- time -------------------------------------------------------------------------------------------------

    def moment(self, text: str) -> datetime:
        words = text.split()
        if words[0] == "deadline":
            moment, rest = self.the.deadline(words[1]), words[2:]
        elif words[0] == "now":
            moment, rest = self.the.clock.now(), words[1:]
        else:
            moment, rest = datetime.fromisoformat(f"{words[0]}T{words[1]}").replace(tzinfo=UTC), words[2:]
        for word in rest:
            moment += span(word[1:]) if word[0] == "+" else -span(word[1:])
        return moment

    def do_at(self, rest: str, body: str) -> None:
        self.the.clock.set(self.moment(rest))
        self.do_tick("", "")

    def do_sleep(self, rest: str, body: str) -> None:
        self.the.clock.set(self.moment(rest))

    def do_stamp(self, rest: str, body: str) -> None:
        self.stamped = self.moment(rest)

    def do_later(self, rest: str, body: str) -> None:
        self.waiting = True

    def do_tick(self, rest: str, body: str) -> None:
        self.waiting = False
        self.the.tick()

    # ---- games ------------------------------------------------------------------------------------------------

    def do_settings(self, rest: str, body: str) -> None:
        self.open(**pairs(rest))

    def do_new(self, rest: str, body: str) -> None:
        name, variant, *options = rest.split(" ", 2)
        self.the.new(name, variant, **pairs(" ".join(options)))

    def do_join(self, rest: str, body: str) -> None:
        game, _, seats = rest.partition(" ")
        self.the.join(game, *(seat.strip() for seat in seats.split(",")))

    def do_start(self, rest: str, body: str) -> None:
        self.the.start(rest)
        self.do_tick("", "")

    # ---- letters ----------------------------------------------------------------------------------------------

    def do_mail(self, rest: str, body: str) -> None:
        sender, _, options = rest.partition(" ")
        more = pairs(options)
        heads = [head.strip() for head in more.pop("head", "").split("|") if head.strip()]
        self._post(sender, body, headers=heads, **more)

    def do_raw(self, rest: str, body: str) -> None:
        self.the.put((body + "\n").encode("utf-8"), self.stamped)
        self.stamped = None
        self._maybe()

    def do_orders(self, rest: str, body: str) -> None:
        seat, _, game = rest.rpartition("@")
        self._post(address_of(seat), f"SIGNON {seat}@{game} {password_of(seat)}\n{body}\nSIGNOFF")

    def do_master(self, rest: str, body: str) -> None:
        self._post(MASTER, f"MASTER {rest} {MASTER_PASSWORD}\n{body}\nSIGNOFF")

    def do_reply(self, rest: str, body: str) -> None:
        address, _, subject = rest.partition(" ")
        letters = [out for out in self.the.letters(address, subject.strip()) if ".press-" not in out.header("Reply-To")]
        self._answer(letters[-1], body)

    def do_bare(self, rest: str, body: str) -> None:
        words, _, head = rest.partition(" head=")
        address, _, subject = words.partition(" ")
        letter = self.the.letters(address, subject.strip())[-1]
        own = letter.header("Message-ID")
        named = [f"In-Reply-To: {own}", *([head.strip("'")] if head else [])]
        self._post(letter.to, body, subject=f"Re: {letter.subject}", headers=named)

    def do_answer(self, rest: str, body: str) -> None:
        self._answer(self.letters[rest], body)

    def _answer(self, letter: Out, body: str) -> None:
        named = [f"In-Reply-To: {letter.header('Message-ID')}"]
        self._post(letter.to, body, to=letter.header("Reply-To"), subject=f"Re: {letter.subject}", headers=named)

    def _post(self, sender: str, body: str, **more: Any) -> None:
        self.the.post(sender, body, at=self.stamped, **more)
        self.stamped = None
        self._maybe()

    def _maybe(self) -> None:
        if not self.waiting:
            self.the.tick()

    # ---- the story itself -------------------------------------------------------------------------------------

    def do_expect(self, rest: str, body: str) -> None:
        path, _, wanted = rest.partition("=")
        game, _, path = path.strip().partition(" ")
        found: Any = show(self.the.services, self.the.game(game))
        for step in path.strip().split("."):
            found = found[int(step)] if isinstance(found, list | tuple) else found[step]
        assert str(found) == wanted.strip()

    def do_keep(self, rest: str, body: str) -> None:
        name, address, *regex = rest.split(" ", 2)
        found = [letter for letter in self.the.letters(address) if not regex or re.search(regex[0], letter.text)]
        self.letters[name] = found[-1]
        if regex:
            match = re.search(regex[0], found[-1].text)
            assert match
            self.words[name] = match[1]

    def do_quiet(self, rest: str, body: str) -> None:
        self.silent = True

    def do_loud(self, rest: str, body: str) -> None:
        self.silent = False

    def do_leave(self, rest: str, body: str) -> None:
        self.left_out |= {address.strip() for address in rest.removeprefix("out ").split(",")}


def steps(text: str) -> Iterator[tuple[int, str, str]]:
    """(line number, directive, indented text below it)."""
    lines = text.split("\n")
    number = 0
    while number < len(lines):
        line = lines[number]
        start, number = number + 1, number + 1
        if not line.strip() or line.startswith("#"):
            continue
        body = []
        while number < len(lines) and (lines[number].startswith("    ") or not lines[number].strip()):
            body.append(lines[number][4:])
            number += 1
        yield start, line.strip(), "\n".join(body).strip("\n")


def pairs(text: str) -> dict[str, str]:
    return dict(word.split("=", 1) for word in shlex.split(text))


def grouped(letters: Sequence[Out]) -> list[list[Out]]:
    """Copies of one public letter together, in the order of the first of each."""
    found: dict[tuple[str, str], list[Out]] = {}
    for out in letters:
        key = (out.subject, out.text) if out.header("List-Id") or "list" in out.to else (out.subject, out.to + out.text)
        found.setdefault(key, []).append(out)
    return list(found.values())


def page(copies: Sequence[Out], above: Sequence[Out]) -> str:
    """One letter as it stands in the golden file; what a letter above it has as well is not written down again."""
    out = copies[0]
    heads = [f"{name}: {out.header(name)}" for name in KEPT_HEADERS if out.header(name)]
    to = ", ".join(copy.to for copy in copies)
    found = COMMON.search(out.text)
    text = out.text if not found else out.text[: found.end()] + shortened(out.text[found.end() :], above)
    return "\n".join([f"==== to {to}", *heads, f"Subject: {out.subject}", "", text])


def shortened(text: str, above: Sequence[Out]) -> str:
    """Without the long stretches that stand in a letter above."""
    lines = text.split("\n")
    for other in above:
        theirs = other.text.split("\n")
        runs = SequenceMatcher(None, lines, theirs, autojunk=False).get_matching_blocks()
        for run in sorted(runs, key=lambda run: -run.a):
            if run.size >= LONG:
                lines[run.a : run.a + run.size] = [f"[{run.size} lines as in the letter to {other.to}]", ""]
    return "\n".join(lines)
