"""Our own address with a key in it: behind a plus sign, before it at a domain that takes everything, or not at all.

plus        judge+lira7.3-12-mac@example.org
catch-all   lira7.3-12-mac.judge@example.org
references  judge@example.org; the key is the Message-ID that an answer brings back
"""

import unicodedata
from functools import cached_property, lru_cache

from judge.core.values import Value

SEPARATORS = ("+", "-", "=", "_")


def canonical(address: str) -> str:
    """The one form in which addresses are kept and compared: small letters, composed (NFC), the domain in ASCII
    (IDNA 2008). What has no such form stays as it is, and no letter can go there."""
    return address.lower() if address.isascii() else _canonical(address)


@lru_cache(256)
def _canonical(address: str) -> str:
    local, at, domain = unicodedata.normalize("NFC", address).lower().rpartition("@")
    return f"{local}{at}{ascii_domain(domain) or domain}"


def ascii_domain(domain: str) -> str:
    """A domain in its ASCII form (IDNA 2008, capitals and wide letters mapped by UTS 46); "" if it has none."""
    if domain.isascii():
        return domain
    import idna  # its tables are large, and most judges never need them

    try:
        return idna.encode(domain, uts46=True).decode("ascii")
    except (idna.IDNAError, UnicodeError):
        return ""


def former_form(address: str) -> str:
    """How older judges kept a canonical address whose letter had the domain in Unicode; "" if there is no such form."""
    local, _, domain = address.rpartition("@")
    if "xn--" not in domain:
        return ""
    import idna

    try:
        return f"{local}@{idna.decode(domain)}"
    except (idna.IDNAError, UnicodeError):
        return ""


class Addressing(Value):
    """How keys are written into an address of ours, and read from one."""

    address: str
    reply: str = "plus"
    plus: str = "+"

    @property
    def carries(self) -> bool:
        """Whether our addresses carry keys at all."""
        return self.reply != "references"

    @cached_property
    def _own(self) -> tuple[str, str]:
        """What stands before the at sign of the plain address, and what behind it, in lower case."""
        own, _, home = canonical(self.address.strip()).rpartition("@")
        return own.partition("+")[0], home

    def with_key(self, key: str) -> str:
        """Our address with a key in it; the plain one where there is no key, or where addresses carry none."""
        if not key or not self.carries:
            return self.address
        local, _, domain = self.address.rpartition("@")
        return f"{key}.{local}@{domain}" if self.reply == "catch-all" else f"{local}{self.plus}{key}@{domain}"

    def key_of(self, address: str) -> str | None:
        """The key in an address of ours, in lower case; "" for the plain address, None for somebody else's.

        A plus sign is read whatever the setting: letters of another day, and programs that write it `%2B`."""
        local, _, domain = canonical(address).rpartition("@")
        own, home = self._own
        if domain != home:
            return None
        local = local.replace("%2b", "+")
        if local == own:
            return ""
        for sign in dict.fromkeys((self.plus, "+")):
            if local.startswith(own + sign):
                return local[len(own) + 1 :]
        if self.reply == "catch-all" and local.endswith(f".{own}"):
            return local[: -len(own) - 1]
        return None

    def owns(self, address: str) -> bool:
        """Whether an address is ours, with or without a key."""
        return self.key_of(address) is not None
