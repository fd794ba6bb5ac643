"""What the domain's DNS says about the judge's mail: hints for the doctor, never a condition.

Mail that names a domain without SPF, DKIM or DMARC is doubted by large providers, and confirmations land among junk.
"""

from collections.abc import Callable

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
        return [_mx(domain, ask), _spf(domain, ask), _dmarc(domain, ask), _dkim(domain, ask)]
    except MailFault as fault:
        return [(False, f"DNS: {fault}", "Look again when the network is there; nothing depends on it.")]


def _mx(domain: str, ask: Ask) -> Hint:
    found = ask(domain, "MX")
    remedy = "Nobody can answer the judge without one: point it to your mail server."
    return bool(found), f"DNS: {domain} has {'an MX record' if found else 'no MX record'}", "" if found else remedy


def _spf(domain: str, ask: Ask) -> Hint:
    found = [text for text in ask(domain, "TXT") if text.lower().startswith("v=spf1")]
    if len(found) > 1:
        return False, f"DNS: {domain} has {len(found)} SPF records", "Keep one: two are worth none."
    remedy = f'Publish TXT {domain} "v=spf1 mx -all", with whatever else sends for it.'
    return bool(found), f"DNS: {domain} has {'an SPF record' if found else 'no SPF record'}", "" if found else remedy


def _dmarc(domain: str, ask: Ask) -> Hint:
    found = any(text.lower().startswith("v=dmarc1") for text in ask(f"_dmarc.{domain}", "TXT"))
    remedy = f'Publish TXT _dmarc.{domain} "v=DMARC1; p=none" to begin with.'
    return found, f"DNS: {domain} has {'a DMARC record' if found else 'no DMARC record'}", "" if found else remedy


def _dkim(domain: str, ask: Ask) -> Hint:
    names = (f"{selector}._domainkey.{domain}" for selector in SELECTORS)
    found = next((name for name in names if any("p=" in text for text in ask(name, "TXT"))), "")
    remedy = "Your provider signs under a selector of its own, or let your mail server sign (OpenDKIM, rspamd)."
    what = f"a DKIM key at {found}" if found else "no DKIM key under the usual selectors"
    return bool(found), f"DNS: {domain} has {what}", "" if found else remedy
