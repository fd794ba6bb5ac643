"""The archive: a static site of everything that is public, kept up to date file by file."""

from judge.site.archive import Archive, Refreshed
from judge.site.caretaker import Caretaker

__all__ = ["Archive", "Caretaker", "Refreshed"]
