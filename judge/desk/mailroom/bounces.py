"""Delivery reports about our own letters: proved, scored by address, and what follows from the score.

A report counts only if it came back to the envelope sender of a letter we sent, which the mail servers on its way
alone knew; then the address is that letter's. A report that merely claims something is shown to the master once a
day and changes nothing, so that nobody can silence another with a forged one. Orders always stay possible, and any
letter from the address proves that it lives. A letter of ours that comes back whole proves that the relay took it.

Below stands what else comes to addresses of the judge: the one click that ends a subscription.
"""

from collections.abc import Container, Iterable
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

from judge.core.addressing import canonical
from judge.core.values import Value
from judge.desk.cabinet.files import ZINE
from judge.desk.cabinet.keys import same
from judge.desk.cabinet.limits import KEEP_SENT, ONCE_A_DAY, STOPPED
from judge.desk.cabinet.records import Cause, Person, SeatRecord, iso
from judge.desk.mailroom.thread_lookup import letter_of_ours
from judge.desk.services import Services
from judge.desk.writing.letterform import Brief
from judge.post import Message

HARD, SOFT = 2, 1  # at most one report a day counts; a passing trouble half
STALE = timedelta(days=21)  # a score is forgotten when nothing came back for so long: three weekly phases


class _Report(Value):
    """A delivery report as far as it can be believed. `row` is the outbox row of the letter it is about."""

    address: str
    kind: str
    status: str
    proved: bool
    row: dict[str, Any] | None


def record(services: Services, message: Message) -> None:
    """Count a report and tell the masters concerned. Delays are passed over."""
    report = _read(services, message)
    if report is None or report.kind == "delay" or not report.address:
        return
    if not report.proved:  # anybody may have written it
        claimed = f"claimed:{report.address}"
        if services.files.seats_of(report.address) and services.limits.take(claimed, message.arrived, ONCE_A_DAY):
            _tell(services, message, report, suspended=False)
        return
    person = services.files.person(report.address) or Person(report.address)
    today = message.arrived.date()
    if person.bounced_on == str(today) or not _known(services, person, report):
        return
    score = HARD if report.kind == "hard" else SOFT
    if person.bounced_on and today - date.fromisoformat(person.bounced_on) <= STALE:
        score += person.bounces
    full = score >= HARD * services.config.judge.bounce_limit and not person.suspended
    suspended = iso(message.arrived) if full else person.suspended
    person = services.files.save_person(replace(person, bounces=score, bounced_on=str(today), suspended=suspended))
    if full:
        playing = {game.key for game, _ in services.files.playing(person.address)}  # who plays is only not written to
        _take_off_lists(services, person.address, message.arrived, "bounces", playing)
    _tell(services, message, report, suspended=full)


def _read(services: Services, message: Message) -> _Report | None:
    """What the report says, and of which letter of ours."""
    bounce = message.bounce
    if bounce is None:
        return None
    proved = False
    prefix, _, rest = bounce.reply_key.partition(".")
    key, _, mark = rest.partition(".")
    row: dict[str, Any] | None = None
    if prefix == "b" and same(services.keys.bounce_mark(key), mark.lower()):
        row = services.store.table("outbox").fetch(key)
        proved = row is not None
    if row is None and bounce.message_id:
        row = letter_of_ours(services, bounce.message_id)
    address = str(row["to"]) if row is not None and "to" in row else bounce.address
    return _Report(canonical(address), bounce.kind, bounce.status or "", proved, row)


def _known(services: Services, person: Person, report: _Report) -> bool:
    """Whether the address is anybody's: registered, seated, or a reader of the zine or of the letter's game."""
    game = str(report.row["game"]) if report.row else ""
    return (
        services.files.person(person.address) is not None
        or bool(services.files.seats_of(person.address))
        or any(person.address in services.files.subscribers(name) for name in (game, ZINE) if name)
    )


def _tell(services: Services, message: Message, report: _Report, *, suspended: bool) -> None:
    """Every master in whose running game the address sits."""
    data = {name: getattr(report, name) for name in ("address", "status", "kind", "proved")}
    kind, template = "complaint" if report.kind == "complaint" else "bounce", "session/bounce.txt"
    for game, seat in services.files.playing(report.address):
        told = {**data, "suspended": suspended, "seat": seat.name}
        brief = Brief(message.key, f"{kind}.{seat.number}", told, message.arrived, template=template)
        services.letters.to_master(game, brief)


def _take_off_lists(services: Services, address: str, at: datetime, because: str, but: Container[str] = ()) -> None:
    """A reader gets neither the zine any more nor results of any game, `but` of these."""
    for game in services.files.games():
        if game.key not in but and services.files.unsubscribe(game.key, address):
            services.log_event(game, "unsubscribed", Cause(at), data={"because": because})
    services.files.unsubscribe(ZINE, address)


# ---- coming back ----------------------------------------------------------------------------------------------------


def heard_of(services: Services, message: Message, person: Person) -> None:
    """A letter from an address that bounced proves that it lives; what waited for it is sent, and its owner told why it
    waited."""
    waited = reinstate(services, message.sender, message.arrived)
    if person.suspended:
        services.letters.to_address(
            message.sender,
            Brief(message.key, "reinstated", {"since": person.suspended, "waited": waited}, message.arrived),
        )


def reinstate(services: Services, address: str, at: datetime) -> int:
    """The score is forgotten and what waited goes out, but for reminders of deadlines long over. Gives the number."""
    person = services.files.person(address)
    if person is not None:
        services.files.save_person(replace(person, bounces=0, bounced_on="", suspended=""))
    table, count = services.store.table("outbox"), 0
    for row in table.range("due", None, None, within=("status", STOPPED)):
        if row["to"] != address:
            continue
        if str(row["kind"]).startswith("remind."):
            table.drop(row["key"])
            services.store.table("octets").discard(row["key"])
        else:
            table.put(row["key"], {**row, "status": "queued", "due": iso(at)})
            count += 1
    return count


def bouncing(services: Services, seats: Iterable[SeatRecord]) -> list[dict[str, Any]]:
    """Those of the players of these seats whose letters come back, and whether mail to them is stopped."""
    people = [(seat, services.files.person(seat.address)) for seat in seats if seat.address]
    return [
        {"seat": seat.name, "address": seat.address, "stopped": bool(person.suspended)}
        for seat, person in people
        if person is not None and person.bounces
    ]


def complaint(services: Services, message: Message) -> None:
    """An abuse report about a letter of ours: its reader gets no more optional mail, and the masters hear of it. One
    that names no letter of ours is nobody's."""
    row = letter_of_ours(services, message.bounce.message_id or "") if message.bounce else None
    if row is None or "to" not in row:
        return
    address = str(row["to"])
    _take_off_lists(services, address, message.arrived, "complaint")
    _tell(services, message, _Report(address, "complaint", "", True, None), suspended=False)


PREFIX = "copy."


def copy_by_address(services: Services, message: Message) -> None:
    """A self-copy: the secret of its address is right."""
    key, _, mac = message.credential.removeprefix(PREFIX).partition(".")
    if same(mac, services.keys.mac("copy", key)):
        _went_out(services, key, message, ("trying", "queued"))


def copy_by_itself(services: Services, message: Message) -> None:
    """Without the secret address, which some providers take off. The Message-ID of a letter that has not gone out is
    known to nobody, so it proves the same."""
    row = letter_of_ours(services, message.message_id)
    if row is not None:
        _went_out(services, row["key"], message, ("trying",))


def _went_out(services: Services, key: str, message: Message, waiting: tuple[str, ...]) -> None:
    outbox = services.store.table("outbox")
    row = outbox.fetch(key)
    if row is not None and row["status"] in waiting:
        outbox.put(key, {**row, "status": "sent", "raw": "", "own": [], "due": iso(message.arrived + KEEP_SENT)})
        services.store.table("octets").drop(key)


# ---- one click ends a subscription: the address names its reader by a token, and needs no more ----------------------


UNSUBSCRIBE = "unsubscribe."


def unsubscribe_by_token(services: Services, message: Message) -> bool:
    """A letter to `judge+unsubscribe.GAME.TOKEN@`, whoever and whatever sent it: mail programs do this for their
    users, from other addresses and marked as automatic too. The reader himself is told, and how to come back.
    False where there is no such reader (or no token, in an address typed by hand)."""
    name, _, token = message.credential.removeprefix(UNSUBSCRIBE).partition(".")
    game = services.files.game(name)
    if not token or (game is None and name != ZINE):
        return False
    key = game.key if game is not None else ZINE
    readers, own = services.files.subscribers(key), services.keys.unsubscribing
    reader = next((one for one in readers if same(own(key, one), token.lower())), "")
    if not reader:
        return False
    services.files.unsubscribe(key, reader)
    plays = any(seat.address == reader for seat in services.files.seats(key).values())
    brief = Brief(message.key, "unsubscribed", {"plays": plays, "reader": reader}, message.arrived, asked=True)
    template, answering = "" if game else "session/unsubscribed_zine.txt", message if message.sender == reader else None
    services.letters.to_address(reader, replace(brief, template=template, game=game, answering=answering))
    return True
