"""Everything beside orders: letters of strangers, players and masters.

`who` writes; `letter` or `letters` (each answers the one before) are what is written, `subject`, `headers` and `from`
its head. {GAME}, {SEAT}, {PW} and {MPW} stand for the game, the seat and the passwords. `via: bare` leaves out the
sign-on, `via: reply` answers the judge's newest letter. `registered` and `reader` say what a stranger is already,
`state` where a master's game stands. `then: confirm` answers the letter that proves an address.

Wanted: `does`, words of the correspondence that must be carried out (see deeds.py); `sheet`, what lies on file
afterwards; `shows`, patterns in the answer; `quoted`, words in it; `hides`, words that must not be; `press`, what the
others read; `propose`, what the answer offers and YES must carry out; `answer: false`, no answer at all.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from tests.people import deeds
from tests.people.result import Case, Result
from tests.people.services import OURS, PASSWORD, Letter, Services, flat
from tests.tables import rows

T0 = datetime(2026, 11, 2, 10, tzinfo=UTC)  # a Monday: games are made
EVE = datetime(2026, 11, 9, 8, tzinfo=UTC)  # Spring was resolved on Friday
CASE = datetime(2026, 11, 10, 10, tzinfo=UTC)  # Tuesday week: the letters of the cases come
ROUND = timedelta(minutes=15)
MASTER = "gm@gm.test"
POOL = ["Lupus", "Ursa", "Aquila", "Felix", "Hermes", "Orion", "Stella", "Pavo", "Draco", "Nemo", "Lynx", "Cygnus"]
REST = ["Vulpes", "Corvus", "Grey Wolf"]
HOLD = dict(rows(__file__, "HOLD"))
SPRING, FALL = ["SELL 200 CROWNS", "BUY MARKS WITH REST"], ["SELL 300 LIRA", "BUY 100 MARKS"]
ON_FILE = ["SELL 300 LIRA", "BUY 100 MARK"]
CENTRES = "CENTRES AUSTRIA 5 ENGLAND 4 FRANCE 5 GERMANY 5 ITALY 4 RUSSIA 6 TURKEY 5"
OWN_GAMES = {  # of the masters, by their state
    "forming": "mark1",
    "fall": "mark2",
    "fallreport": "mark3",
    "waiting": "mark4",
    "spring2": "mark5",
}
PLAYERS = {"full": "lira20", "empty": "lira21", "diplomacy": "dip10"}
SMALL = ["Lupus", "Vulpes", "Grey Wolf"]
SEATS = {
    "lira7": ["Corvus", "Vulpes", "Ursa", "Aquila"],
    "lira5": ["Corvus", "Vulpes", "Ursa", "Aquila"],
    "dip3": ["England", "Russia"],
    "lira20": POOL + REST,
    "lira21": POOL + REST,
    "dip10": list(HOLD),
    **{game: SMALL for game in OWN_GAMES.values()},
}
FORMING = ("lira7", "dip3", OWN_GAMES["forming"])
OPEN = ("lira7", "lira5", "dip3")
FAST = (OWN_GAMES["waiting"], OWN_GAMES["spring2"])
REPORTED = (OWN_GAMES["fallreport"], OWN_GAMES["spring2"])
WITH_SHEETS = ("lira20", OWN_GAMES["fall"], OWN_GAMES["fallreport"], OWN_GAMES["waiting"])


def position(case: Case) -> str:
    """All cases begin in the same house; who is known already belongs to it."""
    return "house"


# ---- the house --------------------------------------------------------------------------------------------------


@cache
def made(place: str) -> Services:
    """A judge with games in every state, as it stands when the letters come: for two files, and for their replies."""
    services = Services(T0, {"keeper": "keeper@localhost"})
    people = [MASTER, *map(deeds.mail_of, {seat: 0 for seats in SEATS.values() for seat in seats})]
    services.register({address: address.split("@")[0].title() for address in people})
    for game, seats in SEATS.items():
        days = "MON,THU" if game in FAST else "FRI"
        variant = "diplomacy" if game.startswith("dip") else "bourse"
        settings = f"early=yes grey=yes schedule='{days} 18:00 Europe/London'"
        services.open_game(MASTER, game, variant, settings, {seat: deeds.mail_of(seat) for seat in seats})
        words = ([] if game in FORMING else ["START"]) + ([] if game in OPEN else ["SET open no"])
        if words:
            services.master(MASTER, game, "\n".join(words))
    for game in SEATS:
        spring(services, game)
    services.made()
    services.tick(EVE)
    for game in SEATS:
        fall(services, game)
    services.tick(CASE - timedelta(hours=1))
    assert services.listing()["lira20"]["phase"] == "F1901M"
    assert services.listing()[OWN_GAMES["spring2"]]["phase"] == "S1902M"
    return services


def spring(services: Services, game: str) -> None:
    """The sheets of the first phase; Vulpes forgets his."""
    for seat in SEATS[game] if game not in FORMING else ():
        lines = HOLD[seat] if game.startswith("dip") else SPRING
        if seat != "Vulpes":
            write(services, game, seat, lines, services.now)


def fall(services: Services, game: str) -> None:
    """What is on file when the letters of the cases come, and what the masters reported."""
    at = EVE + timedelta(hours=1)
    if game in REPORTED:
        services.post(MASTER, f"MASTER {game} {services.key[game]}\nRESULT F1901\n{CENTRES}\nEND", at)
    if game == "lira5":
        write(services, game, "Ursa", ["RESIGN"], at)
    if game in WITH_SHEETS:
        for seat in POOL if game == "lira20" else SMALL[:1]:
            write(services, game, seat, FALL, at)


def write(services: Services, game: str, seat: str, lines: list[str], at: datetime) -> None:
    body = "\n".join((f"SIGNON {seat}@{game} {PASSWORD}", *lines, "SIGNOFF"))
    services.post(deeds.mail_of(seat), body, at)


# ---- a case -----------------------------------------------------------------------------------------------------


class Run:
    """A case under way: who writes, what came back in each round, and what others got."""

    def __init__(self, case: Case, services: Services) -> None:
        self.case, self.services, self.who = case, services, case["who"]
        self.game, self.seat = place_of(case)
        self.address = {"player": deeds.mail_of(self.seat), "master": MASTER}.get(self.who) or stranger(case)
        self.rounds: list[list[Letter]] = []
        self.others: list[Letter] = []
        self.mine: list[Letter] = []
        self.seen: list[Letter] = []
        self.sent: list[str] = []
        self.last: Letter | None = None
        self.status: list[Letter] = []
        self.at = CASE

    @property
    def answers(self) -> list[Letter]:
        """What came of the last round."""
        return self.rounds[-1] if self.rounds else []

    @property
    def text(self) -> str:
        return "\n".join(letter.text for letter in self.answers)

    @property
    def tags(self) -> list[str]:
        return [letter.tag for letter in self.answers]

    def fill(self, text: str) -> str:
        key = self.services.key.get(self.game, "")
        given = {"{GAME}": self.game, "{SEAT}": self.seat, "{PW}": PASSWORD, "{MPW}": key}
        for name, value in given.items():
            text = text.replace(name, value)
        return text

    # ---- letters ------------------------------------------------------------------------------------------------

    def say(self, words: str, first: bool) -> None:
        """Write a letter; what came of it is the newest round."""
        via = self.case.get("via", "signon") if first else "reply"
        body, subject = self.fill(words), self.fill(self.case.get("subject", "")) if first else ""
        to, answering, token = OURS, "", ""
        if not first and self.last:
            token, answering, subject = self.last.reply_to, self.last.ident, f"Re: {self.last.subject}"
        elif via == "reply" and self.who == "player":
            token = self.services.newest.get((self.game, self.address), "")
            subject = subject or f"Re: DEMO {self.game} F1901M"
        if token and self.who != "master":
            to = token
        elif via != "bare" and self.who == "player":
            body = f"SIGNON {self.seat}@{self.game} {PASSWORD}\n{body}"
        elif via != "bare" and self.who == "master":
            body = f"MASTER {self.game} {self.services.key[self.game]}\n{body}"
        sender, headers = self.case.get("from", self.address), self.case.get("headers")
        self.post(sender, body, to=to, subject=subject, answering=answering, headers=headers)
        self.collect(True)

    def confirm(self) -> None:
        """Answer the letter that asks whether the address is one's own, as it says."""
        ask = [letter for letter in self.mine if "confirm" in letter.reply_to]
        if ask:
            self.post(self.address, "", to=ask[-1].reply_to, subject="Re: " + ask[-1].subject)
            self.collect(False)

    def ask_status(self) -> None:
        """What lies on file afterwards."""
        replies = (letter.reply_to for letters in reversed(self.rounds) for letter in letters)
        token = next((reply for reply in replies if re.match(r"judge\+\w+\.\d", reply)), "")
        body = "STATUS" if token else f"SIGNON {self.seat}@{self.game} {PASSWORD}\nSTATUS"
        ident = self.post(self.address, body, to=token or OURS, subject="")
        self.status = [letter for letter in self.tick() if letter.answers == ident]

    def post(self, sender: str, body: str, **head: Any) -> str:
        self.sent.append(self.services.post(sender, body, self.at, **head))
        return self.sent[-1]

    def tick(self) -> list[Letter]:
        letters = self.services.tick(self.at + timedelta(minutes=6))
        self.at += ROUND
        return letters

    def collect(self, answered: bool) -> None:
        """Sort what came: answers to the writer, other letters to him, letters to others."""
        letters = self.tick()
        self.seen += letters
        got = [letter for letter in letters if letter.answers == self.sent[-1]]
        mine = [
            letter for letter in letters if letter.to == self.address and letter not in got and self.of_game(letter)
        ]
        own = [letter for letter in mine if not re.match(r"DEMO \S+ \S+$", letter.subject)]
        if self.who == "player":
            own = [letter for letter in own if not letter.answers and letter.tag != "CONFIRM"]
        if self.who == "master":
            own = [letter for letter in own if not letter.answers and letter.tag]
        self.mine += got + mine
        answer = got + (own if self.who == "stranger" or not got else [])
        if answered:
            self.rounds.append(answer)
        usable = [letter for letter in answer if letter.reply_to and "confirm" not in letter.reply_to] or answer
        self.last = usable[0] if usable else self.last
        if self.game:
            named = re.compile(rf"\b{self.game}\b")
            others = [letter for letter in letters if letter.to != self.address and named.search(letter.subject)]
            self.others += [letter for letter in others if letter.answers not in self.sent]

    def of_game(self, letter: Letter) -> bool:
        named = self.game and re.search(rf"\b{self.game}\b", letter.subject)
        return bool(not self.game or named or "CONFIRM" in letter.subject)

    # ---- what is looked at --------------------------------------------------------------------------------------

    def sheet(self) -> tuple[list[str], bool]:
        """The lines on file, and whether they are called ready."""
        for letter in self.status:
            for sheet in letter.facts.get("sheets", ()):
                if sheet["phase"] == letter.facts.get("phase"):
                    return [line["text"] for line in sheet["lines"]], bool(sheet.get("ready"))
        return [], False

    def standing(self) -> dict[str, str]:
        """Where the game stands."""
        return self.services.listing().get(self.game, {})


def stranger(case: Case) -> str:
    """The address of somebody without a seat."""
    return str(case.get("from", f"{case['id'].replace('-', '')}@stranger.test"))


def place_of(case: Case) -> tuple[str, str]:
    """Game and seat of the writer; the seats take turns, so that no reading may hang on a name."""
    number = int(re.sub(r"\D", "", case["id"]))
    if case["who"] == "master":
        return OWN_GAMES[case.get("state", "fall")], ""
    if case["who"] == "stranger":
        return "", ""
    if case["game"] == "diplomacy":
        return PLAYERS["diplomacy"], list(HOLD)[number % 7]
    return PLAYERS["empty" if case.get("before") == [] else "full"], POOL[number % len(POOL)]


def run(case: Case, base: Services, reply: bool = False, plain: bool = False) -> Result:
    """Send the letters to the house and look at what comes. `plain` sends the documented words instead: that shows
    whether a label is right, whatever is read."""
    if reply and case["who"] == "player" and "via" not in case:
        case = {**case, "via": "reply"}
    run = Run(case, base.copy(case["id"]))
    introduce(run)
    before = run.standing()
    letters = case.get("letters") or [case["letter"]]
    if plain and case["want"] == "take":
        letters = deeds.documented(case, letters)
    for at, words in enumerate(letters):
        run.say(words, at == 0)
    if case.get("then") == "confirm":
        run.confirm()
    after = run.standing()
    if run.who == "player":
        run.ask_status()
    why, answers = faults(run, before, after), run.answers
    tags, got = run.tags, run.sheet()[0] if run.who == "player" else None
    if case.get("propose") and case["want"] == "ask" and not why:
        run.others, run.mine = [], []
        run.say("YES", False)
        left = deeds.undone(
            run, [word.split("|")[0] for word in case["propose"]], run.standing(), bool(case.get("shows"))
        )
        why += [f"YES did not carry it out: {left}"] if left else []
    had = [] if case["game"] == "diplomacy" else case.get("before", ON_FILE)
    return Result(case, why, tags, got, had, answers, [one for one in run.mine + run.others if one not in answers])


def introduce(run: Run) -> None:
    """What a stranger is already."""
    if run.case.get("registered"):
        name = run.address.split("@")[0].title()
        run.services.register({run.address: name})
    if run.case.get("reader"):
        run.services.post(run.address, "SUBSCRIBE lira5", run.services.now)
        run.services.made()


# ---- what is not as it should be --------------------------------------------------------------------------------


def faults(run: Run, before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """Everything that a careful referee would have done otherwise."""
    case = run.case
    out = [*answered(run), *verdicts(run), *words(run), *filed(run)]
    left = deeds.undone(run, case["does"], after, bool(case.get("shows"))) if case["does"] else ""
    if left:
        out.append(f"not done: {left}")
    done = {word.split()[0].rstrip(":") for word in case["does"]}
    if run.game and not deeds.MOVING & done and before != after:
        out.append(f"game changed: {before} -> {after}")
    if not deeds.TOLD & done:
        out += leaks(run)
    if run.who == "stranger" and not {"REGISTER", "JOIN", "SUBSCRIBE", "UNSUBSCRIBE", "TAKEOVER"} & done:
        made = any(letter.tag == "CONFIRM" or "You play as" in letter.text for letter in run.mine)
        out += ["something was asked or done"] if made else []
    if case["want"] == "ask" and case.get("propose"):
        known = flat(run.text)
        lack = [p for p in case["propose"] if not any(flat(one) in known for one in run.fill(p).split("|"))]
        out += [f"not proposed: {lack[0]}"] if lack else []
    return out


def answered(run: Run) -> list[str]:
    if not run.case.get("answer", True):
        return ["answered"] if any(run.rounds) or run.mine else []
    return [f"no answer (letter {at})" for at, letters in enumerate(run.rounds, 1) if not letters][:1]


def verdicts(run: Run) -> list[str]:
    """The word in brackets."""
    want, must, tags, out = run.case["want"], run.case.get("answer", True), run.tags, []
    bad = [tag for tag in tags if tag in ("ERROR", "PARTIAL")]
    nothing = bool(tags) and set(tags) <= {"NOTHING FOUND"}
    if want in ("take", "talk") and bad:
        out.append(f"says {bad[0]}")
    if want == "take" and must and nothing:
        out.append("says NOTHING FOUND")
    if want in ("part", "ask") and must and not bad:
        out += ["says OK"] if "OK" in tags else ["says NOTHING FOUND"] if nothing else []
    return out


def words(run: Run) -> list[str]:
    """What the answer must have, and must not have."""
    case, text, out = run.case, flat(run.text), []
    told = flat(" ".join(letter.text for letter in run.mine))
    out += [f"told: {hidden!r}" for hidden in case.get("hides", ()) if flat(hidden) in told]
    if case.get("answer", True):
        out += [f"not quoted: {one!r}" for one in case.get("quoted", ()) if flat(run.fill(one)) not in text][:1]
        shows = [run.fill(one) for one in case.get("shows", ())]
        out += [f"not shown: {one!r}" for one in shows if not re.search(one, run.text, re.I | re.S)][:1]
    return out


def filed(run: Run) -> list[str]:
    """The sheet of a player, on file and in the answer."""
    case, out = run.case, []
    if run.who != "player":
        return []
    wanted = case.get("sheet", case.get("before", [] if case["game"] == "diplomacy" else ON_FILE))
    lines = wanted if "RESIGN" in case["does"] else run.sheet()[0]
    if lines != wanted:
        out.append(f"sheet {lines}")
    if case["want"] == "talk" and case.get("answer", True) and not all(flat(line) in flat(run.text) for line in wanted):
        out.append("what is on file is not shown")
    return out


def leaks(run: Run) -> list[str]:
    """Letters to others about something that nobody was to be told."""
    for letter in run.others:
        players = run.who == "master" and letter.to.endswith("pl.test")
        if players or (run.who == "player" and re.search(rf"\b{run.seat}\b", letter.text)):
            return [f"others were told: {letter.subject} to {letter.to}"]
    return []
