"""Crates: three crates, sealed bids. The smallest whole game, for those who write one."""

from judge.games.crates.rules import VARIANT

__all__ = ["VARIANT"]
