"""What `judge init --ask` knows of the providers that many people have, and how it finds out about others.

Facts of November 2026; docs/providers.md says more of each. What a provider publishes as a day's number of recipients
stands here where it publishes one.
"""

import re
from collections.abc import Callable, Iterable

from judge.core.errors import MailFault
from judge.core.values import Value

Ask = Callable[[str, str], list[str]]
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


_KNOWN = """
Gmail: gmail.com googlemail.com
    imaps://imap.gmail.com:993 smtps://smtp.gmail.com:465 per_day=500
    where: https://myaccount.google.com/apppasswords
    note: App passwords need 2-step verification. Gmail shows no copies of letters it sent itself.
Outlook.com: outlook.com hotmail.com live.com msn.com
    imaps://outlook.office365.com:993 smtp+starttls://smtp-mail.outlook.com:587 login=microsoft per_day=300
    where: https://entra.microsoft.com
    note: No passwords any more: register an app once, then judge authorize.
Yahoo: yahoo.com yahoo.co.uk yahoo.de yahoo.fr ymail.com aol.com
    imaps://imap.mail.yahoo.com:993 smtps://smtp.mail.yahoo.com:465 reply=references per_day=500
    where: https://login.yahoo.com/account/security
    note: No plus addresses: answers are known by the letter they answer.
iCloud: icloud.com me.com mac.com
    imaps://imap.mail.me.com:993 smtp+starttls://smtp.mail.me.com:587 per_day=1000
    where: https://account.apple.com
    note: The user name is often what stands before the @.
Fastmail: fastmail.com fastmail.fm
    imaps://imap.fastmail.com:993 smtps://smtp.fastmail.com:465 per_day=4000
    where: https://app.fastmail.com/settings/security/apps
Proton Bridge: proton.me protonmail.com pm.me
    imap+starttls://127.0.0.1:1143 smtp+starttls://127.0.0.1:1025
    where: the window of Proton Bridge
    note: Bridge must run on this machine; export its certificate and name it as ca_file.
GMX: gmx.de gmx.net gmx.at gmx.ch
    imaps://imap.gmx.net:993 smtps://mail.gmx.net:465 reply=references
    where: https://www.gmx.net (settings, POP3/IMAP)
    note: Allow IMAP in the settings first. No plus addresses: answers are known by the letter they answer.
GMX: gmx.com gmx.us
    imaps://imap.gmx.com:993 smtps://mail.gmx.com:465 reply=references
    where: https://www.gmx.com (settings, POP3/IMAP)
    note: Allow IMAP in the settings first. No plus addresses: answers are known by the letter they answer.
Posteo: posteo.de posteo.net posteo.eu posteo.org
    imaps://posteo.de:993 smtps://posteo.de:465 login=password
mailbox.org: mailbox.org
    imaps://imap.mailbox.org:993 smtps://smtp.mailbox.org:465 login=password
    where: https://mailbox.org (settings, passwords for programs)
Microsoft 365:
    imaps://outlook.office365.com:993 smtp+starttls://smtp.office365.com:587 login=microsoft per_day=10000
    where: https://entra.microsoft.com
    note: No passwords any more: register an app, let the mailbox send by SMTP, then judge authorize.
"""
"""A provider and its domains; where its letters are fetched and sent, and what is not as with most; in words."""

*_BY_DOMAIN, MICROSOFT_365 = map(_provider, re.split(r"\n(?! )", _KNOWN.strip()))
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
