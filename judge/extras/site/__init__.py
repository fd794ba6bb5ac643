"""The archive: a static site of everything that is public, kept up to date file by file."""

from judge.extras.site.archive import Archive, Caretaker, Refreshed

__all__ = ["Archive", "Caretaker", "Refreshed"]
