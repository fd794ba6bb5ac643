"""The command line. `judge --help` lists the commands; INTERFACES in docs/operating.md says what stays put."""

from judge.cli.frame import main

__all__ = ["main"]
