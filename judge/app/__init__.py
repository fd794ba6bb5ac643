"""A home opened: its rooms put together, its mailbox and relay at hand."""

from judge.app.app import App
from judge.app.opening import Shelf, open_app, proved

__all__ = ["App", "Shelf", "open_app", "proved"]
