"""Bourse: a currency market beside a Diplomacy game (B)."""

from judge.games.bourse.rules import VARIANT as VARIANT
