"""Diplomacy: the board game by mail (D)."""

from judge.games.diplomacy.rules import VARIANT as VARIANT
