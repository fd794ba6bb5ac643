"""A game in a position, one letter to it, and all that came of it, whatever the game: what is on file, what was done at
once, what others were told. The journal is asked, not the answer."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from judge.core.codec import unpack_sheet
from tests.people.services import Letter, Services, flat, signed

START = datetime(2026, 1, 5, 10, tzinfo=UTC)  # a Monday
GAME, MASTER = "g1", "gm@people.test"
POOL = ("Lupus", "Vulpes", "Ursa", "Aquila", "Felix", "Hermes", "Orion", "Stella", "Draco", "Nemo")
POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
SEATS: Mapping[str, Sequence[str]] = {
    "bourse": POOL,
    "troubleshooter": POOL,
    "capitalist": POOL[:9],
    "diplomacy": POWERS,
    "economic4": POWERS,
    "payola": [power.upper() for power in POWERS],
    "exchange": ("Anna", "Bob", "Carl", "Dora"),
}
OPTIONS = {"troubleshooter": " start_units=1000 sell_limit=500", "payola": " empty=dummy"}
STORIES = Path(__file__).parent / "letters_of_an_adversary" / "before.json"
FILING = frozenset({"orders_stored", "ready"})
"""Events that NO takes back; whatever else a letter brings about stays done."""


@dataclass(frozen=True)
class Position:
    """A game that waits for a letter. `last` is the newest letter to each address."""

    services: Services
    last: Mapping[str, Letter]


@dataclass(frozen=True)
class Told:
    """What came of a letter. `filed` are the lines on file for the open phase, `ahead` whether a sheet for another
    phase changed, `done` what was carried out at once, as lines, and `events` the kinds of all that was written."""

    tag: str
    text: str
    was: Sequence[str]
    filed: Sequence[str]
    done: Sequence[str] = ()
    events: Sequence[str] = ()
    ahead: bool = False
    others: Sequence[str] = ()
    answers: Sequence[Letter] = field(default=(), repr=False)

    @property
    def beyond_recall(self) -> bool:
        """Whether something was done that no later letter takes back."""
        return bool(set(self.events) - FILING)

    @property
    def changed(self) -> bool:
        return self.beyond_recall or self.ahead or list(self.was) != list(self.filed)

    def names(self, words: str) -> bool:
        """Whether the answer has these words, however its lines are broken."""
        return flat(words) in flat(self.text)


def address_of(seat: str) -> str:
    return f"{seat.lower()}@people.test"


@cache
def position(game: str, at: str = "") -> Position:
    """A game with all its seats, as the story brings it to `at`."""
    plenty: dict[str, Any] = {"replies_per_hour": 100000, "letters_per_hour": 100000}
    services, last = Services(START, plenty), {}
    people = {seat: address_of(seat) for seat in SEATS[game]}
    services.register({MASTER: "Gm", **{address: f"Person {n}" for n, address in enumerate(people.values())}})
    settings = f"schedule='FRI 18:00 UTC' early=yes{OPTIONS.get(game, '')}"
    services.open_game(MASTER, GAME, game, settings, people)
    if at != "forming":
        services.post(MASTER, _master(services, "START"), services.now)
        last |= {letter.to: letter for letter in services.made()}
    for phase, letters in json.loads(STORIES.read_text("utf-8")).get(f"{game} {at}", []):
        for seat, text in letters.items():
            services.post(address_of(seat), signed(seat, GAME, text), services.now)
        last |= {letter.to: letter for letter in services.turn()}
        if phase:
            services.post(MASTER, _master(services, f"PROCESS {phase}"), services.now)
            last |= {letter.to: letter for letter in services.made()}
    return Position(services, last)


def _master(services: Services, words: str) -> str:
    return f"MASTER {GAME} {services.key[GAME]}\n{words}\nSIGNOFF"


def send(
    place: Position,
    seat: str,
    letter: str,
    *,
    before: Sequence[str] = (),
    subject: str = "",
    reply: bool = True,
    headers: Mapping[str, str] | None = None,
    name: str = "letter",
) -> Told:
    """One letter of a seat, or of the master if `seat` is empty, as a reply to the newest letter it got."""
    services, last = place.services.copy(name), dict(place.last)
    address = address_of(seat) if seat else MASTER
    for text in filter(None, before):
        services.post(address, signed(seat, GAME, text) if seat else _master(services, text), services.now)
        last |= {one.to: one for one in services.turn()}
    was, seen = on_file(services, seat), services.judge.services.journal.length(GAME)
    answered = last.get(address) if reply else None
    text = answered.text if answered is not None else ""
    body = letter.replace("{JUDGE}", text).replace("{QUOTED}", quoted(text))
    if answered is None:
        body = signed(seat, GAME, body) if seat else _master(services, body)
        ident = services.post(address, body, services.now, subject=subject or "Orders", headers=headers)
    else:
        subject = subject or f"Re: {answered.subject}"
        more = {"In-Reply-To": answered.ident, "References": answered.ident, **(headers or {})}
        ident = services.post(address, body, services.now, to=answered.reply_to, subject=subject, headers=more)
    sent = services.turn()
    return _told(services, seat, was, seen, [one for one in sent if one.answers == ident and one.to == address], sent)


def quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.split("\n"))


def _told(
    services: Services,
    seat: str,
    was: Mapping[str, list[str]],
    seen: int,
    own: Sequence[Letter],
    sent: Sequence[Letter],
) -> Told:
    journal, game = services.judge.services.journal, services.judge.game(GAME)
    events = [journal.event(GAME, seq) for seq in range(seen + 1, journal.length(GAME) + 1)]
    vocabulary = services.judge.services.variant(game).vocabulary
    acts = [event["data"]["command"] for event in events if event["kind"] == "acted"]
    now, phase = on_file(services, seat), game.phase
    return Told(
        tag=next((one.tag for one in own), ""),
        text="\n".join(f"{one.subject}\n{one.text}" for one in own),
        was=was.get(phase, []),
        filed=now.get(phase, []),
        done=[command.canonical() for act in acts for command in unpack_sheet(vocabulary, [act])],
        events=[event["kind"] for event in events],
        ahead=any(now[one] != was.get(one, []) for one in now if one != phase),
        others=[one.to for one in sent if one not in own],
        answers=own,
    )


def on_file(services: Services, seat: str) -> dict[str, list[str]]:
    """The lines of a seat by phase."""
    desk, game = services.judge.services, services.judge.game(GAME)
    known = desk.files.seat(GAME, seat) if seat else None
    name = known.name if known is not None else ""  # as the game writes it
    rows: Any = [row for row in desk.store.table("orders").all() if row["game"] == GAME and row["seat"] == name]
    found = {}
    for phase in {str(row["phase"]) for row in rows}:
        record = desk.files.sheet(GAME, phase, name)
        ready = ["<READY>"] if record.ready else []
        found[phase] = [command.canonical() for command in desk.sheet(game, record)] + ready
    return found


def plain(lines: Sequence[str]) -> list[str]:
    """BUY MAX MARK and BUY MARK WITH REST are one request, and the order of lines says nothing."""
    return sorted(re.sub(r"^BUY MAX (\w+)$", r"BUY \1 WITH REST", line) for line in lines)
