"""Payola: Diplomacy in which every unit obeys whoever promises it most (P)."""

from judge.games.payola.rules import VARIANT as VARIANT
