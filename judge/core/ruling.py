"""Rulings: what the rules say of one order, with the reason first."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from enum import StrEnum

from judge.core.command import Command, Sheet
from judge.core.values import Value

Figures = Mapping[str, int | str]


class Verdict(StrEnum):
    ACCEPTED = "accepted"
    AMENDED = "amended"  # will be carried out, but not as written
    REFUSED = "refused"


class Reason(Value):
    """Why: the rule's number, and words with {figures} to fill in. A variant lists its reasons by code. `loses`: part
    of an order that was amended for it is not on file, so that the letter was not taken whole. `look`: the sheet
    stands, and its writer is told of this before all else."""

    rule: str
    text: str
    loses: bool = False
    look: bool = False


class Remark(Value):
    """A code with its figures; the words stand in the variant's reasons."""

    code: str
    figures: Figures = field(default_factory=dict)


class Ruling(Value):
    """One order judged, as far as it can be judged before the deadline.

    command   as it stands on file (what the deadline will read)
    because   why it was amended or refused; None when accepted as written
    remarks   warnings beside the verdict (a convoy that cannot work, a unit ordered twice ...)
    instead   what its writer may mean: in place of a refused order, beside one that stands; only if they say so
    """

    verdict: Verdict
    command: Command
    because: Remark | None = None
    remarks: tuple[Remark, ...] = ()
    instead: Command | None = None

    @property
    def stands(self) -> bool:
        """Whether the order goes on file."""
        return self.verdict is not Verdict.REFUSED


def accept(command: Command, *remarks: Remark) -> Ruling:
    return Ruling(Verdict.ACCEPTED, command, None, remarks)


def amend(command: Command, code: str, *remarks: Remark, **figures: int | str) -> Ruling:
    return Ruling(Verdict.AMENDED, command, Remark(code, figures), remarks)


def refuse(command: Command, code: str, **figures: int | str) -> Ruling:
    return Ruling(Verdict.REFUSED, command, Remark(code, figures))


def by_section(
    sheet: Sheet, judges: Mapping[str, Callable[[Sheet], Sequence[Ruling]]], otherwise: str = "not-an-order"
) -> tuple[Ruling, ...]:
    """One ruling a command: those of a section are judged together, by who judges it; all others are refused."""
    sections: dict[str, list[Command]] = {}
    for command in sheet:
        sections.setdefault(command.section, []).append(command)
    ruled = {name: iter(judges[name](tuple(own))) for name, own in sections.items() if name in judges}
    return tuple(
        next(ruled[command.section]) if command.section in ruled else refuse(command, otherwise) for command in sheet
    )


def recited(reasons: Mapping[str, Reason], instead: Mapping[str, str]) -> dict[str, Reason]:
    """The reasons with other rule numbers: those of the game that borrows them (`{"B-5": "D-10"}`)."""
    return {code: replace(reason, rule=instead.get(reason.rule, reason.rule)) for code, reason in reasons.items()}


def words(reasons: Mapping[str, Reason], remark: Remark) -> str:
    """The remark in words, with its rule number at the end: `... (M-4)`."""
    reason = reasons[remark.code]
    text = reason.text.format_map(dict(remark.figures))
    return f"{text} ({reason.rule})" if reason.rule else text
