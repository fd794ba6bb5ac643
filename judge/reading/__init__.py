"""Text -> commands. The only room that knows lark."""

from judge.core.errors import Stopped
from judge.reading.budget import LETTER, STRANGER, Budget
from judge.reading.clause import Clause, Kind, Voice, Weight, doubt, on_yes
from judge.reading.outcome import Block, Chatter, Garbled, Grammar, Item, Reading, Understood
from judge.reading.reader import Reader
from judge.reading.stranger_names import name_in, pseudonym_in
from judge.reading.words import guarded

__all__ = [
    "LETTER",
    "STRANGER",
    "Block",
    "Budget",
    "Chatter",
    "Clause",
    "Garbled",
    "Grammar",
    "Item",
    "Kind",
    "Reader",
    "Reading",
    "Stopped",
    "Understood",
    "Voice",
    "Weight",
    "doubt",
    "guarded",
    "name_in",
    "on_yes",
    "pseudonym_in",
]
