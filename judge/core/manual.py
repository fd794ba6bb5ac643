"""What HELP says of the words of the correspondence, as their declarations have it."""

from __future__ import annotations

from judge.core.place import Place
from judge.core.words import WORDS

MANUAL = {rule: word.help for rule, word in WORDS.items()}
"""Grammar rule name -> help, in the order in which HELP lists them."""

PLAYERS = tuple(word.help for word in WORDS.values() if word.place is not Place.MASTER)
MASTERS = tuple(word.help for word in WORDS.values() if word.place is Place.MASTER)
