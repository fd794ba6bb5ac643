"""What was told is told as before: facts by case, one a line, in a file that people can read.

A file has `# case` above the lines of each case. `make golden` writes the files anew: read the difference as a player
would.
"""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from judge.core.codec import document
from judge.core.ruling import Reason, Remark, Ruling, words


def hold_against(file: Path, said: Mapping[str, Iterable[str]]) -> None:
    """Every case must be told as it stands in the file, line by line."""
    told = {case: [" ".join(line.split()) for line in lines] for case, lines in said.items()}
    if os.environ.get("JUDGE_GOLDEN") == "write":
        blocks = ["\n".join([f"# {case}", *lines, ""]) for case, lines in told.items()]
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("\n".join(blocks), "utf-8")
    before = [block.rstrip("\n").split("\n") for block in file.read_text("utf-8").split("\n\n")]
    assert [block[0] for block in before] == [f"# {case}" for case in told]
    for case, *lines in before:
        assert told[case.removeprefix("# ")] == lines, case


def ruled(ruling: Ruling, reasons: Mapping[str, Reason]) -> str:
    """A ruling in one line: the verdict, the order as it stands, and everything that is said of it."""
    remarks: tuple[Remark, ...] = (*((ruling.because,) if ruling.because else ()), *ruling.remarks)
    said = [" ".join(words(reasons, remark).split()) for remark in remarks]
    return " | ".join([f"{ruling.verdict} {ruling.command.canonical()}".replace("\n", " / "), *said])


def facts(data: Any, name: str = "") -> list[str]:
    """The fields of a thing, one a line; what is empty, 0 or false is left out."""
    made = document(data) if not isinstance(data, dict | list | tuple | str | int | None) else data
    if isinstance(made, dict):
        found = []
        for key, value in made.items():
            if value not in (None, "", 0, False, [], (), {}):
                found += facts(value, f"{name}.{key}".lstrip("."))
        return found
    if isinstance(made, list | tuple) and any(isinstance(one, dict | list | tuple) for one in made):
        return [f"{name}: {_flat(one)}" for one in made]
    return [f"{name}: {_flat(made)}"]


def _flat(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{key}={_flat(one)}" for key, one in value.items() if one not in (None, "", [], (), {}))
    if isinstance(value, list | tuple):
        return f"({', '.join(_flat(one) for one in value)})"
    return " / ".join(str(value).splitlines())
