"""What must hold after every fault, asked by one function of a judge that has come to rest."""

import email
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from email.message import Message as Mime
from functools import cached_property

from judge.app import App
from judge.audit import replay_game
from judge.mail.outbound import message_id

_AMOUNT = re.compile(r"\bSELL (\d{4,6}) LIRA")


@dataclass(frozen=True)
class Written:
    """A player's letter. `number` is an amount that stands in no other letter (0: it holds no order)."""

    message_id: str
    seat: str
    address: str
    number: int = 0
    answered: bool = True  # an answer is owed
    filed: bool | None = True  # its order belongs on file; None: if its answer says so


@dataclass(frozen=True)
class Delivered:
    """A letter of the judge's as it lies in a mailbox."""

    to: str
    raw: bytes

    @cached_property
    def mime(self) -> Mime:
        return email.message_from_bytes(self.raw)

    @property
    def text(self) -> str:
        for part in self.mime.walk():
            if part.get_content_type() == "text/plain":
                payload = part.get_payload(decode=True)
                return payload.decode("utf-8").replace("\r\n", "\n") if isinstance(payload, bytes) else ""
        return ""


@dataclass
class Findings:
    """`lost`: orders, answers or letters that are missing; `doubled`: copies too many; `wrong`: what else is not so."""

    sends: int = 0
    lost: int = 0
    doubled: int = 0
    wrong: list[str] = field(default_factory=list)


def examine(
    app: App, written: Sequence[Written], delivered: Sequence[Delivered], in_mailbox: int, master: str = "gm@"
) -> Findings:
    """All invariants. The judge is at rest: no fault is on, its queues had time to empty."""
    found = Findings(sends=len(delivered))
    _mailbox_and_outbox(app, delivered, in_mailbox, found)
    _answers(written, [one for one in delivered if not one.to.startswith(master)], found)
    _orders(app, written, delivered, found)
    _secrets(written, [one for one in delivered if not one.to.startswith(master)], found)
    _books(app, found)
    return found


def _mailbox_and_outbox(app: App, delivered: Sequence[Delivered], in_mailbox: int, found: Findings) -> None:
    """I3, I4, I5: nothing waits; whatever was called sent lies in its mailbox, once or as the same bytes again."""
    if in_mailbox:
        found.wrong.append(f"{in_mailbox} letters are still in the mailbox")
    copies: dict[tuple[str, str], list[bytes]] = {}
    for one in delivered:
        copies.setdefault((one.to.lower(), str(one.mime["Message-ID"])), []).append(one.raw)
    for row in app.store.table("outbox").all():
        if row["status"] == "failed":
            continue
        if row["status"] != "sent":
            found.wrong.append(f"a letter of kind {row['kind']} waits: {row['status']}, {row.get('error', '')}")
        if (row["to"].lower(), message_id(row["key"], app.config.domain)) not in copies:
            found.lost += 1
            found.wrong.append(f"a letter of kind {row['kind']} to {row['to']} was never delivered")
    for (to, name), raws in copies.items():
        found.doubled += len(raws) - 1
        if len(set(raws)) > 1:
            found.wrong.append(f"{name} came to {to} with different bytes")
        if len(raws) > 2:
            found.wrong.append(f"{name} came to {to} {len(raws)} times")


def _answers(written: Sequence[Written], delivered: Sequence[Delivered], found: Findings) -> None:
    """I3: each letter that deserves one has one answer in effect, and others none."""
    answers: dict[str, set[str]] = {}
    for one in delivered:
        mime = one.mime
        answered = str(mime.get("In-Reply-To", ""))
        answers.setdefault(answered, set()).add(str(mime["Message-ID"]))
    owed = {letter.message_id: letter.answered for letter in written}
    for name, answered in owed.items():
        count = len(answers.get(name, ()))
        found.lost += answered and count == 0
        if count != int(answered):
            found.wrong.append(f"{name} has {count} answers, not {int(answered)}")


def _orders(app: App, written: Sequence[Written], delivered: Sequence[Delivered], found: Findings) -> None:
    """I1, I2: each order on file once. One overtaken by a newer one is not filed: the verdict of its answer says so."""
    stored: Counter[str] = Counter()
    for game in app.services.files.games():
        journal = app.services.journal
        events = [journal.event(game.key, seq) for seq in range(1, journal.length(game.key) + 1)]
        filed = [event for event in events if event["kind"] == "orders_stored" and event["data"]["seat"] != "MASTER"]
        causes = Counter(event["cause"] for event in filed)
        found.wrong += [f"{cause} was applied {n} times" for cause, n in causes.items() if n > 1]
        stored[game.key] = len(causes)
    perhaps = {letter.message_id for letter in written if letter.filed is None}
    good = [one for one in delivered if str(one.mime["Subject"]).startswith(("[OK]", "[FILED]", "[CHECK]"))]
    told = {str(one.mime["In-Reply-To"]) for one in good}
    owed = sum(letter.filed is True for letter in written) + len(perhaps & told)
    if sum(stored.values()) < owed:
        found.lost += owed - sum(stored.values())
    if sum(stored.values()) != owed:
        found.wrong.append(f"{sum(stored.values())} orders are on file, not {owed}")


def _secrets(written: Sequence[Written], delivered: Sequence[Delivered], found: Findings) -> None:
    """I6: an answer goes to whoever wrote and shows nobody else's orders."""
    by_id = {letter.message_id: letter for letter in written}
    owner = {letter.number: letter.address for letter in written if letter.number}
    for one in delivered:
        letter = by_id.get(str(one.mime.get("In-Reply-To", "")))
        if letter is None:
            continue
        if one.to.lower() != letter.address:
            found.wrong.append(f"the answer to {letter.seat} went to {one.to}")
        others = {number for number in map(int, _AMOUNT.findall(one.text)) if owner.get(number, one.to) != one.to}
        if others:
            found.wrong.append(f"{one.to} was shown the orders {sorted(others)} of others")


def _books(app: App, found: Findings) -> None:
    """I8: books balance, the event chain is whole, every phase computed again is the same; no game was held."""
    services = app.services
    found.wrong += app.store.check()
    for game in services.files.games():
        if str(game.status) == "held":
            found.wrong.append(f"{game.key} is held: {game.reason}")
        variant = services.variant(game)
        found.wrong += variant.books(services.journal.state(variant, game)).faults()
        found.wrong += replay_game(services, game).differences
