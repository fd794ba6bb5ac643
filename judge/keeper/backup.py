"""A whole home in one file: the store as of one commit, the secrets, the settings and the letters set aside.

The file is a tar whose first member, `manifest.json`, names every other with its SHA-256. It appears under its name
only when it is complete and on the disk, is readable by its owner alone, and is worth as much as the secrets in it.
The store is copied first: what it speaks of (dice tips, letters set aside) was on the disk before it spoke of it.
"""

import contextlib
import errno
import hashlib
import io
import json
import os
import shutil
import tarfile
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import IO, Any

from judge import __version__
from judge.app.opening import store_of
from judge.app.pending import finish
from judge.config import Config
from judge.core.errors import InputError, SetupError, StoreFault
from judge.core.values import Value
from judge.desk.cabinet.records import instant, iso
from judge.durable import private, sync
from judge.store import Store, open_store

FORMAT = 1
MANIFEST, STORE = "manifest.json", "judge.db"
SETTINGS = "judge.toml"
MOST_NAMES = 64 * 2**20  # octets of the list of files
FOLDERS = ("secrets", "templates", "shunt", "finished")  # of var/
SUFFIXES = (".tar", ".tar.gz", ".tgz")
_SQLITE = b"SQLite format 3\0"


class Unpacked(Value):
    """A back-up laid out in a folder, every digest checked. `whole` is False for a copy of the store alone."""

    folder: Path
    files: tuple[str, ...]
    at: str = ""
    settings: str = ""
    whole: bool = field(default=True)


def is_archive(target: Path) -> bool:
    return target.name.endswith(SUFFIXES)


def write_backup(
    config: Config, target: Path, now: datetime, step: Callable[[str], None] = lambda reached: None
) -> None:
    """Write a back-up while the daemon runs; a name that ends otherwise than in .tar or .tar.gz gets the store alone.
    The store may be that of an older judge: it is copied as it is.

    Raises StoreFault if the store is damaged or the file cannot be written; an earlier file of
    that name then stays as it was.
    """
    finish(config.var)
    with contextlib.closing(store_of(config, lock=False)) as store:
        store.sound()
        if not is_archive(target):
            store.backup(target)
        else:
            _write_archive(config, store, target, now, step)
    with contextlib.suppress(OSError):  # only the keeper's letter reads it
        (config.var / "last-backup").write_text(f"{iso(now)} {target.absolute()}\n", "utf-8")


def _write_archive(config: Config, store: Store, target: Path, now: datetime, step: Callable[[str], None]) -> None:
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with tempfile.TemporaryDirectory(prefix=".judge-backup-", dir=target.parent) as scratch:
            copy = Path(scratch) / STORE
            store.backup(copy)
            step("copied")
            members = [(STORE, copy), *_members(config)]
            with _new_file(part) as file:
                _fill(file, target, members, now, step)
                file.flush()
                os.fsync(file.fileno())
        step("written")
        os.replace(part, target)
        sync(target.parent)
        step("named")
    except OSError as fault:
        raise StoreFault(f"The back-up {target} could not be written: {fault.strerror or fault}.") from fault
    finally:
        part.unlink(missing_ok=True)


def _members(config: Config) -> Iterator[tuple[str, Path]]:
    yield "judge.toml", config.home / "judge.toml"
    for name in FOLDERS:
        for path in sorted((config.var / name).rglob("*")):
            if path.is_file() and not path.is_symlink() and path.suffix != ".new":
                yield str(path.relative_to(config.var)), path


def _fill(file: Any, target: Path, members: list[tuple[str, Path]], now: datetime, step: Callable[[str], None]) -> None:
    # what is small may be changing: it is read once, so that digest and content agree
    contents = {name: path if name == STORE else path.read_bytes() for name, path in members}
    digests = {name: _digest(content) for name, content in contents.items()}
    manifest = {"format": FORMAT, "judge": __version__, "at": iso(now), "files": digests}
    mode = "w" if target.suffix == ".tar" else "w:gz"
    with tarfile.open(fileobj=file, mode=mode, format=tarfile.PAX_FORMAT) as tar:  # type: ignore[call-overload]
        _add(tar, MANIFEST, json.dumps(manifest, indent=1).encode(), now)
        for name, content in contents.items():
            step(name)
            _add(tar, name, content, now)


def _add(tar: tarfile.TarFile, name: str, content: bytes | Path, now: datetime) -> None:
    entry = tarfile.TarInfo(name)
    entry.mode, entry.mtime = 0o600, int(now.timestamp())
    with content.open("rb") if isinstance(content, Path) else io.BytesIO(content) as source:
        entry.size = source.seek(0, os.SEEK_END)
        source.seek(0)
        tar.addfile(entry, source)


# ---- reading ----------------------------------------------------------------------------------------------------


def unpack(source: Path, folder: Path) -> Unpacked:
    """Lay a back-up out in an empty folder. InputError when the file is none, is cut short or was changed."""
    try:
        with source.open("rb") as file:
            head = file.read(len(_SQLITE))
    except OSError as fault:
        raise InputError(f"{source} cannot be read: {fault.strerror}.") from None
    if head == _SQLITE:
        with source.open("rb") as whole, _new_file(folder / STORE) as target:
            shutil.copyfileobj(whole, target)
        at = datetime.fromtimestamp(source.stat().st_mtime).astimezone()
        return Unpacked(folder, (STORE,), iso(at), whole=False)
    try:
        with tarfile.open(source) as tar:
            return _unpack(tar, source, folder)
    except (tarfile.TarError, EOFError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as fault:
        raise InputError(f"{source} is no whole back-up: {_shown(fault)}.", hint="Take the one before it.") from None
    except OSError as fault:
        if fault.errno in _OF_THE_DISK:
            raise
        raise InputError(f"{source} holds a file that cannot be laid out: {_shown(fault.strerror)}.") from None


_OF_THE_DISK = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS, errno.EACCES)


def _shown(what: object) -> str:
    """A file made elsewhere may hold anything: it is told in a few characters that can do nothing."""
    return ascii(str(what))[1:-1][:200]


def _unpack(tar: tarfile.TarFile, source: Path, folder: Path) -> Unpacked:
    manifest = json.loads(_read(tar, MANIFEST))
    if manifest["format"] > FORMAT:
        newer = _shown(manifest["judge"])
        raise InputError(f"{source} was written by a newer judge ({newer}).", hint="Install that one.")
    instant(manifest["at"])
    _room_for(tar, source, manifest["files"], folder)
    for name, digest in manifest["files"].items():
        path = folder / name
        if not _of_a_home(name):
            raise InputError(f"{source} names a file outside of the home: {_shown(name)}.")
        private(path.parent)
        member = tar.extractfile(name)
        if member is None:
            raise InputError(f"{source} lacks {_shown(name)}.", hint="Take the back-up before it.")
        with _new_file(path) as target:
            shutil.copyfileobj(member, target)
        if _digest(path) != digest:
            raise InputError(
                f"{source}: {_shown(name)} was changed since it was written.", hint="Take the back-up before it."
            )
    settings = (folder / "judge.toml").read_text("utf-8") if "judge.toml" in manifest["files"] else ""
    return Unpacked(folder, tuple(manifest["files"]), manifest["at"], settings)


def _of_a_home(name: str) -> bool:
    """Whether a back-up of ours may hold a file of this name."""
    place = PurePosixPath(name)
    if name in (STORE, SETTINGS):
        return True
    return name == str(place) and len(place.parts) > 1 and place.parts[0] in FOLDERS and ".." not in place.parts


def _room_for(tar: tarfile.TarFile, source: Path, names: Iterable[str], folder: Path) -> None:
    """Before anything is written: a small file may unfold to more than the disk holds."""
    wanted, free = sum(tar.getmember(name).size for name in names), shutil.disk_usage(folder).free
    if wanted > free:
        raise InputError(f"{source} unfolds to {wanted // 2**20} MB, and {free // 2**20} MB are free.")


def _read(tar: tarfile.TarFile, name: str) -> bytes:
    member = tar.extractfile(name)
    text = member.read(MOST_NAMES + 1) if member is not None else b""
    if len(text) > MOST_NAMES:
        raise ValueError(f"{name} is larger than any of ours")
    return text


def _digest(content: bytes | Path) -> str:
    with content.open("rb") if isinstance(content, Path) else io.BytesIO(content) as source:
        return hashlib.file_digest(source, "sha256").hexdigest()


def _new_file(path: Path) -> IO[bytes]:
    return os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb")


def copy_store(config: Config, target: Path) -> None:
    """The home's store as of now, as a file, beside whoever writes to it."""
    with contextlib.closing(open_store(config.store_url, lock=False)) as source:
        source.backup(target)


def file_store(config: Config) -> Path:
    """Where the embedded store lies. SetupError for one on a server, which has means of its own."""
    if "://" in config.store_url:
        raise SetupError("This home's store is on a database server.", "Use that server's own back-up, e.g. pg_dump.")
    return Path(config.store_url)
