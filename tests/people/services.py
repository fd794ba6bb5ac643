"""A judge with a position, made once through letters; every case begins from a copy of it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.utils import format_datetime
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from judge.store import Store
from tests.harness import Judge, Out
from tests.once import memory
from tests.stores import memory_store

OURS = "judge@localhost"
PASSWORD = "secret99"
MINUTE = timedelta(minutes=1)
SETTINGS = {"name": "DEMO", "address": OURS, "list": "results@localhost", "create": "registered"}


@dataclass(frozen=True)
class Letter:
    """A letter of the judge, as a case looks at it."""

    out: Out

    @property
    def to(self) -> str:
        return self.out.to.lower()

    @property
    def subject(self) -> str:
        return self.out.subject

    @property
    def text(self) -> str:
        return self.out.text

    @property
    def tag(self) -> str:
        """The word in brackets at the head of the subject; "" if there is none."""
        head, bracket, _ = self.out.subject.partition("]")
        return head[1:] if bracket and head.startswith("[") and head[1:].replace(" ", "").isalpha() else ""

    @cached_property
    def facts(self) -> Mapping[str, Any]:
        """The machine-readable part."""
        found: Mapping[str, Any] = self.out.json or {}
        return found

    @cached_property
    def answers(self) -> str:
        return self.out.header("In-Reply-To").strip()

    @cached_property
    def ident(self) -> str:
        return self.out.header("Message-ID")

    @cached_property
    def reply_to(self) -> str:
        return self.out.header("Reply-To")


@cache
def home(process: int) -> tempfile.TemporaryDirectory[str]:
    """One folder for all judges of a process: they keep nothing in it but the house's secret."""
    return tempfile.TemporaryDirectory(prefix="people", dir=memory())


class Services:
    """A judge, letters to it and letters from it."""

    def __init__(self, at: datetime, settings: Mapping[str, str], store: Store | None = None, seed: str = "people"):
        self.settings = settings
        self.store = memory_store() if store is None else store
        self.judge = Judge(Path(home(os.getpid()).name), store=self.store, seed=seed, **{**SETTINGS, **settings})
        self.judge.clock.set(at)
        self.key: dict[str, str] = {}
        """The masters' passwords by game."""
        self.newest: dict[tuple[str, str], str] = {}
        """The reply address of the newest letter by game and reader."""

    def copy(self, seed: str) -> Services:
        """Another judge that stands where this one stands. Nothing that it does is seen here."""
        store = memory_store()
        store.storage.engine.stand_as(self.store.storage.engine)  # type: ignore[attr-defined]
        twin = Services(self.judge.clock.now(), self.settings, store, seed)
        twin.judge.posted, twin.key, twin.newest = self.judge.posted, dict(self.key), dict(self.newest)
        return twin

    def post(
        self,
        sender: str,
        body: str,
        at: datetime,
        *,
        to: str = OURS,
        subject: str = "Orders",
        answering: str = "",
        headers: Mapping[str, str] | None = None,
    ) -> str:
        """Put a letter into the mailbox; gives its Message-ID."""
        self.judge.posted += 1
        ident = f"<case{self.judge.posted}@people.test>"
        head = {
            "From": sender,
            "To": to,
            "Subject": subject,
            "Date": format_datetime(at),
            "Message-ID": ident,
            "MIME-Version": "1.0",
            "Content-Type": "text/plain; charset=utf-8",
            "Content-Transfer-Encoding": "8bit",
            **({"In-Reply-To": answering, "References": answering} if answering else {}),
            **(headers or {}),
        }
        raw = "".join(f"{name}: {value}\n" for name, value in head.items()) + "\n" + body + "\n"
        self.judge.put(raw.encode("utf-8"), at)
        return ident

    def tick(self, at: datetime) -> list[Letter]:
        """What the judge sends at that time."""
        letters = [Letter(out) for out in self.judge.tick(at)]
        for letter in letters:
            if letter.reply_to.startswith("judge+"):
                game = letter.reply_to[len("judge+") :].partition(".")[0].partition("@")[0]
                self.newest[game, letter.to] = letter.reply_to
        return letters

    # ---- making a position --------------------------------------------------------------------------------------

    @property
    def now(self) -> datetime:
        return self.judge.clock.now()

    def turn(self) -> list[Letter]:
        """A minute passes."""
        return self.tick(self.now + MINUTE)

    def made(self) -> list[Letter]:
        """A minute passes while a position is made: nothing may go wrong."""
        letters = self.turn()
        wrong = [letter for letter in letters if letter.tag in ("ERROR", "PARTIAL", "ASK", "SET ASIDE")]
        assert not wrong, "\n\n".join(f"{letter.subject}\n{letter.text}" for letter in wrong)
        return letters

    def register(self, names: Mapping[str, str]) -> None:
        """Make people known: names by address."""
        for address, name in names.items():
            self.post(address, f"REGISTER {name}, Europe/London", self.now)
        for letter in self.made():
            if "confirm" in letter.reply_to:
                self.post(letter.to, "ok", self.now, to=letter.reply_to)
        self.made()

    def open_game(self, master: str, game: str, variant: str, options: str, seats: Mapping[str, str]) -> None:
        """Make a game and seat people in it: addresses by seat."""
        self.post(master, f"CREATE {game} {variant} {options}", self.now)
        for line in "\n".join(letter.text for letter in self.made()).split("\n"):
            if line.split()[:2] == ["MASTER", game]:
                self.key[game] = line.split()[2]
        for seat, address in seats.items():
            self.post(address, f'JOIN {game} AS "{seat}" PASSWORD {PASSWORD}', self.now)
        self.made()

    def master(self, master: str, game: str, words: str) -> None:
        """Words in the master's block, carried out at once."""
        self.post(master, f"MASTER {game} {self.key[game]}\n{words}\nSIGNOFF", self.now)
        self.made()

    def write(self, address: str, seat: str, game: str, body: str, reply: bool = False) -> str:
        """A seat's letter, behind its sign-on; as a `reply` it answers the newest letter of the judge instead."""
        to = self.newest.get((game, address)) if reply else None
        return self.post(address, signed(seat, game, body) if to is None else body, self.now, to=to or OURS)

    def filed(self, address: str, seat: str, game: str) -> list[str]:
        """What is on file for a seat, by the answer to STATUS; asked of a copy, so that it leaves no trace."""
        twin = self.copy("status")
        twin.post(address, signed(seat, game, "STATUS"), twin.now)
        return sheet_in(twin.turn()) or []

    def listing(self) -> dict[str, dict[str, str]]:
        """Where every game stands."""
        return {
            game.key: {"status": str(game.status), "phase": game.phase, "deadline": game.deadline}
            for game in self.judge.services.files.games()
        }


def signed(seat: str, game: str, body: str) -> str:
    """A letter that begins with its sign-on."""
    return f"SIGNON {seat}@{game} {PASSWORD}\n{body}"


def flat(text: str) -> str:
    """The words alone: however the lines were broken."""
    return " ".join(text.split()).lower()


def sheet_in(letters: Sequence[Letter]) -> list[str] | None:
    """The lines on file for the open phase, as the first confirmation of these letters tells them."""
    for letter in letters:
        for sheet in letter.facts.get("sheets", ()):
            if sheet["phase"] == letter.facts.get("phase"):
                return [line["text"] for line in sheet["lines"]]
    return None
