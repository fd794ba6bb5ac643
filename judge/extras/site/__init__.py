"""The archive: a static site of everything that is public, kept up to date file by file."""

from judge.extras.site.archive import Archive, Refreshed
from judge.extras.site.caretaker import Caretaker

__all__ = ["Archive", "Caretaker", "Refreshed"]
