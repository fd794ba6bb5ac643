"""Passwords of these tests are hashed quickly."""

from tests.keeper.conftest import _cheap_passwords

__all__ = ["_cheap_passwords"]
