"""Settings: `judge.toml` of a home, checked field by field, and the secrets that stand beside it."""

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import field, fields, replace
from datetime import timedelta
from functools import cached_property
from pathlib import Path
from typing import Any, Literal
from zoneinfo import ZoneInfo

import msgspec

from judge.core.addressing import SEPARATORS, Addressing
from judge.core.errors import SetupError
from judge.core.regex import regex
from judge.core.values import Value
from judge.post import ReadingRules

_SPAN = regex(r"(\d{1,5})\s*(s|m|min|h|d)?", re.ASCII)
_GRID = regex(
    r"(?:DAILY|(?:MON|TUE|WED|THU|FRI|SAT|SUN)(?:,(?:MON|TUE|WED|THU|FRI|SAT|SUN))*) "
    r"(?:[01]?\d|2[0-3]):[0-5]\d",
    re.ASCII | re.IGNORECASE,
)
_UNITS = {"s": 1, "m": 60, "min": 60, "h": 3600, "d": 86400, None: 60}


class OAuthSettings(Value):
    """[mail.oauth]: tokens in place of a password. The addresses are for `custom`, or where a provider's differ."""

    provider: Literal["microsoft", "google", "custom"] = "custom"
    client_id: str = ""
    client_secret_file: str = ""
    tenant: str = ""
    authorize_url: str = ""
    token_url: str = ""
    device_url: str = ""
    scope: str = ""


class MailSettings(Value):
    """[mail]: see INTERFACES in docs/operating.md. Paths are relative to the home."""

    inbox: str = "maildir:var/mail/in"
    outbox: str = "maildir:var/mail/out"
    door: str = ""
    settle: str = ""
    password_file: str = ""
    password_command: str = ""
    token_command: str = ""
    oauth: OAuthSettings | None = None
    ca_file: str = ""
    self_copy: str = ""
    reply: Literal["plus", "references", "catch-all"] = "plus"
    plus: str = "+"
    received_by: str = ""
    timeout: int = 30
    poll: str = ""
    per_hour: int = 0
    per_day: int = 0


class JudgeSettings(Value):
    """[judge]."""

    name: str = "JUDGE"
    address: str = "judge@localhost"
    list: str = ""
    zone: str = "UTC"
    trusted_authserv: str = ""
    authentication: Literal["off", "warn", "require"] = "warn"
    keeper: str = ""
    create: Literal["keeper", "registered"] = "keeper"
    store: str = "var/judge.db"
    digest: str = "MON 08:00"
    zine: str = ""
    zine_name: str = ""
    zine_list: str = ""
    zine_letters: Literal["keeper", "all", "none"] = "keeper"
    zine_empty: Literal["short", "skip"] = "short"
    replies_per_hour: int = 30
    letters_per_hour: int = 1000
    answers_per_day: int = 2000
    press_per_day: int = 20000
    bounce_limit: int = 3
    dkim: Literal["off", "verify"] = "off"
    health: str = ""
    metrics: str = ""
    keep_letters: str = ""
    html: bool = True
    pictures: str = "1m"
    archive: str = ""
    archive_url: str = ""
    share: str = ""


class NotifySettings(Value):
    """[notify]: public news of games, posted elsewhere. `apprise`: addresses as Apprise writes them, here or one a line
    in `apprise_file`. All of these are secrets: whoever has one can post there."""

    webhook: str = ""
    inside: bool = False  # the webhook may be an address of this machine or its network
    games: str = "all"
    apprise: tuple[str, ...] = ()
    apprise_file: str = ""

    @property
    def posts(self) -> bool:
        """Whether any place is named."""
        return bool(self.webhook or self.apprise or self.apprise_file)


class Config(Value):
    """A home and its settings. Frozen: a reload makes a new one."""

    home: Path
    judge: JudgeSettings = field(default_factory=JudgeSettings)
    mail: MailSettings = field(default_factory=MailSettings)
    notify: NotifySettings = field(default_factory=NotifySettings)

    @property
    def var(self) -> Path:
        return self.home / "var"

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.judge.zone)

    @property
    def settle(self) -> timedelta:
        """Wait between a deadline and its resolution: as set, else 10 minutes with IMAP and none with a Maildir."""
        if self.mail.settle:
            return span(self.mail.settle)
        return timedelta(0) if self.mail.inbox.startswith("maildir:") else timedelta(minutes=10)

    def folder_of(self, url: str) -> Path | None:
        """Where an embedded mailbox lies; None for one on a server."""
        return self.home / url.removeprefix("maildir:") if url.startswith("maildir:") else None

    @property
    def mailboxes(self) -> list[Path]:
        """The folders of the embedded mailboxes, for what comes and for what goes out."""
        folders = map(self.folder_of, (self.mail.inbox, self.mail.outbox))
        return [folder for folder in folders if folder is not None]

    @property
    def keep_letters(self) -> timedelta | None:
        """How long handled letters stay in the mailbox's folders; None for ever."""
        return span(self.judge.keep_letters) if self.judge.keep_letters else None

    @property
    def pictures(self) -> timedelta:
        """How long results wait for their pictures at most."""
        return span(self.judge.pictures)

    @property
    def tolerance(self) -> timedelta:
        return min(timedelta(seconds=60), self.settle)

    @property
    def share(self) -> Path | None:
        return self.home / self.judge.share if self.judge.share else None

    @property
    def archive(self) -> Path | None:
        """Where the daemon keeps the site of public results; None for nowhere."""
        return self.home / self.judge.archive if self.judge.archive else None

    def page_of(self, game: str = "", phase: str = "") -> str:
        """Address of a page of the archive: its front, a game's, or a phase's. "" while no archive_url is set."""
        url = self.judge.archive_url
        return f"{url.rstrip('/')}/{site_path(game, phase)}" if url else ""

    @cached_property
    def addressing(self) -> Addressing:
        """How keys stand in our own address."""
        return Addressing(self.judge.address, self.mail.reply, self.mail.plus)

    @property
    def reading(self) -> ReadingRules:
        """How letters are read here."""
        judge, mail = self.judge, self.mail
        sender = (judge.trusted_authserv, judge.authentication, mail.received_by)
        return ReadingRules(judge.address, *sender, mail.reply, mail.plus)

    @property
    def domain(self) -> str:
        return self.judge.address.rpartition("@")[2] or "localhost"

    @property
    def store_url(self) -> str:
        """A URL, or a path made absolute."""
        where = self.judge.store
        return where if ":" in where else str(self.home / where)


def site_path(game: str = "", phase: str = "") -> str:
    """Where a page lies in the archive. These addresses stand in letters, so they never change."""
    if not game:
        return "index.html"
    return f"games/{game}/{phase.lower() or 'index'}.html"


def span(text: str) -> timedelta:
    """`10m`, `48h`, `2d`, `0m`: a bare number is minutes."""
    match = _SPAN.fullmatch(text.strip().lower())
    if not match:
        raise SetupError(f"{text!r} is no length of time.", "Write it like 10m, 48h or 2d.")
    return timedelta(seconds=int(match[1]) * _UNITS[match[2]])


def load(home: Path, environ: Mapping[str, str] = os.environ) -> Config:
    """Read `judge.toml` of `home`. SetupError names the field that cannot be read, with what it may be."""
    path = home / "judge.toml"
    try:
        raw = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise SetupError(f"There is no judge.toml in {home}.", f"`judge init {home}` makes one.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise SetupError(f"{path} cannot be read: {fault}.", "Mend that line.") from None
    unknown = sorted(set(raw) - {"judge", "mail", "notify"})
    if unknown:
        raise SetupError(f"{path} has an unknown section [{unknown[0]}].", "Sections are [judge], [mail] and [notify].")
    judge = _section(path, "judge", JudgeSettings, raw.get("judge", {}))
    mail = _section(path, "mail", MailSettings, raw.get("mail", {}))
    if mail.oauth is not None:
        _section(path, "mail.oauth", OAuthSettings, raw["mail"]["oauth"])
    config = Config(home.resolve(), judge, mail, _section(path, "notify", NotifySettings, raw.get("notify", {})))
    _check(path, config)
    override = environ.get("JUDGE_STORE")
    return replace(config, judge=replace(judge, store=override)) if override else config


def _section(path: Path, name: str, kind: type[Any], raw: object) -> Any:
    if not isinstance(raw, dict):
        raise SetupError(f"{path}: [{name}] is no section.")
    known = {item.name for item in fields(kind)}
    strange = sorted(set(raw) - known)
    if strange:
        raise SetupError(f"{path}: [{name}] has no setting {strange[0]!r}.", f"It may have {', '.join(sorted(known))}.")
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as fault:
        raise SetupError(f"{path}: [{name}] {fault}.") from None


def _check(path: Path, config: Config) -> None:
    if not config.judge.zone or not _is_zone(config.judge.zone):
        raise SetupError(f"{path}: {config.judge.zone!r} is no time zone.", "Write one like Europe/London.")
    config.settle, config.pictures  # noqa: B018
    config.keep_letters  # noqa: B018
    for name in ("digest", "health", "zine"):
        text = getattr(config.judge, name)
        when, zone = (text, []) if name != "zine" else (" ".join(text.split()[:2]), text.split()[2:])
        if text and not (_GRID.fullmatch(when) and _is_zone(" ".join(zone))):
            raise SetupError(f"{path}: {name} = {text!r} is no schedule.", "Write one like MON 08:00 or DAILY 07:00.")
    if len(config.judge.zine_name) > 40 or not config.judge.zine_name.isprintable():
        raise SetupError(f"{path}: zine_name is no name for a zine.", "Write one line of at most 40 characters.")
    address = config.judge.address
    if address.count("@") != 1 or not address.isascii() or any(ch.isspace() for ch in address):
        raise SetupError(f"{path}: address = {address!r} is no mail address.", "Write one like judge@example.org.")
    if min(config.mail.per_hour, config.mail.per_day) < 0 or 1 in (config.mail.per_hour, config.mail.per_day):
        raise SetupError(f"{path}: per_hour and per_day are 0 for no limit, or at least 2: a letter and its self-copy.")
    if config.mail.plus not in SEPARATORS:
        raise SetupError(
            f"{path}: plus = {config.mail.plus!r} separates nothing in a mail address.",
            f"It may be one of {' '.join(SEPARATORS)}: what your provider lets stand between a name and a tag.",
        )
    url = config.judge.archive_url
    if url and not re.fullmatch(r"https?://[^\s/?#]+[^\s?#]*", url):
        raise SetupError(
            f"{path}: archive_url = {url!r} is no web address.", "Write one like https://judge.example.org."
        )

    hook = config.notify.webhook
    if hook and not re.fullmatch(r"https?://[^\s/]+\S*", hook):
        raise SetupError(f"{path}: webhook is no web address.", "Write one like https://hooks.example.org/x.")
    for number, one in enumerate(config.notify.apprise, 1):
        if not re.fullmatch(r"[A-Za-z][\w.+-]*://\S+", one):
            raise SetupError(f"{path}: apprise, number {number}, is no address.", "Write one like ntfy://topic.")


def _is_zone(name: str) -> bool:
    try:
        return not name or bool(ZoneInfo(name))
    except (KeyError, ValueError, OSError):
        return False


def find_home(given: str | None) -> Path:
    """--home, JUDGE_HOME, or the folder with judge.toml at or above the working directory (else that itself)."""
    if given or os.environ.get("JUDGE_HOME"):
        return Path(given or os.environ["JUDGE_HOME"]).absolute()
    here = Path.cwd().absolute()
    for folder in (here, *here.parents):
        if (folder / "judge.toml").is_file():
            return folder
    return here
