"""What `judge init --ask` knows of the providers that many people have, and how it finds out about others.

Facts of November 2026; docs/providers.md says more of each. They stand in providers.txt; what a provider publishes as a
day's number of recipients, too, where it publishes one. Below stands what DNS says of the judge's own domain.
"""

import re
from collections.abc import Callable, Iterable, Iterator

from judge.core.errors import MailFault
from judge.core.tables import tables
from judge.core.values import Value

Ask = Callable[[str, str], list[str]]
"""(name, record type) -> the records as text; [] when there is none; MailFault when nobody could be asked."""
Fetch = Callable[[str], str]


class Provider(Value):
    """`imap` and `smtp` are addresses without their user. `login`: password, app (one made for a single program), or
    microsoft (tokens alone). `reply` is what [mail] reply should be; `where` is the page for the password, or for the
    app that gets the tokens."""

    name: str
    domains: tuple[str, ...]
    imap: str
    smtp: str
    login: str = "app"
    reply: str = "plus"
    per_day: int = 0
    where: str = ""
    note: str = ""


def _provider(entry: str) -> Provider:
    first, servers, *more = (line.strip() for line in entry.split("\n"))
    name, _, domains = first.partition(":")
    imap, smtp, *facts = servers.split()
    told = dict([*(fact.split("=") for fact in facts), *(line.split(": ", 1) for line in more)])
    return Provider(name, tuple(domains.split()), imap, smtp, per_day=int(told.pop("per_day", "0")), **told)


*_BY_DOMAIN, MICROSOFT_365 = map(_provider, re.split(r"\n(?! )", tables(__package__, "providers")["providers"].strip()))
PROVIDERS = tuple(_BY_DOMAIN)
HOSTED = (("google.com", PROVIDERS[0]), ("outlook.com", MICROSOFT_365), ("messagingengine.com", PROVIDERS[4]))
"""Where the mail of a domain goes -> who keeps it."""


def by_address(address: str) -> Provider | None:
    """The provider of an address that says it itself."""
    domain = address.rpartition("@")[2].lower()
    return next((one for one in PROVIDERS if domain in one.domains), None)


def looked_up(domain: str, ask: Ask, fetch: Fetch) -> tuple[str, str]:
    """(IMAP, SMTP) as addresses without their user, by what DNS and the domain's own pages say: MX of a known
    provider, SRV (RFC 6186), autoconfig. "" for what nobody says."""
    try:
        for record in ask(domain, "MX"):
            host = record.split()[-1].rstrip(".").lower()
            known = next((one for end, one in HOSTED if host.endswith(end)), None)
            if known is not None:
                return known.imap, known.smtp
        imap = _service(ask, (("imaps", "_imaps"), ("imap+starttls", "_imap")), domain)
        smtp = _service(ask, (("smtps", "_submissions"), ("smtp+starttls", "_submission")), domain)
    except MailFault:
        return "", ""
    if imap and smtp:
        return imap, smtp
    for place in (f"autoconfig.{domain}", f"{domain}/.well-known/autoconfig"):
        page = fetch(f"https://{place}/mail/config-v1.1.xml")
        found = _configured(page, "incomingServer", "imap"), _configured(page, "outgoingServer", "smtp")
        if all(found):
            return found
    return imap, smtp


_SRV = re.compile(r"(\d+) (\d+) (\d+) (?!\.$)([\w.-]{1,253})")


def _service(ask: Ask, kinds: Iterable[tuple[str, str]], domain: str) -> str:
    """By SRV: the record of the least priority; a lone dot says that there is no such service."""
    for scheme, name in kinds:
        records = [_SRV.fullmatch(" ".join(record.split())) for record in ask(f"{name}._tcp.{domain}", "SRV")]
        found = [(int(at[1]), -int(at[2]), f"{scheme}://{at[4].rstrip('.').lower()}:{at[3]}") for at in records if at]
        if found:
            return min(found)[2]
    return ""


def _configured(page: str, element: str, kind: str) -> str:
    """The first server of that kind in an autoconfig page that is reached in a way nobody can read. Not parsed as XML:
    it comes from strangers, and three words of it are wanted."""
    for block in re.findall(rf'<{element}[^>]*type="{kind}"[^>]*>(.*?)</{element}>', page[:100_000], re.DOTALL):
        said = {name: text.strip() for name, text in re.findall(r"<(hostname|port|socketType)>([^<]{1,253})<", block)}
        scheme = {"SSL": f"{kind}s", "STARTTLS": f"{kind}+starttls"}.get(said.get("socketType", ""))
        host, port = said.get("hostname", ""), said.get("port", "")
        if scheme and re.fullmatch(r"[\w.-]{1,253}", host) and port.isdecimal() and 0 < int(port) < 65536:
            return f"{scheme}://{host.lower()}:{port}"
    return ""


def page_of(url: str) -> str:
    """A page of the domain's, "" where there is none within five seconds."""
    from http.client import HTTPException
    from urllib.request import urlopen

    try:
        with urlopen(url, timeout=5.0) as answer:  # https only, by how the addresses are made
            return str(answer.read(100_000).decode("utf-8", "replace"))
    except (OSError, ValueError, HTTPException):
        return ""


# ---- what DNS says of the judge's own domain: hints for the doctor, never a condition. Mail that names a domain
# without SPF, DKIM or DMARC is doubted by large providers, and confirmations land among junk.

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
