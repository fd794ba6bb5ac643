"""Questions to the machine's own name server."""

from __future__ import annotations

from judge.core.errors import MailFault

SECONDS = 3.0


def ask(name: str, kind: str, seconds: float = SECONDS) -> list[str]:
    """The records of a name as text; [] where there are none. MailFault when nobody answered in time."""
    import dns.exception
    import dns.resolver

    try:
        answer = dns.resolver.resolve(name.rstrip(".") + ".", kind, lifetime=seconds, raise_on_no_answer=False)
    except dns.resolver.NXDOMAIN:
        return []
    except (dns.exception.DNSException, OSError) as fault:
        raise MailFault(f"no answer from DNS about {name}: {type(fault).__name__}") from None
    if answer.rrset is None:
        return []
    if kind == "TXT":
        return [b"".join(record.strings).decode("ascii", "replace") for record in answer.rrset]
    return [record.to_text() for record in answer.rrset]
