"""Capitalist Diplomacy: whoever holds most of a power's currency commands its units (C)."""

from judge.games.capitalist.rules import VARIANT as VARIANT
