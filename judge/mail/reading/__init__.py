"""Reading people's mail: raw bytes to `judge.post.Message`, robots and bounces told from people."""

from __future__ import annotations

from judge.mail.reading.letter import ReadingRules, read_message, report

__all__ = ["ReadingRules", "read_message", "report"]
