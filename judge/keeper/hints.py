"""What the domain's DNS says about the judge's mail: hints for the doctor, never a condition.

Mail that names a domain without SPF, DKIM or DMARC is doubted by large providers, and confirmations land among junk.
"""

from collections.abc import Callable, Iterator

from judge.core.errors import MailFault

Ask = Callable[[str, str], list[str]]
"""(name, record type) -> the records as text; [] when there is none; MailFault when nobody could be asked."""

LOCAL = ("localhost", "local", "test", "invalid", "example", "internal", "lan")
SELECTORS = ("default", "mail", "dkim", "judge", "s1", "selector1", "google", "k1")


Hint = tuple[bool, str, str]
"""Whether it is good, what was found, and what to do where it is not."""


def look(domain: str, ask: Ask) -> list[Hint]:
    """MX, SPF, DMARC and a DKIM key under the usual selectors. Nothing for a domain that is only local."""
    if "." not in domain or domain.rpartition(".")[2] in LOCAL:
        return []
    try:
        return list(_hints(domain, ask))
    except MailFault as fault:
        return [(False, f"DNS: {fault}", "Look again when the network is there; nothing depends on it.")]


def _hints(domain: str, ask: Ask) -> Iterator[Hint]:
    remedy = "Nobody can answer the judge without one: point it to your mail server."
    yield _hint(domain, bool(ask(domain, "MX")), "an MX record", "no MX record", remedy)
    spf = [text for text in ask(domain, "TXT") if text.lower().startswith("v=spf1")]
    remedy = f'Publish TXT {domain} "v=spf1 mx -all", with whatever else sends for it.'
    if len(spf) > 1:
        yield _hint(domain, False, "", f"{len(spf)} SPF records", "Keep one: two are worth none.")
    else:
        yield _hint(domain, bool(spf), "an SPF record", "no SPF record", remedy)
    dmarc = any(text.lower().startswith("v=dmarc1") for text in ask(f"_dmarc.{domain}", "TXT"))
    remedy = f'Publish TXT _dmarc.{domain} "v=DMARC1; p=none" to begin with.'
    yield _hint(domain, dmarc, "a DMARC record", "no DMARC record", remedy)
    names = (f"{selector}._domainkey.{domain}" for selector in SELECTORS)
    key = next((name for name in names if any("p=" in text for text in ask(name, "TXT"))), "")
    remedy = "Your provider signs under a selector of its own, or let your mail server sign (OpenDKIM, rspamd)."
    yield _hint(domain, bool(key), f"a DKIM key at {key}", "no DKIM key under the usual selectors", remedy)


def _hint(domain: str, good: bool, there: str, missing: str, remedy: str) -> Hint:
    return good, f"DNS: {domain} has {there if good else missing}", "" if good else remedy
