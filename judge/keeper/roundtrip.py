"""Letters from the judge to itself, and what the provider makes of them: which key of an answer survives, and which
senders and copies are worth anything. It is the only way to know: no page of a provider says it all."""

import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from judge.config import Config
from judge.config_file import set_mail
from judge.core.addressing import Addressing
from judge.core.errors import SetupError
from judge.core.values import Value
from judge.entropy import Entropy, word
from judge.mail.connect import Inbox, Outbox
from judge.mail.reading.headers import Head, addresses, message_ids, split_head
from judge.mail.reading.identity import credential
from judge.post import Outcome, Receipt

PATIENCE = 90.0  # seconds for the slowest letter
GRACE = 15.0  # for those that are only tried, once the others are there
PAUSE = 1.0
FORMS = (("plus", "+"), ("plus", "-"), ("catch-all", "+"))
"""Ways to write a key into an address, the best first: `reply` and `plus` of the settings."""


NOT_SENT = Receipt(Outcome.RETRY)


class Trip(Value):
    """One letter: from the plain address or one with a key, to the plain one or one with a key in this form."""

    number: int
    keyed_sender: bool
    form: Addressing | None = None
    receipt: Receipt = NOT_SENT
    raw: bytes = b""
    seconds: float = 0.0

    @property
    def head(self) -> Head:
        return split_head(self.raw)[0]


class Told(Value):
    """What came of it all. `reply` and `plus` are what the settings should say; "" where nothing works."""

    trips: tuple[Trip, ...]
    mark: str
    domain: str
    plain_senders: bool
    reply: str = ""
    plus: str = "+"

    @property
    def arrived(self) -> list[Trip]:
        return [trip for trip in self.trips if trip.raw]

    @property
    def message_id_kept(self) -> bool:
        return bool(self.arrived) and all(
            _id(self, trip.number) in message_ids(trip.head.top("message-id")) for trip in self.arrived
        )

    @property
    def answers_kept(self) -> bool:
        """Whether In-Reply-To and References came back as they were written."""
        return any(
            _id(self, 0) in message_ids(t.head.top("references") + t.head.top("in-reply-to")) for t in self.arrived
        )

    @property
    def subject_kept(self) -> bool:
        return bool(self.arrived) and all(self.mark in trip.head.top("subject") for trip in self.arrived)


def _id(told: Told, number: int) -> str:
    return f"<{told.mark}.{number}@{told.domain}>"


def travel(
    config: Config,
    inbox: Inbox,
    relay: Outbox,
    entropy: Entropy,
    now: datetime,
    patience: float = PATIENCE,
    sleep: Callable[[float], None] = time.sleep,
    monotonic: Callable[[], float] = time.monotonic,
) -> Told:
    """Send them all, read back what comes, and draw the conclusion. MailFault when mailbox or relay cannot be used."""
    look = getattr(inbox, "look", None)
    if look is None:
        raise SetupError("The embedded mailbox has no provider.", "The round trip is for IMAP and SMTP.")
    mark = "trip" + word(entropy, 50).replace("-", "")
    before = look(set())
    trips = [_sent(trip, config, relay, mark, now) for trip in _planned(config)]
    began, wanted = monotonic(), {trip.number for trip in trips if trip.receipt.outcome is Outcome.SENT}
    last = began
    while wanted and monotonic() - began < patience:
        if not wanted & {0, 1, 2} and monotonic() - last > GRACE:
            break  # the others were for the case that these do not come
        for uid, raw in look(set(before)).items():
            before[uid] = b""
            number = _number(raw, mark)
            if number in wanted:
                wanted.discard(number)
                last = monotonic()
                trips[number] = replace(trips[number], raw=raw, seconds=monotonic() - began)
        if wanted:
            sleep(PAUSE)
    getattr(inbox, "clear", lambda mark: None)(mark)
    told = Told(tuple(trips), mark, config.domain, bool(getattr(relay, "plain_senders", False)))
    return _concluded(told)


def _set(config: Config) -> tuple[str, str]:
    """How the settings write a key into an address, as one of FORMS."""
    return config.mail.reply, config.mail.plus


def _planned(config: Config) -> list[Trip]:
    """From either sender to the plain address, then to each form of a key; the one that is set comes first."""
    forms = dict.fromkeys([*([_set(config)] if config.addressing.carries else []), *FORMS])
    keyed = [Addressing(config.judge.address, reply, plus) for reply, plus in forms]
    plans: list[tuple[bool, Addressing | None]] = [(False, None), (True, None), *((False, form) for form in keyed)]
    return [Trip(number, sender, form) for number, (sender, form) in enumerate(plans)]


def _sent(trip: Trip, config: Config, relay: Outbox, mark: str, now: datetime) -> Trip:
    address = config.judge.address
    keys = config.addressing if config.addressing.carries else Addressing(address)
    sender = keys.with_key(f"b.{mark}.x") if trip.keyed_sender else address
    to = trip.form.with_key(f"{mark}.{trip.number}") if trip.form else address
    letter = f"""\
From: {address}
To: {to}
Subject: [TEST] {mark} {trip.number}
Date: {now:%a, %d %b %Y %H:%M:%S} +0000
Message-ID: <{mark}.{trip.number}@{config.domain}>
In-Reply-To: <{mark}.0@{config.domain}>
References: <{mark}.0@{config.domain}>
Auto-Submitted: auto-generated
X-Loop: {address}
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8

A letter of judge doctor --round-trip to itself. It may be deleted.
"""
    raw = letter.replace("\n", "\r\n").encode("ascii")
    return replace(trip, receipt=relay.send(f"{mark}{trip.number}", sender, to, raw))


def _number(raw: bytes, mark: str) -> int:
    """Which of the letters this is, by its subject or its Message-ID; -1 for none of them (a report of one that could
    not be delivered has the mark in its body only)."""
    head, _ = split_head(raw)
    if head.top("content-type").strip().lower().startswith("multipart/report"):
        return -1  # ours are plain words: this tells of one of them
    found = re.search(rf"{mark}[ .](\d+)", head.top("subject")) or re.search(rf"{mark}\.(\d+)", head.top("message-id"))
    return int(found[1]) if found and "x-failed-recipients" not in head else -1


def _concluded(told: Told) -> Told:
    for trip in told.trips:
        if trip.form is not None and trip.raw and _key_kept(trip, trip.form, told):
            return replace(told, reply=trip.form.reply, plus=trip.form.plus)
    if told.arrived and told.message_id_kept and told.answers_kept:
        return replace(told, reply="references")
    return told


def _key_kept(trip: Trip, form: Addressing, told: Told) -> bool:
    return credential(trip.head, form, resent=False) == f"{told.mark}.{trip.number}".lower()


# ---- in words --------------------------------------------------------------------------------------------------------


def lines_of(told: Told, config: Config) -> Iterator[tuple[bool, str, str]]:
    """(good, what was found, what to do) for the doctor."""
    plain, keyed = told.trips[0], told.trips[1]
    if not told.arrived:
        why = next((t.receipt.text for t in told.trips if t.receipt.outcome is not Outcome.SENT), "none came in time")
        remedy = "Look into the junk folder, and at the sending limits."
        yield False, f"no letter of the round trip came back: {why}", remedy
        return
    slowest = max(trip.seconds for trip in told.arrived)
    back = f"{len(told.arrived)} of {len(told.trips)} letters came back, the last after {slowest:.0f} s"
    yield True, f"round trip: {back}", ""
    if keyed.receipt.outcome is Outcome.SENT and not told.plain_senders:
        yield True, "senders with a key are taken: mail that comes back is known for sure", ""
    else:
        yield True, "the relay takes no sender with a key: letters go out under the plain address by themselves", ""
    copies = bool(plain.raw)
    advice = "" if copies or config.mail.self_copy == "no" else 'Set self_copy = "no" in [mail].'
    yield copies or not advice, f"self-copies {'arrive' if copies else 'do not arrive'}", advice
    for trip in told.trips[2:]:
        if trip.form is not None and (trip.form.reply, trip.form.plus) in (_set(config), FORMS[0]):
            yield True, f"a letter to {trip.form.with_key('KEY')}: {_fate(trip, told)}", ""
    rewritten = ", ".join(_rewritten(told, config)) or "none"
    yield True, f"headers that the provider rewrites: {rewritten}", ""
    keys = {
        "the address": told.reply in ("plus", "catch-all"),
        "the Message-ID": told.message_id_kept and told.answers_kept,
        "the subject's tag": told.subject_kept,
    }
    yield True, f"keys that survive: {', '.join(name for name, good in keys.items() if good) or 'none'}", ""
    yield _conclusion(told, config)


def _conclusion(told: Told, config: Config) -> tuple[bool, str, str]:
    wanted = f'reply = "{told.reply}"'
    wanted += f' and plus = "{told.plus}"' if told.reply == "plus" and told.plus != "+" else ""
    if not told.reply:
        remedy = "Players sign on with their passwords; or take another provider (docs/providers.md)."
        return False, "no key survives: an answer to a letter cannot be known by it", remedy
    if (told.reply, told.plus) == _set(config) or told.reply == config.mail.reply == "references":
        return True, f"[mail] {wanted} is right", ""
    return False, f"[mail] reply should be another here: {wanted}", "Run: judge doctor --round-trip --set"


def _fate(trip: Trip, told: Told) -> str:
    if trip.receipt.outcome is not Outcome.SENT:
        return f"refused ({trip.receipt.code})"
    if not trip.raw:
        return "did not come"
    assert trip.form is not None
    return "came with its key" if _key_kept(trip, trip.form, told) else "came, its key taken off"


def _rewritten(told: Told, config: Config) -> Sequence[str]:
    found = [] if told.message_id_kept else ["Message-ID"]
    trip = told.arrived[0]
    if config.judge.address not in {address for _, address in addresses(trip.head.top("from"))}:
        found.append("From")
    backs = [addresses(one.head.top("return-path")) for one in told.arrived if one.head.top("return-path")]
    if any(config.addressing.key_of(address) is None for pairs in backs for _, address in pairs):
        found.append("Return-Path")
    return found


# ---- into the settings -----------------------------------------------------------------------------------------------


def set_reply(home: Path, told: Told) -> bool:
    """Write `reply` and `plus` into judge.toml, where they stand or below [mail]; False where nothing is known."""
    if not told.reply:
        return False
    set_mail(home, {"reply": told.reply, "plus": told.plus})
    return True
