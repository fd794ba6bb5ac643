"""Where an address still stands when a person was forgotten: looked up, so that what is said is true."""

import email
import email.message
import json
import re
from collections.abc import Collection, Iterator
from pathlib import Path

from judge.desk.office import Office
from judge.keeper.forget import naming

WORDS = {
    "outbox": "letters to others, not yet sent or kept for their copies",
    "bodies": "letters to many",
    "octets": "letters to others that have not gone out",
    "bundles": "answers to others that wait to be sent together",
    "held": "letters of others that wait for an answer",
    "proposals": "things that letters to others propose",
    "set_aside": "letters of others that were set aside",
    "games": "games, in their settings",
    "issues": "issues of the zine, as they went out",
    "press": "messages, as their writers wrote them",
    "events": "events of journals, as their writers wrote them",
    "orders": "sheets, as their writers wrote them",
}


def remains(office: Office, address: str, gone: Collection[Path] = ()) -> list[str]:
    """A line for each place that still names the address; `gone` are files that are about to go."""
    named = naming(address)
    told = []
    for table in sorted(office.store.tables()):
        count = sum(address in body.lower() and _row_names(body, named) for _, body in _bodies(office, table))
        if count:
            told.append(f"{count} of {WORDS.get(table, table)}")
    letters = [path for path in _letters(office) if path not in gone and _letter_names(path, named)]
    if letters:
        told.append(f"{len(letters)} letters to or from others in {_place(office, letters)}")
    told += [f"{path}" for path in _others(office) if path not in gone and named.search(path.read_text("utf-8"))]
    head = "Nothing here names the address any more." if not told else "What still names the address here:"
    return [head, *(f"  {line}" for line in told), *ELSEWHERE]


ELSEWHERE = ("Back-ups made before, letters on mail servers, and what others were sent are not the judge's to erase.",)


def _bodies(office: Office, table: str) -> Iterator[tuple[int, str]]:
    return iter([(row_id, body) for row_id, body in office.store.storage.scan(table)])


def _row_names(body: str, named: re.Pattern[str]) -> bool:
    return any(named.search(text) for text in _texts(json.loads(body)))


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
        if "\nContent-Type:" in value or value.startswith("From:"):
            yield _words(email.message_from_string(value))
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield str(key)
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)


def _words(message: email.message.Message) -> str:
    parts = [part.get_payload(decode=True) for part in message.walk() if not part.is_multipart()]
    words = "\n".join(part.decode("utf-8", "replace") for part in parts if isinstance(part, bytes))
    return "\n".join([*(str(value) for value in message.values()), words])


def _letters(office: Office) -> Iterator[Path]:
    mail = office.config.mail
    for url in (mail.inbox, mail.outbox):
        if url.startswith("maildir:"):
            folder = office.config.home / url.removeprefix("maildir:")
            yield from (path for path in sorted(folder.rglob("*")) if path.is_file())


def _letter_names(path: Path, named: re.Pattern[str]) -> bool:
    return bool(named.search(_words(email.message_from_bytes(path.read_bytes()))))


def _place(office: Office, letters: list[Path]) -> str:
    home = office.config.home
    folders = {path.parent for path in letters}
    return ", ".join(
        sorted(str(folder.relative_to(home) if folder.is_relative_to(home) else folder) for folder in folders)
    )


def _others(office: Office) -> Iterator[Path]:
    """Files in words: the settings, the shelf, letters set aside with their traces."""
    yield from (path for path in (office.config.home / "judge.toml",) if path.exists())
    for folder in (office.shelf, office.config.var / "shunt"):
        yield from (path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix != ".eml")
