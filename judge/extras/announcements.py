"""Notices outside letters: a game's start, its results, a seat that opened, its end. They go to the keeper's webhook as
JSON, and by Apprise (the extra `notify`, loaded with the first notice that wants it) to wherever else he says.

Public facts alone, queued in the same commit as what they tell of.

Never in the way of letters: posting is done beside the loop, a few at a time, with a short patience; what fails is
tried again later and later, and dropped after three days. Addresses are secrets: no log line has one.
"""

import hashlib
import json
import logging
import socket
import ssl
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, wait
from contextlib import closing
from datetime import datetime, timedelta
from functools import partial
from http.client import HTTPConnection, HTTPSConnection
from importlib.util import find_spec
from ipaddress import IPv6Address, ip_address
from pathlib import Path
from threading import Thread, Timer
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from judge.config import Config
from judge.core.errors import Conflict
from judge.desk.cabinet.records import Cause, Game, instant, iso
from judge.desk.services import Services
from judge.loglines import Log
from judge.store import Store

log = Log("judge.extras.announcements")

PATIENCE = 10.0  # seconds of one post
LINGER = 5.0  # seconds that an end of the judge waits for what is on its way
OVERDUE = timedelta(minutes=2)  # on its way for so long: not taken
AT_ONCE = 5
WAITS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 360))  # before each further try, then the last
GIVE_UP = timedelta(days=3)

Post = Callable[[str, Mapping[str, Any]], None]
Spawn = Callable[[Callable[[], None]], "Future[None]"]


# ---- what is told ---------------------------------------------------------------------------------------------------

SAID = {
    "started": "{title} {game} has started with {phase_words}.",
    "eve": "{title} {game}: a day to the deadline of {phase_words}.",
    "results": "{title} {game}: results are out. Next is {phase_words}.",
    "seat_open": "{title} {game}: a seat is open.",
    "ended": "{title} {game} is over.",
}


def targets(config: Config) -> dict[str, str]:
    """Where notices go: a short name that tells nothing, "" for the webhook, -> the address, which is a secret."""
    wanted = config.notify
    found = {"": wanted.webhook} if wanted.webhook else {}
    listed = list(wanted.apprise)
    if wanted.apprise_file:
        try:
            lines = (config.home / wanted.apprise_file).read_text("utf-8", errors="replace").splitlines()
        except (OSError, ValueError):
            lines = []  # `judge doctor` says so
        listed += [line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#")]
    return found | {hashlib.sha256(url.encode()).hexdigest()[:8]: url for url in listed}


def wanted(config: Config, game: Game) -> dict[str, str]:
    """The targets that anything of this game is told: only of games that LIST shows. A fault there costs the notice,
    never the game. What went wrong may hold an address, so it is not quoted."""
    named = config.notify.games.lower().replace(",", " ").split()
    if not game.shown or (named != ["all"] and game.key not in named):
        return {}
    try:
        return targets(config)
    except Exception as fault:
        log.error("notice_fault", game=game.key, fault=type(fault).__name__)
        return {}


def note(config: Config, store: Store, game: Game, words: str, what: str, cause: Cause, phase: str = "") -> None:
    """Queue it for each target, once a cause. `words`: its phase in words; `phase`: of the results."""
    found = wanted(config, game)
    if not found:
        return
    told = {
        "schema": "postal-judge/notice",
        "judge": config.judge.name,
        "game": game.key,
        "variant": game.variant,
        "what": what,
        "phase": phase or game.phase,
        "deadline": "" if what == "ended" else game.deadline,
        "page": config.page_of(game.key, phase),
        "at": iso(cause.at),
        "text": SAID[what].format(title=game.variant.title(), game=game.key, phase_words=words),
    }
    for target in found:
        key = f"{game.key}:{what}:{cause.key}" + (f":{target}" if target else "")
        store.table("notices").put(key, {"due": iso(cause.at), "tries": 0, "told": told, "to": target})


# ---- how it is posted -----------------------------------------------------------------------------------------------


class _Plain(HTTPConnection):
    inside = False

    def connect(self) -> None:
        self.sock = _called(self.host, self.port, self.inside)


class _Secure(_Plain, HTTPSConnection):
    def connect(self) -> None:
        super().connect()
        self.sock = ssl.create_default_context().wrap_socket(self.sock, server_hostname=self.host)


def post(url: str, told: Mapping[str, Any], inside: bool = False) -> None:
    """One notice to the webhook; any exception means that it was not taken. No redirect is followed, no answer read but
    its head, and an address of this machine or its network called only where it may be `inside`."""
    place = urlsplit(url)
    kind = {"http": _Plain, "https": _Secure}.get(place.scheme)
    if kind is None or not place.hostname:
        raise ValueError("this is no web address")
    body = json.dumps(told, ensure_ascii=False, sort_keys=True).encode()
    head = {"Content-Type": "application/json; charset=utf-8", "User-Agent": "postal-judge"}
    line = kind(place.hostname, place.port)
    line.inside = inside
    with closing(line):
        line.connect()
        end = Timer(PATIENCE, line.sock.shutdown, (socket.SHUT_RDWR,))  # whoever answers by drops is not waited for
        end.daemon = True
        end.start()
        try:
            line.request("POST", urlunsplit(("", "", place.path or "/", place.query, "")), body, head)
            status = line.getresponse().status  # that it answers is enough; what it says may take for ever
        finally:
            end.cancel()
    if not 200 <= status < 300:
        raise OSError(f"the answer was {status}")


def _called(host: str, port: int, inside: bool) -> socket.socket:
    """A connection to the address that was looked at, so that the name cannot lead elsewhere meanwhile."""
    address = str(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][4][0])
    if not inside and not _outside(address):
        raise PermissionError("the webhook is inside: [notify] inside allows it")
    return socket.create_connection((address, port), PATIENCE)


def _outside(address: str) -> bool:
    """Whether an address is neither this machine's nor of its network, in whatever it is wrapped."""
    found = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        found = found.ipv4_mapped or found.sixtofour or found
    return found.is_global and not found.is_multicast


def shout(url: str, told: Mapping[str, Any]) -> None:
    """One notice by Apprise; any exception means that it was not taken."""
    there = _service(url)
    if there is None:
        raise ValueError("Apprise knows no such service")
    body = "\n".join(line for line in (str(told["text"]), str(told["page"])) if line)
    if not there.notify(body=body, title=str(told["judge"])):
        raise OSError("the service did not take it")


def examined(config: Config) -> Iterator[tuple[bool, str, str]]:
    """What `judge doctor` says of the places: whether it is well, what it is, what to do. No address is in it."""
    wanted, addresses = config.notify, targets(config)
    file = config.home / wanted.apprise_file
    if wanted.apprise_file and not file.is_file():
        yield False, f"the file of Apprise addresses {file} is missing", f"Write it: (umask 077; cat > {file})"
    elif wanted.apprise_file and file.stat().st_mode & 0o077:
        yield False, f"{file} can be read by others", f"Run: chmod 600 {file}"
    if wanted.apprise_file and (trouble := _unread(file)):
        yield False, f"{file} {trouble}", "Write it in UTF-8, one address a line, for the judge to read."
    others = {to: url for to, url in addresses.items() if to}
    if others and find_spec("apprise") is None:
        yield False, "notices: Apprise is not installed", "pip install 'apprise>=1.9,<3'"
        return
    kinds = ["a webhook"] if "" in addresses else []
    if kinds and not wanted.inside and _leads_inside(addresses[""]):
        yield False, "the webhook leads to this machine or its network", "Set inside = true in [notify] if it shall."
        kinds = []
    for url in others.values():
        kind = url.partition(":")[0]
        if _service(url) is None:
            yield False, f"notices: Apprise does not know one of the addresses that begin with {kind}:", "Look it up."
        else:
            kinds.append(kind)
    if kinds:
        yield True, f"notices go to {', '.join(kinds)}", ""


def _leads_inside(url: str) -> bool:
    """Of a name that leads nowhere just now nothing is known."""
    try:
        found = socket.getaddrinfo(urlsplit(url).hostname, None)
    except OSError:
        return False
    return not _outside(str(found[0][4][0]))


def _unread(file: Path) -> str:
    """Why not all of a file of addresses can be used; "" where it can, or is not there."""
    try:
        file.read_text("utf-8")
    except FileNotFoundError:
        return ""
    except OSError:
        return "cannot be read"
    except ValueError:
        return "is not UTF-8"
    return ""


def _service(url: str) -> Any:
    """What Apprise knows under an address; None for nothing."""
    for name, level in (("apprise", logging.CRITICAL), ("urllib3", logging.ERROR), ("requests", logging.ERROR)):
        logging.getLogger(name).setLevel(level)  # they quote addresses
    import apprise  # dear to load, and an extra

    return apprise.Apprise.instantiate(url, suppress_exceptions=True)


def _post_of(config: Config) -> Post:
    return partial(post, inside=config.notify.inside)


class Announcements:
    """Call `turn` once a tick. `post` reaches the webhook, `shout` what Apprise knows."""

    def __init__(
        self, services: Services, post: Post | None = None, spawn: Spawn | None = None, shout: Post = shout
    ) -> None:
        self._services = services
        self._table = services.store.table("notices")
        self._post = post or _post_of(services.config)
        self._shout = shout
        self._spawn = spawn or _beside
        self._posting: dict[str, tuple[Future[None], datetime]] = {}

    def turn(self, now: datetime) -> None:
        """Take in what was posted, and post what is due. A fault costs notices, never letters."""
        try:
            self._settle(now)
            self._send(now, targets(self._services.config))
        except Conflict:
            return  # another judge of the store is at it
        except Exception as fault:  # its words may hold an address
            log.error("notices_fault", fault=type(fault).__name__)

    def _settle(self, now: datetime) -> None:
        for key, (one, since) in [*self._posting.items()]:
            if not one.done() and now - since < OVERDUE:
                continue
            del self._posting[key]
            fault = one.exception() if one.done() else TimeoutError()
            if fault is None:
                self._table.drop(key)
                continue
            log.warning("notice_not_taken", notice=key, fault=type(fault).__name__)

    def _send(self, now: datetime, addresses: Mapping[str, str]) -> None:
        due = self._table.range("due", "", iso(now), AT_ONCE)
        for row in [one for one in due if one["key"] not in self._posting][: AT_ONCE - len(self._posting)]:
            to = str(row.get("to", ""))
            old = now - instant(row["told"]["at"]) > GIVE_UP
            if old or to not in addresses:  # the keeper wants it there no more
                self._table.drop(row["key"])
                continue
            tries = int(row["tries"])
            later = iso(now + WAITS[min(tries, len(WAITS) - 1)])
            kept = {"due": later, "tries": tries + 1, "told": row["told"], "to": to}
            self._table.put(row["key"], kept)  # claimed: nobody else posts it meanwhile, and a death repeats it later
            work = partial(self._shout if to else self._post, addresses[to], dict(row["told"]))
            self._posting[row["key"]] = self._spawn(work), now

    def close(self) -> None:
        """Wait a little for what is on its way, so that the next judge does not post it again; what was not taken by
        then is tried again by that one."""
        wait([one for one, _ in self._posting.values()], timeout=LINGER)
        try:
            self._settle(self._services.clock.now())
        except Exception as fault:
            log.warning("notices_not_settled", fault=type(fault).__name__)


def _beside(work: Callable[[], None]) -> Future[None]:
    """In a thread that keeps no process from ending."""
    future: Future[None] = Future()

    def run() -> None:
        try:
            work()
        except BaseException as fault:
            future.set_exception(fault)
        else:
            future.set_result(None)

    Thread(target=run, name="announcements", daemon=True).start()
    return future
