"""The command line. `judge --help` lists the commands; INTERFACES in docs/operating.md says what stays put."""

from __future__ import annotations

from judge.cli.frame import main

__all__ = ["main"]
