"""Troubleshooter: a currency market and a traveller who lends, beside a Diplomacy game (T)."""

from judge.games.troubleshooter.rules import VARIANT as VARIANT
