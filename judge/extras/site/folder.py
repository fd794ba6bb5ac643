"""The archive's folder: what lies in it by section, written file by file, and nothing touched that is not ours.

What the folder holds is written down in the home, not in the folder: the marks of sections are made of numbers of
events, and whoever reads the site must not count by them what players have filed.

A section is a few files made from the same facts, which its mark stands for. The manifest remembers marks, digests and
sizes, so that a second run reads no game and writes no file.
"""

import fcntl
import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from judge.core.codec import canonical
from judge.core.errors import InputError
from judge.durable import write

MARK = ".judge-archive"
_MARK_SAYS = b"This folder is an archive that a judge keeps. It replaces its own files here and touches no others.\n"
FORMER = ".judge-archive.json"  # where earlier judges wrote down what is theirs
LOCK = ".judge-archive.lock"  # where earlier judges had it: its time told when letters came
VERSION = 1


@dataclass
class Section:
    """A section as the manifest has it. `files`: path -> [digest, size]; `note`: what later sections want to know."""

    mark: str
    files: dict[str, list[Any]] = field(default_factory=dict)
    note: Any = None


class Folder:
    """One run over the folder. A section's name begins with its game's and a slash. Those that neither stand, are kept
    nor put are taken down at the end."""

    def __init__(self, folder: Path, manifest: Path, *, forget: bool = False) -> None:
        """`manifest`: the file of the home that says what is ours here. `forget`: every section is made anew; files
        are still written only where they differ."""
        self.folder = folder
        self.written: list[str] = []
        self.removed: list[str] = []
        self.forget = forget
        self._manifest = manifest
        self._was = _read(manifest)
        self._is: dict[str, Section] = {}
        self._known = {path: seal for section in self._was.values() for path, seal in section.files.items()}
        self._begun = self.note("begun")
        with suppress(OSError):  # a run that was killed left files that no manifest knows
            strays = self._begun.read_text("utf-8").splitlines()
            self._known.update({path: ["", 0] for path in strays if path not in self._known and _inside(path)})

    def keep(self, name: str, mark: str) -> Section | None:
        """The section as it lies there, if it still tells the truth and all its files are whole."""
        found = self._was.get(name)
        if (
            self.forget
            or found is None
            or found.mark != mark
            or not all(self._whole(*one) for one in found.files.items())
        ):
            return None
        self._is[name] = found
        return found

    def note(self, name: str) -> Path:
        """The place in the home for notes about this folder."""
        return self._manifest.with_name(f"{self._manifest.stem}-{name}")

    def stand(self, name: str) -> None:
        """Leave a section and all below it as they were."""
        self._is.update((key, one) for key, one in self._was.items() if key.partition("/")[0] == name)

    def stand_alone(self, name: str) -> None:
        """Leave one section as it was."""
        if name in self._was:
            self._is[name] = self._was[name]

    def whole(self, name: str) -> bool:
        """Whether every file of the section and of those below it lies there."""
        mine = [one for key, one in self._was.items() if key.partition("/")[0] == name]
        return all(self._whole(path, seal) for one in mine for path, seal in one.files.items())

    def now(self) -> list[tuple[str, Section]]:
        """The sections of this run, by name."""
        return sorted(self._is.items())

    def put(self, name: str, mark: str, files: Mapping[str, bytes], note: Any = None) -> Section:
        """Make a section these files; those that are the same already are not written."""
        section = Section(mark, {}, note)
        for path, content in files.items():
            seal = [hashlib.sha256(content).hexdigest(), len(content)]
            if self._known.get(path) != seal or not self._whole(path, seal):
                self._write(path, content)
                self._known[path] = seal
            section.files[path] = seal
        self._is[name] = section
        return section

    def finish(self) -> None:
        """Take down what no section wants any more, and write the manifest."""
        wanted = {path for section in self._is.values() for path in section.files}
        for path in sorted(set(self._known) - wanted):
            self._remove(path)
        _save(self._manifest, self._is)
        self._begun.unlink(missing_ok=True)

    def _whole(self, path: str, seal: list[Any]) -> bool:
        try:
            return bool(os.stat(self.folder / path).st_size == seal[1])
        except OSError:
            return False

    def _write(self, path: str, content: bytes) -> None:
        target = self.folder / path
        if path not in self._known:
            with self._begun.open("a", encoding="utf-8") as begun:  # before it is there: it may be all that tells of it
                begun.write(f"{path}\n")
        target.parent.mkdir(parents=True, exist_ok=True)
        replace(target, content, self.folder)
        self.written.append(path)

    def _remove(self, path: str) -> None:
        target = self.folder / path
        if target.exists():
            target.unlink()
            self.removed.append(path)
        for parent in target.parents:
            if parent == self.folder or not parent.is_dir() or any(parent.iterdir()):
                return
            parent.rmdir()


def replace(target: Path, content: bytes, folder: Path) -> None:
    """Whole or not at all: readers see the old file or the new one."""
    part = folder / ".judge-archive.part"  # under the lock there is never a second
    part.write_bytes(content)
    os.replace(part, target)


@contextmanager
def claimed(folder: Path, manifest: Path, *, wait: bool) -> Iterator[bool]:
    """The folder as ours alone for a while; it is made if need be. Without `wait`, False when another process has it.

    InputError when it holds somebody else's files.
    """
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{folder} is a file.", hint="Name a folder for the archive.")
    if folder.is_dir() and not any((folder / name).exists() for name in (MARK, FORMER)):
        foreign = sorted(path.name for path in folder.iterdir() if not path.name.startswith(".judge-archive"))
        if foreign:
            raise InputError(f"{folder} is not empty and no archive ({foreign[0]}).", hint="Name a new folder.")
    folder.mkdir(parents=True, exist_ok=True)
    lock = os.open(folder, os.O_RDONLY)  # the folder itself: a file in it would tell when it was last locked
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            yield False
            return
        if not (folder / MARK).exists():
            replace(folder / MARK, _MARK_SAYS, folder)  # from now on this is ours, even if we are killed
        (folder / LOCK).unlink(missing_ok=True)
        if (folder / FORMER).exists():
            manifest.write_bytes((folder / FORMER).read_bytes())
            (folder / FORMER).unlink()
        yield True
    finally:
        os.close(lock)


def _read(manifest: Path) -> dict[str, Section]:
    """The manifest; one that cannot be read is as good as none, and everything is written again."""
    try:
        raw = json.loads(manifest.read_bytes())
        if raw["archive"] != VERSION:
            return {}
        found = {name: Section(one["mark"], one["files"], one["note"]) for name, one in raw["sections"].items()}
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    return {name: section for name, section in found.items() if all(map(_inside, section.files))}


def _inside(path: str) -> bool:
    """A manifest that somebody wrote by hand never leads out of the folder."""
    plain = PurePosixPath(path)
    return not plain.is_absolute() and ".." not in plain.parts


def _save(manifest: Path, sections: Mapping[str, Section]) -> None:
    body = {name: {"mark": one.mark, "files": one.files, "note": one.note} for name, one in sections.items()}
    content = canonical({"archive": VERSION, "sections": body})
    if not manifest.exists() or manifest.read_bytes() != content:
        write(manifest, content.decode("utf-8"))
