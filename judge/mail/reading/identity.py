"""Who a letter is to and who is behind it: the secret in our address, and what our mail server says of the sender."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from judge.core.addressing import Addressing
from judge.mail.reading.headers import Head, addresses, strip_comments
from judge.post import Authentication

BOUNCE_PREFIXES = ("bounce.", "bounces.", "b.", "bounce-", "bounce=")  # tails of envelope senders, never credentials

_ENVELOPE = (
    "delivered-to",
    "x-original-to",
    "x-envelope-to",
    "envelope-to",
    "x-rcpt-to",
    "x-real-to",
    "x-forwarded-to",
)
_FOR = re.compile(r"\bfor\s+<([^<>\s]{3,300})>")
_TOKEN = re.compile(r"[^.\s]{1,64}\.[^\s]{1,200}")
_RESULT = re.compile(r"\s*dmarc\s*=\s*([a-z]+)", re.IGNORECASE)
_HEADER_FROM = re.compile(r"header\.from\s*=\s*\"?([^\s;\"]+)", re.IGNORECASE)


Address = Addressing
"""Our own address, and how keys stand in it."""


@dataclass(frozen=True)
class Signed:
    """A signature that holds: its domain, and a digest of what it proves, which every copy of the letter shares."""

    domain: str
    digest: str


@lru_cache(16)
def our_address(text: str, reply: str = "plus", plus: str = "+") -> Address:
    return Addressing(text.strip(), reply, plus)


def is_ours(address: str, ours: Address) -> bool:
    """Whether an address is ours, with or without a key."""
    return ours.key_of(address) is not None


def tail(address: str, ours: Address) -> str:
    """The key in our own address ("" if none or not ours); lower case."""
    return ours.key_of(address) or ""


def credential(head: Head, ours: Address, *, resent: bool) -> str:
    """The secret in the address this letter was sent to: envelope fields first, then To and Cc.

    A letter that was passed on proves nothing by its To, which is the first sender's; of its envelope fields
    only the topmost counts, the others came with it.
    """
    fields = (value for name in _ENVELOPE for value in (head.all(name)[: 1 if resent else 3]))
    found = next(filter(None, (_first_tail(value, ours) for value in fields)), "")
    if not found:
        named = _FOR.findall(strip_comments(head.get("received")))
        found = next(filter(None, (_first_tail(value, ours) for value in named[:3])), "")
    if found or resent:
        return found
    fields = (value for name in ("to", "cc") for value in head.all(name)[:5])
    return next(filter(None, (_first_tail(value, ours) for value in fields)), "")


def _first_tail(value: str, ours: Address) -> str:
    return next(filter(None, (tail(address, ours) for _, address in addresses(value))), "")


def is_token(text: str) -> bool:
    """Whether a tail has the form GAME.TOKEN and is not the tail of a bounce address."""
    return bool(_TOKEN.fullmatch(text)) and not text.startswith(BOUNCE_PREFIXES)


def verdict(head: Head, trusted: str, sender: str) -> Authentication:
    """The DMARC result in the topmost Authentication-Results of our own mail server; NONE if it wrote none.

    A pass for another domain than the sender's is a failure: it speaks of somebody else.
    """
    if not trusted:
        return Authentication.NONE
    for value in head.all("authentication-results"):
        clauses = strip_comments(value).split(";")
        words = clauses[0].split()
        if not words or words[0].lower() != trusted.strip().lower():
            continue
        return _result(clauses[1:], sender.rpartition("@")[2])
    return Authentication.NONE


def _result(clauses: list[str], domain: str) -> Authentication:
    results: list[Authentication] = []
    for clause in clauses[:100]:
        found = _RESULT.match(clause)
        if found is None:
            continue
        word = found.group(1).lower()
        if word == "fail":
            return Authentication.FAIL
        if word == "pass":
            named = _HEADER_FROM.search(clause)
            aligned = named is None or not domain or _same_site(named.group(1).lower(), domain)
            results.append(Authentication.PASS if aligned else Authentication.FAIL)
    return results[0] if results else Authentication.NONE


def _same_site(one: str, other: str) -> bool:
    return one == other or one.endswith("." + other) or other.endswith("." + one)
