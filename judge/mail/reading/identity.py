"""Who a letter is to and who is behind it: the secret in our address, and what our mail server says of the sender."""

from collections.abc import Iterator
from functools import lru_cache

from judge.core.addressing import Addressing
from judge.core.regex import regex
from judge.mail.reading.headers import Head, addresses, lexed, strip_comments
from judge.post import Authentication

BOUNCE_PREFIXES = ("bounce.", "bounces.", "b.", "bounce-", "bounce=")  # tails of envelope senders, never credentials

_ENVELOPE = "delivered-to x-original-to x-envelope-to envelope-to x-rcpt-to x-real-to x-forwarded-to".split()
_FOR = regex(r"\bfor\s+<([^<>\s]{3,300})>")
_TOKEN = regex(r"[^.\s]{1,64}\.[^\s]{1,200}")


@lru_cache(16)
def our_address(text: str, reply: str = "plus", plus: str = "+") -> Addressing:
    return Addressing(text.strip(), reply, plus)


def credential(head: Head, ours: Addressing, *, resent: bool) -> str:
    """The secret in the address this letter was sent to: envelope fields first, then To and Cc.

    A letter that was passed on proves nothing by its To, which is the first sender's; of its envelope fields
    only the topmost counts, the others came with it.
    """
    named = (address for value in _recipients(head, resent) for _, address in addresses(value))
    return next((key for address in named if (key := ours.key_of(address))), "")


def _recipients(head: Head, resent: bool) -> Iterator[str]:
    for name in _ENVELOPE:
        yield from head.get(name, [])[: 1 if resent else 3]
    yield from _FOR.findall(strip_comments(head.top("received")))[:3]
    for name in () if resent else ("to", "cc"):
        yield from head.get(name, [])[:5]


def is_token(text: str) -> bool:
    """Whether a tail has the form GAME.TOKEN and is not the tail of a bounce address."""
    return bool(_TOKEN.fullmatch(text)) and not text.startswith(BOUNCE_PREFIXES)


def verdict(head: Head, trusted: str, sender: str) -> Authentication:
    """The DMARC result in the topmost Authentication-Results of our own mail server; NONE if it wrote none.

    A pass for another domain than the sender's is a failure: it speaks of somebody else. So is a line that cannot be
    read, for its sender may have brought that about.
    """
    if not trusted:
        return Authentication.NONE
    name = trusted.strip().lower()
    for value in head.get("authentication-results", []):
        words = lexed(value)
        if words is None:
            start = value.lower().lstrip()
            if start.startswith((name, "(", '"')):
                return Authentication.FAIL
            continue
        bare = [word for word in words if word[0] != "("]
        if bare and bare[0].strip('"').lower() == name:
            return _result(bare, sender.rpartition("@")[2])
    return Authentication.NONE


def _result(words: list[str], domain: str) -> Authentication:
    """The DMARC result of a field by its words (RFC 8601 2.2): a fail stands, a pass must stand alone."""
    results: set[Authentication] = set()
    clause: list[str] = []
    for word in [*words[1:], ";"]:
        if word != ";":
            clause.append(word)
            continue
        if len(clause) > 2 and clause[0].partition("/")[0].lower() == "dmarc" and "=" in clause[1:4]:
            at = clause.index("=") + 1
            results.add(_said(clause[at].lower() if at < len(clause) else "", clause[at + 1 :], domain))
        clause = []
    if Authentication.FAIL in results:
        return Authentication.FAIL
    return Authentication.PASS if results == {Authentication.PASS} else Authentication.NONE


def _said(result: str, properties: list[str], domain: str) -> Authentication:
    if result == "fail":
        return Authentication.FAIL
    if result != "pass":
        return Authentication.NONE
    low = [word.lower() for word in properties]
    named = [low[at + 2].strip('"') for at in range(len(low) - 2) if low[at : at + 2] == ["header.from", "="]]
    aligned = all(_same_site(one.rpartition("@")[2], domain) for one in named if domain)
    return Authentication.PASS if aligned else Authentication.FAIL


def _same_site(one: str, other: str) -> bool:
    return one == other or one.endswith("." + other) or other.endswith("." + one)
