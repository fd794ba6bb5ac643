"""Fields that are more than one token's value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judge.core.errors import InputError

Fields = Mapping[str, Any]


def with_password(fields: Fields) -> Fields:
    """Passwords are 4 to 64 printable characters. None at all is left to the desk, which knows who asks."""
    secret = fields.get("password", "")
    if secret and not (4 <= len(secret) <= 64 and secret.isprintable() and " " not in secret):
        raise InputError("A password has 4 to 64 printable characters and no spaces.", hint="Choose another.")
    return {"password": "", **fields}
