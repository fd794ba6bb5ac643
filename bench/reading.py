"""How long a letter takes to read: run by hand or by `make bench`, never a timed test.

Prints microseconds of CPU a letter over the corpus in tests/fixtures/eml, and seconds for hostile letters.
"""

from __future__ import annotations

import base64
import time
from pathlib import Path

from judge.mail.reading import ReadingRules, read_message

CORPUS = Path(__file__).parents[1] / "tests" / "fixtures" / "eml"
RULES = ReadingRules("judge@judge.test", "mx.judge.test", "warn", "mx.judge.test")
ROUNDS = 20
HEAD = b"From: Ann <ann@players.test>\r\nTo: judge@judge.test\r\nSubject: orders\r\n"


def shaped(kind: bytes, body: bytes, more: bytes = b"") -> bytes:
    return HEAD + b"Content-Type: " + kind + b"\r\n" + more + b"\r\n" + body


def attached() -> bytes:
    file = base64.encodebytes(b"x" * 7_500_000)
    parts = b"--b\r\n\r\nF Lon - ENG\r\n--b\r\nContent-Type: application/pdf; name=x.pdf\r\n"
    parts += b"Content-Transfer-Encoding: base64\r\n\r\n" + file + b"\r\n--b--\r\n"
    return shaped(b'multipart/mixed; boundary="b"', parts)


def nested(depth: int) -> bytes:
    inner = b"".join(b'--b%d\nContent-Type: multipart/mixed; boundary="b%d"\n\n' % (i, i + 1) for i in range(depth))
    return shaped(b'multipart/mixed; boundary="b0"', inner)


HOSTILE = {
    "10 MB attachment": attached(),
    "2 MB line": shaped(b"text/plain", b"F Lon - ENG\n" + b"x " * 1_000_000),
    "100 000 lines": shaped(b"text/plain", b"F Lon - ENG\n" * 100_000),
    "100 000 flowed lines": shaped(b"text/plain; format=flowed", b"F Lon - ENG \n" * 100_000),
    "5 000 nested boxes": shaped(b"text/html", b"<div>" * 5000 + b"F Lon - ENG" + b"</div>" * 5000),
    "20 000 nested tables": shaped(b"text/html", b"<table><tr><td>x" * 20_000),
    "2 000 nested parts": nested(2000),
    "unclosed tags": shaped(b"text/html", b"<a x='" * 200_000),
    "encoded words": b"Subject: " + b"=?utf-8?q?a?= " * 100_000 + b"\n\nF Lon - ENG\n",
    "24 MB of text": HEAD + b"\n" + b"F Lon - ENG\n" * 2_000_000,
}


def main() -> None:
    letters = [path.read_bytes() for path in sorted(CORPUS.glob("*.eml"))]
    for raw in letters:
        read_message(raw, RULES)
    spent = []
    for raw in letters:
        start = time.process_time()
        for _ in range(ROUNDS):
            read_message(raw, RULES)
        spent.append((time.process_time() - start) / ROUNDS * 1e6)
    spent.sort()
    middle, most = spent[len(spent) // 2], spent[-1]
    print(f"{len(letters)} letters: mean {sum(spent) / len(spent):.0f} us, median {middle:.0f} us, most {most:.0f} us")
    for name, raw in HOSTILE.items():
        start = time.perf_counter()
        message = read_message(raw, RULES)
        print(f"{name:22} {len(raw) / 1e6:6.1f} MB {time.perf_counter() - start:6.3f} s  {message.action}")


if __name__ == "__main__":
    main()
