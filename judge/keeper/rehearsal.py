"""`--dry-run`: the daemon's own code on a throw-away copy of the home, with the real mailbox read and left alone.

Nothing is moved, flagged or sent, and nothing of the home is written; what would have been sent is told.
"""

import email.message
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import datetime
from email.header import decode_header, make_header
from pathlib import Path
from typing import Any

from judge.app import App, open_app
from judge.config import Config
from judge.keeper.backup import copy_store
from judge.mail.connect import Inbox
from judge.mail.outbound import Parcel, words_of
from judge.post import Outcome, Receipt

KEPT = ("secrets", "templates", "shunt")


class LookingInbox:
    """A mailbox that is read and never changed: a letter handed over stays where it is."""

    def __init__(self, inner: Inbox) -> None:
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def settle(self, uids: Sequence[str], folder: str) -> None:
        """Not now."""


class TellingRelay:
    """Tells what would be sent, and says it was."""

    safe_to_repeat = True
    retry_after = 0.0

    def __init__(self, tell: Callable[[str], None], whole: bool) -> None:
        self._tell = tell
        self._whole = whole

    def send_many(self, parcels: Sequence[Parcel]) -> list[Receipt]:
        for parcel in parcels:
            message = email.message_from_bytes(parcel.raw)
            self._tell(f"would send to {parcel.recipient}: {make_header(decode_header(str(message['Subject'])))}")
            if self._whole:
                self._tell("\n".join(f"  | {row}" for row in words_of(message).splitlines()) + "\n")
        return [Receipt(Outcome.SENT)] * len(parcels)

    def check(self) -> str:
        return ""

    def close(self) -> None: ...


@contextmanager
def rehearsing(
    config: Config, now: datetime | None, tell: Callable[[str], None], *, whole: bool = False
) -> Iterator[App]:
    """A house on a copy of the home's store and secrets. `whole` tells the letters' texts too. May stand beside a
    running daemon."""
    with tempfile.TemporaryDirectory(prefix="judge-dry-run-") as name:
        app = open_app(_copied(config, Path(name)), now=now)
        with closing(app):
            real = App(config, app.services, app.clock)
            app.__dict__["inbox"] = LookingInbox(real.inbox)
            app.__dict__["relay"] = TellingRelay(tell, whole)
            yield app


def _copied(config: Config, home: Path) -> Config:
    var = home / "var"
    var.mkdir()
    for name in KEPT:
        if (config.var / name).is_dir():
            shutil.copytree(config.var / name, var / name)
    if "://" in config.store_url or Path(config.store_url).exists():
        copy_store(config, var / "judge.db")
    share = str(config.share) if config.share else ""
    judge = replace(config.judge, store="var/judge.db", share=share, metrics="", keep_letters="", archive="")
    return replace(config, home=home, judge=judge, mail=replace(config.mail, door=""))
