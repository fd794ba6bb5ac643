"""An e-mail judge for games played on and beside a Diplomacy board."""

__version__ = "0.1.0"
