"""The few questions of `judge init --ask`: each answer is looked at before the next is asked."""

from collections.abc import Callable
from dataclasses import field

import click

from judge.core.values import Value
from judge.keeper.providers import Provider, by_address, looked_up, page_of
from judge.mail.offers import Offer, offer
from judge.mail.server import ask


class Answers(Value):
    """Values for the settings' template, and the mailbox's password, which goes into a file of its own."""

    values: dict[str, str] = field(default_factory=dict)
    password: str = field(default="", repr=False)
    settings: dict[str, str] = field(default_factory=dict)
    """Further lines of [mail], and of [mail.oauth] under `oauth.NAME`."""
    next: str = ""
    certificate: str = ""
    """What the keeper trusts beside what this machine does, in PEM."""


CA_FILE = "var/secrets/mail-ca.pem"
PORTS = {"993": "imaps", "143": "imap+starttls", "465": "smtps", "587": "smtp+starttls", "25": "smtp"}


def ask_all() -> Answers:
    """Settings for a real mailbox; an empty IMAP server keeps the embedded mailbox."""
    click.echo("A few questions; Return takes what stands in brackets. All of it can be changed in judge.toml.\n")
    values = {
        "name": _ask("A short name for this judge, used in subjects", "DEMO", _name),
        "address": _ask("The address players write to", "judge@localhost", _address),
        "zone": _ask("Its time zone", "Europe/London", _zone),
        "keeper": _ask("Your own address, as its keeper", "root@localhost", _address),
    }
    values["list"] = _ask("The list that gets digest and results (- for none)", "results@localhost", _address_or_none)
    known = by_address(values["address"])
    if known is not None:
        return _known(known, values)
    server = _ask("Your IMAP server, host or host:port (? looks it up, - for the embedded mailbox)", "-", _server)
    if server == "?":
        imap, relay = looked_up(values["address"].rpartition("@")[2], ask, page_of)
        click.echo(f"Found: {imap or 'no IMAP server'}, {relay or 'no SMTP server'}.")
        server = _ask("Your IMAP server", imap.partition("://")[2] or "-", _server)
        found = relay.partition("://")[2]
    else:
        found = ""
    if not server:
        return Answers(values)
    user = _ask("The mailbox's user name", values["address"], _plain).replace("@", "%40")
    relay = _ask("Your SMTP server, host or host:port (465 or 587)", found or server.partition(":")[0], _server)
    password = _password("The mailbox's password")
    letters, sent = _offered("imap", server, "993"), _offered("smtp", relay, "465")
    values |= {
        "inbox": f"{letters.scheme or _scheme(server, '993')}://{user}@{_at(server, '993')}/INBOX",
        "outbox": f"{sent.scheme or _scheme(relay, '465')}://{user}@{_at(relay, '465')}",
        "settle": "10m",
        "door": "# no door: letters come by IMAP",
    }
    trusted = "".join(dict.fromkeys(one.certificate for one in (letters, sent)))
    return Answers(values, password, {"ca_file": CA_FILE} if trusted else {}, certificate=trusted)


def _offered(kind: str, server: str, port: str) -> Offer:
    """What the server offers there. A certificate that nobody known here vouches for is taken on the word of
    the keeper, who has its fingerprint from the server itself."""
    host, _, place = _at(server, port).rpartition(":")
    found = offer(kind, host.strip("[]"), int(place))
    if not found.scheme:
        click.echo(f"{host} does not answer at {place} now: judge.toml has what is usual there.")
        return Offer()
    click.echo(f"{host} at {place}: {found.scheme}.")
    if not found.certificate:
        return found
    click.echo(
        f"Nobody known here vouches for the certificate of {host}. Its SHA-256 fingerprint:\n{found.fingerprint}"
    )
    if click.confirm("Is this the fingerprint that your server has", default=False):
        return found
    return Offer(found.scheme)


def _known(provider: Provider, values: dict[str, str]) -> Answers:
    """The address is enough: servers, login and numbers of the usual providers stand in a table."""
    click.echo(f"\n{provider.name}: {provider.imap.partition('://')[2]} and {provider.smtp.partition('://')[2]}.")
    for line in filter(None, (provider.note, f"docs/providers.md has a section on {provider.name}.")):
        click.echo(line)
    user = values["address"].replace("@", "%40")
    values |= {
        "inbox": f"{_with_user(provider.imap, user)}/INBOX",
        "outbox": _with_user(provider.smtp, user),
        "settle": "10m",
        "door": "# no door: letters come by IMAP",
    }
    settings = {"reply": provider.reply} if provider.reply != "plus" else {}
    settings |= {"per_day": str(provider.per_day)} if provider.per_day else {}
    if provider.login == "microsoft":
        click.echo(f"Register an app at {provider.where} and let it use IMAP and SMTP.")
        client = _ask("Its client id (- to write it into judge.toml later)", "-", _plain)
        settings |= {"oauth.provider": "microsoft", "oauth.client_id": "" if client == "-" else client}
        return Answers(values, "", settings, "authorize")
    what = "The app password" if provider.login == "app" else "The mailbox's password"
    made = f", made at {provider.where}" if provider.where else ""
    password = _password(f"{what}{made}")
    return Answers(values, password.replace(" ", "") if provider.name == "Gmail" else password, settings)


def _password(what: str) -> str:
    words = f"{what} (kept in var/secrets/mail; empty to set it later)"
    return str(click.prompt(words, default="", hide_input=True, show_default=False))


def _with_user(url: str, user: str) -> str:
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{user}@{rest}"


def _ask(question: str, default: str, good: Callable[[str], str]) -> str:
    answer: str = click.prompt(question, default=default, value_proc=good)
    return answer


def _scheme(server: str, usual: str) -> str:
    port = server.rpartition(":")[2] if ":" in server else usual
    return PORTS.get(port, PORTS[usual])


def _at(server: str, usual: str) -> str:
    return server if ":" in server else f"{server}:{usual}"


def _plain(text: str) -> str:
    if not text.strip() or any(ch in text for ch in "\"\\'\n\r\t "):
        raise click.BadParameter("one word without quotes or spaces, please.")
    return text.strip()


def _name(text: str) -> str:
    if len(_plain(text)) > 20:
        raise click.BadParameter("20 characters at most: it stands in every subject.")
    if not all(ch.isalnum() or ch in "-._" for ch in text.strip()):
        raise click.BadParameter("letters, digits, dashes and dots, such as CLUB: the address comes next.")
    return text.strip()


def _address(text: str) -> str:
    if _plain(text).count("@") != 1 or not text.isascii() or text.strip()[0] == "@" or text.strip()[-1] == "@":
        raise click.BadParameter("an address looks like judge@example.org.")
    return text.strip().lower()


def _address_or_none(text: str) -> str:
    return "" if text.strip() in ("", "-") else _address(text)


def _zone(text: str) -> str:
    from judge.desk.cabinet.schedule import zone

    try:
        return zone(text.strip()).key
    except Exception:
        raise click.BadParameter("a zone looks like Europe/London or America/New_York.") from None


def _server(text: str) -> str:
    if text.strip() in ("", "-", "?"):
        return text.strip().replace("-", "")
    host, _, port = _plain(text).partition(":")
    if not host or (port and not port.isdecimal()) or "/" in text or "@" in text:
        raise click.BadParameter("a server looks like mail.example.org or mail.example.org:993.")
    return text.strip()
