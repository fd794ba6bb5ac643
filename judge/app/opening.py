"""Opening a home: what a restore left to do, its secrets, its store, and the rooms around it."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from judge import games
from judge.app import pending
from judge.app.app import App, access
from judge.app.versions import check_version
from judge.clock import Clock, SetClock, SystemClock
from judge.config import Config
from judge.core.errors import Conflict, InputError, NoStore, SetupError
from judge.core.variant import Variant
from judge.desk.cabinet.keys import Keys, SlowHasher, kept_secret
from judge.desk.services import Services
from judge.durable import write
from judge.entropy import Entropy, SystemEntropy
from judge.mail.connect import open_mailbox, open_relay
from judge.share import compiled, share
from judge.store import Store, open_store

if TYPE_CHECKING:
    from judge.reading import Reader
    from judge.render.template_renderer import TemplateRenderer


MADE = "store"  # beside the keys: this home has had a store


def store_of(config: Config, lock: bool) -> Store:
    """The home's store; for looking alone, an empty one where nothing was ever written."""
    try:
        return open_store(config.store_url, lock=lock)
    except NoStore:
        return open_store("memory:")


def _made(config: Config, secrets: Path) -> Path:
    """The mark that this home has had its store: of each server and schema its own, so that a home may move to one."""
    url = config.store_url
    return secrets / (f"{MADE}-{hashlib.sha256(url.encode()).hexdigest()[:16]}" if "://" in url else MADE)


def _not_lost(config: Config, secrets: Path) -> None:
    """SetupError where the home had a store and has none: a new judge would take and answer letters of its games."""
    path, made, back = Path(config.store_url), _made(config, secrets).exists(), "`judge restore` and your last back-up"
    if config.store_url == "memory:":
        return
    if "://" in config.store_url:
        back = "your server's own means (pg_restore)"
        with contextlib.suppress(NoStore):
            if made:
                open_store(config.store_url, lock=False).close()
            return
    elif path.exists() and path.stat().st_size:
        return
    if made or any((secrets / "dice").glob("*")):
        state = "empty" if path.exists() else "missing"
        raise SetupError(
            f"The store {config.store_url} is {state}, and {secrets} holds the keys of a judge that had one.",
            f"Put it back with {back}. To begin anew without its games: judge run --new",
        )


class Shelf(Mapping[str, Variant]):
    """The games by slug, each imported when it is first asked for; those that cannot be imported are not there."""

    def __getitem__(self, slug: str) -> Variant:
        try:
            return games.variant(slug)
        except InputError:
            raise KeyError(slug) from None

    def __iter__(self) -> Iterator[str]:
        return iter(games.variants())

    def __len__(self) -> int:
        return len(games.variants())


def open_app(
    config: Config,
    *,
    now: datetime | None = None,
    lock: bool = True,
    clock: Clock | None = None,
    entropy: Entropy | None = None,
    hasher: SlowHasher | None = None,
    store: Store | None = None,
    reader: Reader | None = None,
    renderer: TemplateRenderer | None = None,
    crash: Callable[[str], None] = lambda point: None,
    new: bool = False,
) -> App:
    """Put a home's rooms together. `now` stands in for the clock (rehearsals); `new`: without a store that the home had
    it begins anew; the rest is for tests and demos."""
    clock = clock or (SetClock(now) if now else SystemClock())
    entropy = entropy or SystemEntropy()
    pending.finish(config.var)
    secrets = config.var / "secrets"
    secrets.mkdir(mode=0o700, parents=True, exist_ok=True)
    if store is None and not new:
        _not_lost(config, secrets)
    folder = share(config.share)
    cache = compiled(folder, config.var / "cache")
    keys = Keys(kept_secret(secrets / "key", entropy), hasher or SlowHasher(), entropy)
    store = store_of(config, lock) if store is None else store
    try:
        check_version(store, writable=lock)
    except BaseException:
        store.close()
        raise
    made = _made(config, secrets)
    if lock and (store.shared or Path(config.store_url).exists()) and not made.exists():
        write(made, "The store was made. Without it no judge starts here, but with judge run --new.\n")
    services = Services(
        config,
        store,
        lambda: reader or reader_of(folder, cache),
        lambda: renderer or renderer_of(folder, config.var / "templates", cache / "templates"),
        keys,
        clock,
        entropy,
        Shelf(),
        secrets,
        games.edition,
    )
    if services.store.shared and lock:
        same_secrets(services)
    return App(config, services, clock, crash)


def reader_of(folder: Path, cache: Path) -> Reader:
    """Reads letters by the grammars of a folder."""
    from judge.reading import Reader  # a turn without letters does without

    return Reader(folder, cache)


def renderer_of(folder: Path, local: Path, cache: Path) -> TemplateRenderer:
    """Writes letters by the templates of a folder, and a keeper's own."""
    from judge.render.template_renderer import TemplateRenderer

    return TemplateRenderer(folder, local, cache)


def same_secrets(services: Services) -> None:
    """Judges that share a store must share their secrets: another key would refuse every reply token of the first."""
    app, mine = services.store.table("house"), {"digest": services.keys.mac("house")}
    known = app.fetch("secrets")
    if known is None:
        with contextlib.suppress(Conflict):
            app.put("secrets", mine)
        known = app.fetch("secrets")
    if known is None or known["digest"] != mine["digest"]:
        remedy = "Give all judges of a store one var/secrets: share the folder, or copy it before the first start."
        raise SetupError(f"{services.secrets} is not the one this store was made with.", remedy)


def proved(config: Config) -> Config:
    """The settings, if mailbox, relay and words can be opened with them (servers are not called); else SetupError."""
    open_mailbox(config.mail.inbox, config.home, access(config, "JUDGE_IMAP_PASSWORD", os.environ))
    open_relay(config.mail.outbox, config.home, access(config, "JUDGE_SMTP_PASSWORD", os.environ))
    share(config.share)
    return config
