"""Reading people's mail: raw bytes to `judge.post.Message`, robots and bounces told from people."""

from judge.mail.reading.letter import Said, read_message, report
from judge.mail.reading.parts import whole_texts
from judge.mail.reading.stamp import FUTURE
from judge.post import ReadingRules, Signatures

__all__ = ["FUTURE", "ReadingRules", "Said", "Signatures", "read_message", "report", "whole_texts"]
