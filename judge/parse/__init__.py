"""Text -> commands. The only room that knows lark."""

from judge.core.errors import Stopped
from judge.parse.budget import LETTER, STRANGER, Budget
from judge.parse.clause import Clause, Kind, Voice, Weight, doubt, on_yes
from judge.parse.reader import Reader
from judge.parse.reading import Block, Chatter, Garbled, Grammar, Item, Reading, Understood
from judge.parse.stranger_names import name_in, pseudonym_in
from judge.parse.words import guarded

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
