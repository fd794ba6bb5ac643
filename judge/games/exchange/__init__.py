"""Exchange Diplomacy: the powers are companies, founded, floated, traded, voted and milked by investors (X)."""

from judge.games.exchange.rules import VARIANT as VARIANT
