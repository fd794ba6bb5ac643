"""Sending what is queued: stored bytes, one recipient at a time, four outcomes, patience for days.

A letter whose fate is not known (the judge died, or the answer to its last dot was lost) stays `trying`. It is sent
again only when its grace is over *and* the mailbox has been searched since: had it gone out, its self-copy would have
been found there.
"""

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from judge.core.errors import Conflict, MailFault
from judge.desk.cabinet.limits import DAY, HOUR, KEEP_SENT, ONCE_A_DAY, STOPPED, Limit
from judge.desk.cabinet.records import iso
from judge.desk.services import Services
from judge.desk.timers import Sent
from judge.desk.writing.letterform import Brief
from judge.loglines import Log, short
from judge.mail.connect import Outbox as Relay
from judge.mail.outbound import Parcel, words_alone
from judge.post import Outcome, Receipt

log = Log(__name__)

Row = dict[str, Any]

BATCH = 200
BATCH_IN_DOUBT = 25  # where a death leaves a whole batch in doubt
FIRST_WAIT = timedelta(minutes=1)
LONGEST_WAIT = timedelta(hours=1)
GIVE_UP = timedelta(days=5)
GRACE = timedelta(minutes=2)
LONGEST_REST = timedelta(minutes=1)  # while the relay cannot be reached at all
LOST = Receipt(Outcome.REFUSED, 0, "It was not asked: what the letter says is missing from the store.")
MAX_UNKNOWN = 2  # so many copies may be under way, no more
ONCE_A_MONTH = Limit(1, timedelta(days=30))
LOST_WORDS = "lost_words"  # the kind of the letter to the keeper, and the name of its limit
LOOKED_AT = 2000  # letters that wait, among which those that go first are looked for
RANKS = (
    ("statement", "confirm", "reply", "held", "bundle", "question", "master.answer", "password", "limit"),
    ("start", "welcome", "seat", "joined", "opened", "remind", "final"),
    ("results",),
    ("bulletin", "press", "announce", "digest", "health"),
)
"""Kinds of letters by who waits for them: what is somebody's own goes before what is everybody's. What is not named
here stands before the results."""
OTHERS = 1


def rank(kind: str) -> int:
    """How soon a letter of this kind goes when not all can."""
    return next((place for place, kinds in enumerate(RANKS) if kind.startswith(kinds)), OTHERS)


@dataclass(eq=False, repr=False)
class Outbox:
    """Claims, sends, marks. Where sending twice would leave two letters, or several judges send, a `try` is written
    before. The try names the session of its judge, which is locked as long as that judge lives: nobody else takes the
    letter before the grace is over and the session gone.

    searched  when the mailbox, where self-copies arrive, was last searched (None: there are none)
    stopping  whether to leave what is queued to the next life
    """

    services: Services
    relay: Relay
    crash: Callable[[str], None] = lambda point: None
    searched: Callable[[], datetime | None] | None = None
    stopping: Callable[[], bool] = lambda: False

    def __post_init__(self) -> None:
        store, twice = self.services.store, self.relay.safe_to_repeat
        self._table, self._octets = store.table("outbox"), store.table("octets")
        self._bodies: dict[str, Mapping[str, Any]] = {}
        self._session = store.engine.session
        self._tries = store.shared or not twice
        mail = self.services.config.mail
        recipients = 1 if twice or mail.self_copy == "no" else 2  # of a letter, the copy to ourselves among them
        spans = ((HOUR, mail.per_hour), (DAY, mail.per_day))
        self._spans = [(span, most // recipients) for span, most in spans if most]
        store.sign_in()

    def flush(self, now: datetime, limit: int = 100_000) -> Sent:
        """Send everything due. A relay that cannot be reached leaves the rest for later."""
        sent = failed = 0
        reached = True
        self._bodies.clear()  # pictures may have come into them
        batch = BATCH if self.relay.safe_to_repeat else BATCH_IN_DOUBT
        while limit > 0 and not self.stopping():
            batch = min(batch, self._room(now)) if self._spans else batch
            if batch <= 0:
                if waiting := self.waiting():
                    self._tell_of_the_limit(now, waiting)
                reached = False
                break
            try:
                rows = self._take(now, min(batch, limit))
            except Conflict:
                continue  # another judge took some of them at this moment
            if not rows:
                break
            asked, limit = min(batch, limit), limit - len(rows)
            done, bad, reached = self._batch(rows, now)
            sent, failed = sent + done, failed + bad
            if not reached or done == len(rows) < asked:
                break  # there were no more, and none of these gave rise to another
        return Sent(sent, self.waiting(), failed, not reached)

    def waiting(self) -> int:
        return self._table.tally("status", "queued") + self._table.tally("status", "trying")

    def _take(self, now: datetime, limit: int) -> list[Row]:
        """What is to be sent now, claimed. Where a letter may be sent twice and is there once, the mark that it is
        being tried need not outlive the machine."""
        with self.services.store.batch(lasting=not self.relay.safe_to_repeat):
            rows = self._due(now, limit)
            for row in rows if self._tries else ():
                by = {"by": self._session} if self._session else {}
                self._save(row, status="trying", due=iso(now + GRACE), **by)
        if self._tries and rows:
            self.crash("try")
        return rows

    def _due(self, now: datetime, limit: int) -> list[Row]:
        """Oldest first; letters being tried come again when their grace is over and whoever tried is gone."""
        rows = self._claimed("queued", now, LOOKED_AT if self._spans else limit)
        rows = sorted(rows, key=lambda row: (self._rank(row), row["due"]))[:limit] if self._spans else rows
        # letters in doubt whose grace ended before the mailbox was searched surely have no self-copy under way
        searched = now if self.searched is None else self.searched()
        if searched is not None and len(rows) < limit:
            lives = self.services.store.lives
            tried = self._claimed("trying", min(now, searched), limit - len(rows))
            # by nobody who is known, by this judge, or by one that no longer lives
            rows += [row for row in tried if not (by := row.get("by", "")) or by == self._session or not lives(by)]
        return rows

    def _claimed(self, status: str, until: datetime, most: int) -> list[Row]:
        return [dict(row) for row in self._table.claim("status", status, order="due", until=iso(until), limit=most)]

    def _batch(self, rows: list[dict[str, Any]], now: datetime) -> tuple[int, int, bool]:
        octets = self._octets.fetch_many([row["key"] for row in rows])
        whole: list[Row] = []
        parcels: list[Parcel] = []
        lost: list[tuple[Row, Receipt]] = []
        for row in rows:
            if raw := self._raw(row, octets):
                whole.append(row)
                parcels.append(Parcel(row["key"], self._sender(row), row["to"], raw))
            else:
                log.error("words_lost", letter=short(row["key"]), kind=row["kind"], game=row["game"])
                lost.append((row, LOST))
        rows = whole
        try:
            receipts = self.relay.send_many(parcels) if parcels else []
            reached = not parcels or any(receipt.outcome is not Outcome.RETRY for receipt in receipts)
        except MailFault as fault:
            receipts, reached = [Receipt(Outcome.RETRY, 0, str(fault), called=False)] * len(rows), False
        results = [*zip(rows, receipts, strict=True), *lost]
        self.crash("sent")
        self._senders(now)
        while not self._marked(results, now):
            pass  # a self-copy was read at this moment: look again
        sent = sum(receipt.outcome is Outcome.SENT for _, receipt in results)
        failed = sum(receipt.outcome is Outcome.REFUSED for _, receipt in results)
        return sent, failed, reached

    def _senders(self, now: datetime) -> None:
        """A relay that takes no sender with a key in it: the keeper is told, once in a month."""
        limits = self.services.limits
        if not getattr(self.relay, "plain_senders", False) or limits.full("plain_senders", now, ONCE_A_MONTH):
            return
        with contextlib.suppress(Conflict), self.services.store.batch():
            limits.take("plain_senders", now, ONCE_A_MONTH)
            log.warning("plain_senders")
            brief = Brief(f"plain_senders:{now:%Y-%m}", "senders", {}, now, template="session/plain_senders.txt")
            self.services.letters.to_keeper(brief)

    def _marked(self, results: list[tuple[Row, Receipt]], now: datetime) -> bool:
        """Write down what became of each letter; False if another judge changed one of the rows meanwhile. Where a
        letter may be sent twice and is there once, nobody waits for the disk."""
        try:
            with self.services.store.batch(lasting=not self.relay.safe_to_repeat):
                self.services.store.foresee({"outbox": [row["key"] for row, _ in results]})
                for row, receipt in results:
                    still = self._table.fetch(row["key"]) if self.services.store.shared else dict(row)
                    if still is not None and still.get("status") == row["status"] and still.get("by") == row.get("by"):
                        self._mark(still, receipt, now)
        except Conflict:
            return False
        return True

    def _raw(self, row: Mapping[str, Any], octets: Mapping[str, Mapping[str, Any]]) -> bytes:
        """The stored bytes; the copies of a letter to many share the row that holds all but the head, and what each
        has of its own within the rest. Rows of earlier judges have them in themselves. b"" if any of it is lost."""
        mine = octets.get(row["key"]) or row
        ref = row.get("body", "")
        if ref and ref not in self._bodies:
            self._bodies.clear()
            self._bodies[ref] = self.services.store.table("bodies").fetch(ref) or {"raw": ""}
        shared = self._bodies.get(ref, {"raw": ""})
        own, more = mine.get("own", ()), shared.get("more", ())
        if not mine.get("raw") or (ref and not shared["raw"]) or len(own) != len(more):
            return b""
        within = zip(own, more, strict=True)
        raw: str = mine["raw"] + shared["raw"] + "".join(part + rest for part, rest in within)
        return raw.encode("ascii")

    def _sender(self, row: Mapping[str, Any]) -> str:
        """The envelope sender: bounces come back to an address that names the letter, and that only mail servers on
        its way knew."""
        key = row["key"]
        return self.services.config.addressing.with_key(f"b.{key}.{self.services.keys.bounce_mark(key)}")

    def _mark(self, row: dict[str, Any], receipt: Receipt, now: datetime) -> None:
        told = {"letter": short(row["key"]), "kind": row["kind"], "game": row["game"]}
        log.info(str(receipt.outcome), **told, code=receipt.code or "")
        if receipt.outcome is Outcome.SENT:
            self._save(row, status="sent", due=iso(now + KEEP_SENT), raw="", own=[], tries=0)
            self._octets.discard(row["key"])
        elif receipt.outcome is Outcome.REFUSED:
            octets = self._octets.fetch_many([row["key"]]) if receipt.content and not row.get("plain") else {}
            plain = words_alone(self._raw(row, octets)) if receipt.content and not row.get("plain") else None
            if plain is not None:  # a filter dislikes a picture or an attachment: the words are complete without
                self._save(row, status="queued", due=iso(now), raw="", body="", own=[], plain=True)
                self._octets.put(row["key"], {"raw": plain.decode("ascii")})
            else:
                self._give_up(row, receipt, now)
        elif not receipt.called:
            rest = min(timedelta(seconds=self.relay.retry_after), LONGEST_REST)
            self._save(row, status="queued", due=iso(now + rest), error=receipt.text[:200])
        else:
            self._wait(row, receipt, now)

    def _wait(self, row: dict[str, Any], receipt: Receipt, now: datetime) -> None:
        """The letter's own failure: again after 2, 4, 8 .. 60 minutes, for five days from the first."""
        unknown = row.get("unknown", 0) + (receipt.outcome is Outcome.UNKNOWN)
        first = row.get("first") or iso(now)
        if now - datetime.fromisoformat(first) > GIVE_UP or unknown >= MAX_UNKNOWN:
            return self._give_up(row, receipt, now)
        tries = row["tries"] + 1
        wait = min(FIRST_WAIT * 2 ** min(tries, 10), LONGEST_WAIT)
        status = "trying" if receipt.outcome is Outcome.UNKNOWN else "queued"
        self._save(
            row, status=status, due=iso(now + wait), tries=tries, unknown=unknown, first=first, error=receipt.text[:200]
        )

    def _give_up(self, row: dict[str, Any], receipt: Receipt, now: datetime) -> None:
        self._save(row, status="failed", due=iso(now + KEEP_SENT), error=f"{receipt.code} {receipt.text}"[:200])
        services, cause = self.services, f"{row['key']}:failed"
        game = services.files.game(row["game"]) if row["game"] else None
        data = {"to": row["to"], "kind": row["kind"]}
        if game is not None and row["to"] != game.master:
            data["error"] = f"{receipt.code or ''} {receipt.text}".strip()
            services.letters.to_master(game, Brief(cause, "undelivered", data, now))
        elif receipt is LOST and row["kind"] != LOST_WORDS and services.limits.take(LOST_WORDS, now, ONCE_A_DAY):
            data["game_name"] = game.key if game else ""
            services.letters.to_keeper(Brief(cause, LOST_WORDS, data, now, template="session/lost_words.txt"))

    def _save(self, row: dict[str, Any], **changes: Any) -> None:
        row.update(changes)
        kept = row
        if row["status"] == "sent":  # a month of them is most of the store: what says nothing is left out
            kept = {key: value for key, value in row.items() if value not in ("", 0, []) or key in ("game", "of")}
        self._table.put(row["key"], kept)

    def tidy(self, now: datetime) -> int:
        """Forget letters sent or given up long ago."""
        gone = 0
        with contextlib.suppress(Conflict), self.services.store.batch():  # another judge tidies just now
            for status in ("sent", "failed", STOPPED):
                for row in self._table.find("status", status, order="due", limit=2000):
                    if row["due"] < iso(now):
                        self._table.drop(row["key"])
                        if status != "sent":
                            self._octets.discard(row["key"])
                        gone += 1
            bodies = self.services.store.table("bodies")
            old = () if self.waiting() else bodies.range("due", None, iso(now), 2000)
            for row in old:  # a copy that still waits is nothing without its body
                gone += bodies.drop(row["key"])
        return gone

    # ---- what a provider lets out -----------------------------------------------------------------------------

    # So many letters go in an hour and in a day, the ones that people wait for first. Counted are letters that went
    # out, by the rows they leave in the outbox: exactly, over restarts, and for all judges of a store. A provider
    # counts recipients.

    def _room(self, now: datetime) -> int:
        """How many letters may go now. The `due` of one that went out is as much later as its row stays."""
        rooms = []
        for span, most in self._spans:
            after = iso(now - span + KEEP_SENT + timedelta(microseconds=1))
            rooms.append(most - len(self._table.range("due", after, None, most, within=("status", "sent"))))
        return min(rooms)

    def _rank(self, row: Mapping[str, Any]) -> int:
        """Results to a player open with his own statement: they go as one."""
        kind = str(row["kind"])
        if kind == "results" and row["game"]:
            seats = self.services.files.seats(str(row["game"])).values()
            return 0 if any(seat.address == row["to"] for seat in seats) else rank(kind)
        return rank(kind)

    def _tell_of_the_limit(self, now: datetime, waiting: int) -> None:
        """The keeper hears, once a day, that letters wait for the number of the settings."""
        services, mail = self.services, self.services.config.mail
        with contextlib.suppress(Conflict), services.store.batch():  # another judge tells him just now
            if services.limits.take("sending_limit", now, ONCE_A_DAY):
                log.warning("sending_limit", waiting=waiting)
                data = {"waiting": waiting, "per_hour": mail.per_hour, "per_day": mail.per_day}
                brief = Brief(f"sending_limit:{iso(now)}", "limit", data, now, template="session/sending_limit.txt")
                services.letters.to_keeper(brief)
