"""Text -> commands. The only room that knows lark."""

from judge.parse.reader import Reader
from judge.parse.reading import Block, Chatter, Garbled, Grammar, Item, Reading, Understood
from judge.parse.report import ReportText
from judge.parse.secrets import mask

__all__ = ["Block", "Chatter", "Garbled", "Grammar", "Item", "Reader", "Reading", "ReportText", "Understood", "mask"]
