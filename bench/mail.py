"""How fast letters pass the post room: bytes made, files written and read, the door, SMTP and IMAP on loopback.

    python bench/mail.py [letters]

Run by hand and by `make bench`; prints one line a measure, each the best of three rounds.
"""

from __future__ import annotations

import os
import smtplib
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "mail"))

from imap_server import ImapServer
from smtp_server import MailServer

from judge.core.addressing import Addressing
from judge.mail.door import Door
from judge.mail.imap import ImapBox
from judge.mail.maildir import MaildirBox
from judge.mail.maildir_relay import MaildirRelay
from judge.mail.outbound import Identity, Parcel, serialise
from judge.mail.server import Security, Server
from judge.mail.smtp import SmtpRelay
from judge.post import Attachment, Letter

BATCH = 50
JUDGE = Identity(Addressing("judge@judge.test"), "DEMO Judge", "judge.test")
LETTER = Letter(
    key="bench",
    to="ann@players.test",
    subject="[OK] lira7 F1903M: 12 trades on file for Lupus",
    text="  BUY 12 LIRA at 1.10 = 13.20  ; accepted\n" * 60,
    sent_at=datetime(2026, 12, 4, 12, tzinfo=UTC),
    attachments=(
        Attachment("sheet.json", "application/json", b'{"lines":[' + b'{"n":1,"text":"BUY 12 LIRA"},' * 20 + b"0]}"),
    ),
    reply_key="lira7.k3x7abcdefgh",
    in_reply_to="<orders.17@players.test>",
    root=("<lira7.root@judge.test>", "<lira7.f1903.root@judge.test>"),
)
RAW = serialise(LETTER, JUDGE)


def measure(name: str, count: int, work: Callable[[], None], rounds: int = 3) -> None:
    """Print letters a second, and what wall and processor time one letter took (kernel and threads included)."""
    best = (float("inf"), 0.0)
    for _ in range(rounds):
        wall, cpu = time.perf_counter(), time.process_time()
        work()
        best = min(best, (time.perf_counter() - wall, time.process_time() - cpu))
    wall, cpu = best
    print(f"{name:58}{count / wall:9.0f} /s {1e6 * wall / count:8.0f} us {1e6 * cpu / count:8.0f} us cpu", flush=True)


def floor(folder: Path, count: int) -> None:
    """The same disk operations without a judge: write, fsync, rename, and one fsync of the directory a batch."""
    folder.mkdir()
    directory = os.open(folder, os.O_RDONLY)
    for number in range(count):
        handle = os.open(folder / f"t{number}", os.O_WRONLY | os.O_CREAT)
        os.write(handle, RAW)
        os.fsync(handle)
        os.close(handle)
        os.rename(folder / f"t{number}", folder / f"n{number}")
        if number % BATCH == BATCH - 1:
            os.fsync(directory)
    os.close(directory)


def bench_disk(root: Path, count: int) -> None:
    turn = iter(range(1000))
    parcels = [Parcel(f"k{number}", "judge+b@judge.test", "ann@players.test", RAW) for number in range(count)]

    def out(size: int) -> None:
        relay = MaildirRelay(root / f"out{next(turn)}")
        for start in range(0, count, size):
            relay.send_many(parcels[start : start + size])

    def come_in() -> None:
        folder = root / f"in{next(turn)}"
        box = MaildirBox(folder)
        for number in range(count):
            (folder / "new" / f"{number}").write_bytes(RAW)
        began = time.perf_counter()
        while letters := box.fetch(BATCH):
            box.settle([letter.uid for letter in letters], "Done")
        taken.append(time.perf_counter() - began)

    measure("floor: write, fsync and rename each, no judge", count, lambda: floor(root / f"floor{next(turn)}", count))
    measure("Maildir out, one letter at a time", count, lambda: out(1))
    measure(f"Maildir out, batches of {BATCH}", count, lambda: out(BATCH))
    taken: list[float] = []
    for _ in range(3):
        come_in()
    print(f"{'Maildir in: fetch and settle, batches of ' + str(BATCH):58}{count / min(taken):9.0f} /s")


def bench_servers(root: Path, count: int) -> None:
    with MailServer() as server:
        relay = SmtpRelay(Server("127.0.0.1", server.port, Security.PLAIN))
        measure(
            "SMTP relay to aiosmtpd, one connection",
            count,
            lambda: [relay.send("k", "judge@judge.test", "ann@players.test", RAW) for _ in range(count)] and None,
        )
        relay.close()
    door = Door("127.0.0.1", 0, root / "door", "judge@judge.test")
    door.start()
    with smtplib.SMTP("127.0.0.1", door.port) as smtp:
        measure(
            "the door, one connection (durable)",
            count,
            lambda: [smtp.sendmail("ann@players.test", ["judge@judge.test"], RAW) for _ in range(count)] and None,
        )
    door.stop()
    with ImapServer() as imap:
        box = ImapBox(Server("127.0.0.1", imap.port, Security.PLAIN, "judge", "secret"))

        def pass_through() -> None:
            for _ in range(count):
                imap.inbox.add(RAW, "04-Dec-2026 12:00:00 +0000")
            while letters := box.fetch(BATCH):
                box.settle([letter.uid for letter in letters], "Done")

        measure(f"IMAP fetch and move, batches of {BATCH}, test server included", count, pass_through, rounds=1)
        box.close()


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    print(f"{count} letters of {len(RAW)} octets")
    measure(
        "letter to bytes: words and a JSON part",
        count,
        lambda: [serialise(LETTER, JUDGE) for _ in range(count)] and None,
    )
    html = replace(LETTER, html="<pre>" + LETTER.text + "</pre>")
    measure(
        "letter to bytes: words, HTML and a JSON part",
        count,
        lambda: [serialise(html, JUDGE) for _ in range(count)] and None,
    )
    with tempfile.TemporaryDirectory() as folder:
        bench_disk(Path(folder), count)
        bench_servers(Path(folder), count)


if __name__ == "__main__":
    main()
