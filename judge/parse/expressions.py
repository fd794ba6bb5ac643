"""Expressions for what people write (`judge/expressions.py`)."""

from judge.expressions import Expressions, expressions, read, table, words

__all__ = ["Expressions", "expressions", "read", "table", "words"]
