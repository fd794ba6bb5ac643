"""Frozen dataclasses to plain documents and back, and the digest of a document."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any, TypeVar

import msgspec

from judge.core.command import Command, Sheet, Vocabulary
from judge.core.errors import StoreFault
from judge.core.notice import News

T = TypeVar("T")
Unset = msgspec.UnsetType
UNSET = msgspec.UNSET
"""The value of a field that is left out of the document."""
_SHAPES: dict[Any, tuple[frozenset[str], frozenset[str]]] = {}
_ENCODER = msgspec.json.Encoder(order="sorted")


def pack(value: object) -> Any:
    """Dataclasses, tuples and mappings as plain dicts, lists, strings and numbers."""
    return msgspec.to_builtins(value, str_keys=True, order="sorted")


def document(value: object) -> Any:
    """As `pack`, with lists for tuples: what JSON would say."""
    return msgspec.json.decode(_ENCODER.encode(value))


def facts(value: object) -> dict[str, Any]:
    """The document of a dataclass: a standing or a forecast where JSON is written of it."""
    told: dict[str, Any] = document(value)
    return told


def unpack(kind: type[T], document: object) -> T:
    """The inverse of `pack` for the type given; StoreFault when the document does not fit it."""
    try:
        return msgspec.convert(document, kind, str_keys=True)
    except msgspec.ValidationError as fault:
        raise StoreFault(f"a stored {kind.__name__} cannot be read: {fault}") from fault


def canonical(document: object) -> bytes:
    """One byte string for equal documents: sorted keys, no white space."""
    return _ENCODER.encode(document)


def digest(document: object) -> str:
    """SHA-256 of the canonical form, in hex."""
    return hashlib.sha256(canonical(document)).hexdigest()


def read_news(kinds: Iterable[type[News]], kind: str, told: Mapping[str, Any]) -> News | Mapping[str, Any]:
    """The news of a notice out of its document. A document of another shape, as an older edition of the rules may have
    left it, stays as it is. Fields that may be UNSET are left out of documents."""
    for news in kinds:
        if news.notice != kind:
            continue
        needed, known = _shape(news)
        if needed <= told.keys() <= known:
            try:
                return msgspec.convert(told, news, str_keys=True)
            except msgspec.ValidationError:
                continue
    return told


def _shape(kind: type[News]) -> tuple[frozenset[str], frozenset[str]]:
    """The fields that a document of such news must have, and all that it may have."""
    if kind not in _SHAPES:
        known = fields(kind)
        needed = frozenset(field.name for field in known if field.default is not UNSET)
        _SHAPES[kind] = needed, frozenset(field.name for field in known)
    return _SHAPES[kind]


def pack_sheet(vocabulary: Vocabulary, sheet: Sheet) -> tuple[dict[str, Any], ...]:
    """Commands as documents, without what belongs to the letter; `do` is the grammar's rule name."""
    names = {kind: name for name, kind in vocabulary.items()}
    return tuple({"do": names[type(command)], **_kept(command)} for command in sheet)


def _kept(command: Command) -> dict[str, Any]:
    return {name: value for name, value in pack(command).items() if name not in command.of_letter}


def unpack_sheet(vocabulary: Vocabulary, documents: Sequence[Mapping[str, Any]]) -> Sheet:
    """The inverse of `pack_sheet`."""
    out: list[Command] = []
    for document in documents:
        fields = dict(document)
        name = fields.pop("do")
        if name not in vocabulary:
            raise StoreFault(f"a stored order is of the unknown kind {name!r}")
        out.append(unpack(vocabulary[name], fields))
    return tuple(out)
