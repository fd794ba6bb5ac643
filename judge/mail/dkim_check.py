"""DKIM signatures (RFC 6376) checked here, for judges whose mail server writes no Authentication-Results.

Only one question is answered: does a signature of the sender's own domain hold for this whole letter? Anything else,
a wrong signature as well as a name server that does not answer, is no proof and no reproach. The work is bounded:
dkimpy's patterns are quadratic in runs of blanks, and a key comes from a stranger's name server.
"""

import logging
import time
from collections.abc import Callable
from contextlib import suppress

from judge.core.errors import MailFault
from judge.core.regex import regex
from judge.mail import server
from judge.mail.reading.headers import split_head

Lookup = Callable[[str, float], str | None]
"""(name, seconds) -> the TXT record there, or None; TimeoutError when nobody answered in time."""

LETTER_LIMIT = 1_000_000  # bytes of a letter that is checked
FIELD_LIMIT = 8_000  # bytes of a signature field
KEY_LIMIT = 1_500  # characters of a key record: RSA of 4096 bits has 740
SIGNATURES = 2  # of the sender's domain that are tried
SECONDS = 3.0  # for one answer of a name server
PATIENCE, PATIENCE_SPAN = 20.0, 300.0  # seconds in all that may be waited for name servers in five minutes
FRESH = 3600.0  # seconds a key is remembered
FRESH_NOTHING = 300.0
REMEMBERED = 2_000

_SHARED = regex(
    r"(?:ac|co|com|edu|go|gob|gouv|gov|govt|id|ltd|me|mil|ne|net|nom|or|org|plc|sch)\.[a-z]{2}"
    r"|git(?:hub|lab)\.io|(?:pages|workers|fly)\.dev|(?:web|run|netlify|vercel)\.app|(?:eu|dyndns|no-ip|duckdns|hopto)\.org"
    r"|(?:appspot|firebaseapp|herokuapp|onrender|blogspot|wordpress|amazonaws|mooo|uk|us|de|co)\.com"
    r"|(?:azurewebsites|cloudfront|ddns)\.net"
)
_BLANKS = regex(rb"[ \t]{500}")
_MUTE = logging.Logger("dkimpy", logging.CRITICAL + 1)  # dkimpy would log what strangers wrote


class SignatureCheck:
    """Checks letters against keys looked up by `lookup`, remembered for an hour."""

    def __init__(self, lookup: Lookup, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._lookup = lookup
        self._monotonic = monotonic
        self._keys: dict[str, tuple[float, bytes | None]] = {}  # the oldest first
        self._waited = 0.0
        self._since = monotonic()

    def __call__(self, raw: bytes, domain: str) -> str | None:
        """Whose signature holds for the whole letter: `domain` (the sender's) or one above it; None without. Never
        raises."""
        if not domain or b"dkim-signature" not in raw[: FIELD_LIMIT * 40].lower():
            return None
        if len(raw) > LETTER_LIMIT or _BLANKS.search(raw):
            return None
        try:
            return self._check(raw, domain.lower())
        except Exception:  # whatever a stranger wrote: it proves nothing
            return None

    def _check(self, raw: bytes, domain: str) -> str | None:
        import dkim  # only judges that check signatures pay for loading it

        letter = dkim.DKIM(raw, logger=_MUTE, minkey=1024)
        head, body = split_head(raw)
        if len(head.get("from", [])) != 1 or body.replace(b"\r\n", b"\n") != letter.body.replace(b"\r\n", b"\n"):
            return None  # read by other rules than it was checked: what was checked is not what would count
        fields = [value for name, value in letter.headers if name.lower() == b"dkim-signature"]
        signed = [
            (index, tags, tags.get("d", "").lower().rstrip(".")) for index, tags in enumerate(map(_tags, fields[:20]))
        ]
        wanted = [(index, site) for index, tags, site in signed if _speaks_for(site, domain) and _whole(tags)]
        for index, site in wanted[:SIGNATURES]:
            with suppress(Exception):  # this one is broken; another may hold
                if letter.verify(index, dnsfunc=self._key):
                    return site
        return None

    def _key(self, name: bytes, timeout: float = SECONDS) -> bytes | None:
        """The key record of a selector, as dkimpy asks for it."""
        text = name.decode("ascii").lower().rstrip(".")
        now = self._monotonic()
        known = self._keys.get(text)
        if known is not None and known[0] > now:
            return known[1]
        record = self._asked(text, now)
        self._keys.pop(text, None)
        self._keys[text] = (now + (FRESH if record else FRESH_NOTHING), record)
        if len(self._keys) > REMEMBERED:
            del self._keys[next(iter(self._keys))]
        return record

    def _asked(self, name: str, now: float) -> bytes | None:
        """From the name server, as long as not too much time went into waiting for them of late."""
        if now - self._since > PATIENCE_SPAN:
            self._waited, self._since = 0.0, now
        if self._waited > PATIENCE:
            return None
        try:
            record = self._lookup(name, SECONDS)
        except (TimeoutError, OSError, ValueError):
            record = None
        self._waited += self._monotonic() - now
        if not record or len(record) > KEY_LIMIT or not record.isascii():
            return None
        return record.encode("ascii")


def _tags(value: bytes) -> dict[str, str]:
    """Tags of a signature field; {} for one that is too long or written twice over."""
    if len(value) > FIELD_LIMIT:
        return {}
    pairs = [item.partition("=") for item in value.decode("ascii", "replace").split(";")]
    tags = {name.strip(): content.strip() for name, equals, content in pairs if equals}
    return tags if len(tags) == sum(1 for _, equals, _ in pairs if equals) else {}


def _speaks_for(site: str, domain: str) -> bool:
    """Whether a signature of `site` speaks for senders of `domain`: the same, or a domain above it. One below does
    not: whoever rents a name from a provider does not sign for the provider. Nor does one under which strangers have
    names (`co.uk`, `github.io`). Known are those whose first part is a usual one below a country, and the providers
    listed here; this is not the whole list at publicsuffix.org, so a rarer one is taken for a domain of one owner."""
    return "." in site and (site == domain or (domain.endswith("." + site) and not _SHARED.fullmatch(site)))


def _whole(tags: dict[str, str]) -> bool:
    """Whether the signature covers all that counts: sender, date and the whole body, with a hash that is sound."""
    covered = {name.strip().lower() for name in tags.get("h", "").split(":")}
    return (
        {"from", "date"} <= covered
        and "l" not in tags
        and tags.get("a", "").lower() in ("rsa-sha256", "ed25519-sha256")
    )


def ask_dns(name: str, seconds: float) -> str | None:
    """The first TXT record of a name from the machine's own name server. TimeoutError when it does not answer."""
    try:
        found = server.ask(name, "TXT", seconds)
    except MailFault:
        raise TimeoutError(name) from None
    return found[0] if found else None
