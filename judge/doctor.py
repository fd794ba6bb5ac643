"""`judge doctor`: what is wrong with a home, and what to do about it."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import FunctionType

from judge import games
from judge.app import App, open_app
from judge.app.app import access
from judge.config import Config, load
from judge.core.errors import JudgeError, MailFault, SetupError, StoreInUse
from judge.core.values import Value
from judge.desk.cabinet.records import instant
from judge.desk.services import Services
from judge.keeper.figures import LOW_DISK, OLD_BACKUP, last_backup
from judge.keeper.moving import check_times
from judge.keeper.providers import Ask, look
from judge.kits.board.resolve import resolve_movement
from judge.mail import server
from judge.mail.connect import Inbox, Outbox, open_door, open_relay
from judge.mail.outbound import Identity, serialise
from judge.optional import extra, wanted
from judge.post import Letter, LetterKind, Outcome, Receipt
from judge.reading import Grammar
from judge.share import share
from judge.store.engine import StoreLock

TOLERATED = timedelta(minutes=5)


class Finding(Value):
    """One thing looked at. `remedy` says what to do when it is not good. A `hint` is advice: nothing depends on it."""

    good: bool
    what: str
    remedy: str = ""
    hint: bool = False

    @property
    def fails(self) -> bool:
        return not self.good and not self.hint


def examine(home: Path, ask: Ask = server.ask) -> list[Finding]:
    """Look at everything a running judge needs; later checks are left out when the settings cannot be read."""
    try:
        config = load(home)
    except SetupError as fault:
        return [Finding(False, fault.message, fault.remedy)]
    found = [Finding(True, f"settings: {home / 'judge.toml'}"), *_folders(config), *_secrets(config)]
    found += [_clock(), _disk(config), _adjudicator(), *_games(config), *_zine(config), *_extras(config)]
    found += [*_app(config), *_opened(config)]
    if not config.mail.inbox.startswith("maildir:"):
        found += [Finding(*hint, hint=True) for hint in look(config.domain, ask)]
    return found


def quick(home: Path) -> list[Finding]:
    """In a second and without the net: can the judge work, and does one? For a container's health."""
    try:
        config = load(home)
    except SetupError as fault:
        return [Finding(False, fault.message, fault.remedy)]
    runs = _runs(config) if "://" not in config.store_url else True
    remedy = "Run: judge run"
    found = Finding(runs, "a judge runs on this home" if runs else "no judge runs on this home", "" if runs else remedy)
    return [*_folders(config), _disk(config), found]


# ---- the machine --------------------------------------------------------------------------------------------------


def _adjudicator() -> Finding:
    """Which of the two kits plays the boards (docs/installing.md): the one in Python, or the same compiled."""
    return Finding(True, f"adjudicator: {'in Python' if isinstance(resolve_movement, FunctionType) else 'compiled'}")


def _folders(config: Config) -> Iterator[Finding]:
    for folder in (config.var, config.var / "secrets", config.var / "cache"):
        if not folder.is_dir():
            yield Finding(False, f"{folder} is missing", f"Run: judge init {config.home}")
        elif not os.access(folder, os.W_OK):
            yield Finding(False, f"{folder} cannot be written", f"Run: chown -R $(id -un) {config.var}")
        else:
            yield Finding(True, f"folder {folder}")


def _secrets(config: Config) -> Iterator[Finding]:
    """Keys, tips and passwords: for the judge's own eyes."""
    folder = config.var / "secrets"
    named = config.home / config.mail.password_file if config.mail.password_file else None
    paths = [folder, *sorted(folder.rglob("*")), *([named] if named else [])]
    loose = [path for path in paths if path.exists() and path.stat().st_mode & 0o077]
    for path in loose:
        mode = "700" if path.is_dir() else "600"
        yield Finding(False, f"{path} can be read by others", f"Run: chmod {mode} {path}")
    if named is not None and not named.exists():
        remedy = f"Write the password into it: (umask 077; cat > {named})"
        yield Finding(False, f"the password file {named} is missing", remedy)
    if not loose:
        yield Finding(True, f"secrets: {folder} is for the judge alone")


def _clock() -> Finding:
    now = datetime.now(UTC)
    if now.year < 2025:
        remedy = "Set it, and run chrony or systemd-timesyncd."
        return Finding(False, f"the clock says {now:%Y-%m-%d %H:%M} UTC", remedy)
    return Finding(True, f"clock: {now:%Y-%m-%d %H:%M:%S} UTC")


def _zine(config: Config) -> Iterator[Finding]:
    """Whether issues can be printed: without it everything else works."""
    paper = extra("zine.paper") if config.judge.zine else None
    if paper is not None and paper.there():
        yield Finding(True, "zine: issues are printed too (WeasyPrint)")
    elif paper is not None:
        yield Finding(False, "zine: no printed edition, because WeasyPrint is not installed", paper.REMEDY, hint=True)


def _extras(config: Config) -> Iterator[Finding]:
    """Whether what the settings want is installed, and whether notices reach their places."""
    asked = {"announcements": config.notify.posts, "site": config.archive, "zine": config.judge.zine}
    asked |= {"digest": config.judge.list and config.judge.digest, "keepers_letter": config.judge.health}
    for name in (name for name, setting in asked.items() if setting and extra(name) is None):
        yield Finding(False, f"{name} is not installed", "Install the package judge.extras, or take its setting out.")
    if (announcements := extra("announcements")) is not None:
        yield from (Finding(*found) for found in announcements.examined(config))


def _disk(config: Config) -> Finding:
    folder = config.var if config.var.is_dir() else config.home
    free = shutil.disk_usage(folder).free
    if free < LOW_DISK:
        return Finding(False, f"only {free // 2**20} MB free under {folder}", "Make room: the judge needs 200 MB.")
    return Finding(True, f"disk: {free // 2**20} MB free")


# ---- the games ------------------------------------------------------------------------------------------------------


def _games(config: Config) -> Iterator[Finding]:
    """The games that were discovered with their grammars, and those that could not be."""
    try:
        folder = share(config.share)
    except SetupError as fault:
        yield Finding(False, fault.message, fault.remedy)
        return
    known = games.variants()
    yield Finding(True, f"games: {', '.join(known)}; words from {folder}")
    for slug, why in games.broken().items():
        remedy = "Install what it lacks, or take its package away. The other games go on."
        yield Finding(False, f"the game {slug} cannot be imported: {why}", remedy)


def _words(app: App) -> Iterator[Finding]:
    """Grammars and templates, the keeper's own wording among them."""
    services = app.services
    wrong = services.renderer.complaints()
    for slug, variant in services.variants.items():
        try:
            services.reader.orders(Grammar(slug, variant.vocabulary, variant.names({})))
        except Exception as fault:
            wrong.append(f"the grammar of {slug}: {fault}")
    for text in wrong:
        yield Finding(False, text, "Mend the file, or take it away: the judge's own is used then.")
    if not wrong:
        yield Finding(True, "grammars and templates can be read")


# ---- the store and the mail -----------------------------------------------------------------------------------------


def _app(config: Config) -> list[Finding]:
    """Store, games and mail connections. A store held by a running daemon is looked at beside it."""
    place = config.store_url
    beside = "://" not in place and Path(place).exists()
    try:
        app = open_app(config, lock=not beside)
    except JudgeError as fault:
        return [Finding(False, str(fault), "See docs/operating.md, section Store.")]
    with closing(app):
        found = [*_store(app), *_words(app), _backup(app.services), *_leave(app)]
        found += [_server("inbox", lambda: app.inbox), _server("relay", lambda: app.relay)]
        return [*found, *_sender(app, config, found[-1].good)]


def _opened(config: Config) -> Iterator[Finding]:
    """What `judge run` opens beside store and mail: its door, its figures, its archive. Ports are tried only while no
    judge runs here: it has them itself."""
    runs = _runs(config)
    yield Finding(True, "a judge runs on this home" if runs else "no judge runs on this home at the moment")
    for what, tries in (("door", _door), ("metrics", _metrics), ("archive", _archive)):
        try:
            told = tries(config, runs)
        except SetupError as fault:
            yield Finding(False, fault.message, fault.remedy)
        else:
            if told:
                yield Finding(True, f"{what}: {told}")


def _runs(config: Config) -> bool:
    if "://" in config.store_url or not Path(config.store_url).exists():
        return False
    try:
        StoreLock(Path(config.store_url)).release()
    except StoreInUse:
        return True
    except SetupError:
        pass  # told with the store
    return False


def _door(config: Config, runs: bool) -> str:
    mail = config.mail
    if not mail.door or not mail.inbox.startswith("maildir:"):
        return ""
    host, _, port = mail.door.rpartition(":")
    place = f"{host}:0" if runs and port.isdecimal() else mail.door
    open_door(place, mail.inbox, config.home, config.addressing).stop()
    return f"SMTP on {mail.door}"


def _metrics(config: Config, runs: bool) -> str:
    setting = config.judge.metrics
    if not setting:
        return ""
    metrics = wanted("metrics")
    gauge = metrics.Gauge()
    metrics.registry_of(gauge)
    if not (runs and setting.rpartition(":")[2].isdecimal()):
        metrics.open_sink(setting, config.home, gauge)[1]()
    return setting


def _archive(config: Config, runs: bool) -> str:
    if config.archive is None:
        return ""
    there = next(folder for folder in (config.archive, *config.archive.parents) if folder.exists())
    if not there.is_dir() or not os.access(there, os.W_OK):
        remedy = f"Make it writable: chown $(id -un) {there}"
        raise SetupError(f"the archive {config.archive} cannot be written.", remedy)
    return str(config.archive)


def _store(app: App) -> Iterator[Finding]:
    complaints = app.store.check()
    remedy = "Restore the last back-up (docs/operating.md)." if complaints else ""
    told = "; ".join(complaints[:3]) or app.config.store_url.rpartition("@")[2]
    yield Finding(not complaints, f"store: {told}", remedy)
    yield from (Finding(*fact) for fact in app.store.engine.server(datetime.now(UTC)))
    for wrong in check_times(app.services):
        yield Finding(False, wrong, "The master's DEADLINE sets a new one.")
    latest = max((instant(game.settled) for game in app.services.files.games() if game.settled), default=None)
    if latest is not None and latest > app.clock.now() + TOLERATED:
        remedy = "The clock was or is wrong: set it, and run chrony or systemd-timesyncd."
        told = f"results were published at {latest:%Y-%m-%d %H:%M} UTC, which is still to come"
        yield Finding(False, told, remedy)


def _backup(services: Services) -> Finding:
    made = last_backup(services)
    old = made is None or datetime.now(UTC) - made > OLD_BACKUP
    if old and services.files.games():
        return Finding(False, "no back-up of the last eight days", "judge backup --check FILE.tar", hint=True)
    return Finding(True, f"last back-up: {made:%Y-%m-%d %H:%M} UTC" if made else "no back-up yet, and no game")


def _server(name: str, opens: Callable[[], Inbox | Outbox]) -> Finding:
    """Mailbox or relay: opened, called, and logged in to."""
    try:
        wrong = opens().check()
    except (MailFault, SetupError) as fault:
        wrong = str(fault)
    return Finding(not wrong, f"mail {name}: {wrong or 'ready'}", _remedy(name, wrong) if wrong else "")


def _remedy(name: str, wrong: str) -> str:
    """The setting that mends it."""
    box, kind = f"[mail] {'inbox' if name == 'inbox' else 'outbox'}", "imap" if name == "inbox" else "smtp"
    if "certificate" in wrong.lower():
        return "Set [mail] ca_file to the server's certificate, in PEM; judge init --ask shows its fingerprint."
    if "ssl" in wrong.lower() or "starttls" in wrong.lower():
        return f"Begin {box} with {kind}s:// (TLS at once), or with {kind}+starttls://; the server offers another."
    if "login" in wrong.lower() or "auth" in wrong.lower():
        return f"Check the user in {box}, and the password in [mail] password_file or JUDGE_{kind.upper()}_PASSWORD."
    return f"Check host and port in {box}."


def _leave(app: App) -> Iterator[Finding]:
    """Whether the provider still lets the judge in with tokens."""
    if app.config.mail.oauth is not None:
        wrong = app.leave
        yield Finding(not wrong, f"tokens: {wrong or 'kept, and renewed ahead of their end'}", "Run: judge authorize")


def _sender(app: App, config: Config, ready: bool) -> Iterator[Finding]:
    """Whether the relay takes the senders that letters go out under: each names its letter behind a plus sign, so that
    what comes back is known."""
    probe = getattr(app.relay, "check_sender", None) if ready else None
    if probe is None:
        return
    keyed = config.addressing.with_key("b.probe.x")
    to = config.judge.address
    refused = probe(keyed, to) if keyed != to else ""
    if not refused:
        return
    plain = probe(to, to)
    if plain:
        yield Finding(False, f"the relay takes no letters from {config.judge.address}: {plain}", "Mend the relay.")
    else:
        words = "the relay takes no sender with a key in it: letters go out under the plain address"
        yield Finding(False, words, "Mail that comes back is known less surely; allow sub-addresses if you can.", True)


def post(config: Config, now: datetime) -> list[Finding]:
    """Send a short letter to the keeper and to the list: the only proof that they arrive is to look."""
    judge = config.judge
    identity = Identity(config.addressing, f"{judge.name} judge", config.domain)
    found = []
    with closing(open_app(config, lock=False)) as app:
        try:
            for name, address in (("keeper", judge.keeper), ("list", judge.list)):
                if not address:
                    continue
                letter = Letter(
                    key=f"doctor{now:%Y%m%d%H%M%S}{name}",
                    to=address,
                    subject=f"{judge.name} judge: a test letter",
                    text=f"A test letter of `judge doctor --post`, to the {name}.\nIf you can read it, it arrived.\n",
                    sent_at=now,
                    kind=LetterKind.NOTICE,
                )
                receipt = app.relay.send(letter.key, judge.address, address, serialise(letter, identity))
                found.append(_posted(f"the {name}, {address},", receipt))
        except (MailFault, SetupError) as fault:
            found.append(Finding(False, f"no test letter could be sent: {fault}", "Mend the relay first."))
    return found


def round_trip(config: Config, now: datetime, write: bool = False) -> list[Finding]:
    """Letters to ourselves by way of the provider, and what it made of them; `write` sets [mail] reply by it."""
    from judge.keeper import roundtrip

    with closing(open_app(config, lock=False)) as app:
        try:
            shown = access(config, "JUDGE_SMTP_PASSWORD", os.environ)
            with closing(open_relay(config.mail.outbox, config.home, shown, plain=config.judge.address)) as relay:
                told = roundtrip.travel(config, app.inbox, relay, app.services.entropy, now)
        except (MailFault, SetupError) as fault:
            return [Finding(False, f"no round trip: {fault}", "Mend mailbox and relay first: judge doctor says how.")]
    found = [Finding(*line) for line in roundtrip.lines_of(told, config)]
    if write and roundtrip.set_reply(config.home, told):
        done = f"[mail] reply is set to {told.reply} in judge.toml; a running judge takes it by SIGHUP"
        found[-1] = Finding(True, done)
    return found


def _posted(whom: str, receipt: Receipt) -> Finding:
    if receipt.outcome is Outcome.SENT:
        return Finding(True, f"a test letter to {whom} was taken by the mail server: look whether it arrives")
    told = f"{receipt.code or ''} {receipt.text}".strip()
    remedy = "The relay must take letters to it, and a list must let the judge's address post."
    return Finding(False, f"a test letter to {whom} was not taken: {told}", remedy)
