"""What may be written in Economic IV: orders to units, transfers between treasuries, declarations."""

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any, ClassVar, Self

from judge.core.command import Command, Vocabulary
from judge.kits.board.geography import province_of
from judge.kits.host.commands import ORDER_WORDS, REPORT_WORDS
from judge.kits.host.votes import VOTE_WORDS

LOAN = "LOAN"
GIFT = "GIFT"


class _Half(Command, kw_only=True, section="transfers"):
    """A line that moves money once the other party has written its mirror (E-7), [PUBLISH] [TELL ME] behind it.

    speaker  the power that a line in the notation of the print begins with (`Russia: 3 credits loaned to Turkey.`):
             looked at once, and no part of the order (E-16)
    """

    of_letter: ClassVar[tuple[str, ...]] = ("line", "speaker")

    amount: int
    power: str
    publish: bool = False
    tell: bool = False
    speaker: str = field(default="", compare=False)

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        found = {name: fields[name] for name in ("amount", "power", "repay", "speaker") if name in fields}
        return cls(**found, publish="publish" in fields, tell="tell" in fields)

    def open(self) -> str:
        """The words at its end."""
        return f"{' PUBLISH' if self.publish else ''}{' TELL ME' if self.tell else ''}"


class Lend(_Half, kw_only=True):
    """LOAN 3 TO TURKEY [REPAY 4]. `repay` is the sum to be called, 0 for the sum lent (E-8)."""

    repay: int = 0

    def canonical(self) -> str:
        return f"LOAN {self.amount} TO {self.power}{_repay(self.repay)}{self.open()}"


class Give(_Half, kw_only=True):
    """GIVE 2 TO ITALY."""

    def canonical(self) -> str:
        return f"GIVE {self.amount} TO {self.power}{self.open()}"


class Receive(_Half, kw_only=True):
    """RECEIVE 3 FROM RUSSIA (LOAN [REPAY 4]) or (GIFT): the mirror line. `kind` is LOAN, GIFT or "" if not said."""

    kind: str = ""
    repay: int = 0

    def canonical(self) -> str:
        kind = f" ({self.kind}{_repay(self.repay)})" if self.kind else ""
        return f"RECEIVE {self.amount} FROM {self.power}{kind}{self.open()}"

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        kind = LOAN if "loan" in fields or "repay" in fields else GIFT if "gift" in fields else ""
        return replace(super().read(fields), kind=kind)


class Call(Command, kw_only=True, section="transfers", form="CALL {amount} FROM {power}"):
    """CALL 3 FROM TURKEY: the debt, or part of it, is to be paid at the end of this autumn (E-8)."""

    amount: int
    power: str


class Repay(Command, kw_only=True, section="transfers", form="REPAY {amount} TO {power}"):
    """REPAY 3 TO RUSSIA: needs no mirror line."""

    amount: int
    power: str


class NoTransfers(Command, section="transfers", form="NO TRANSFERS"):
    """NO TRANSFERS: takes the transfers on file off the sheet, and says that one is present."""


class MoveTreasury(Command, kw_only=True, section="declarations", form="TREASURY TO {place}", replaces="TREASURY"):
    """TREASURY TO MUN (E-9)."""

    place: str

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        return cls(place=province_of(fields["place"]))


class Ally(Command, kw_only=True, section="declarations", form="ALLIANCE WITH {power}", replaces="ALLIANCE"):
    """ALLIANCE WITH TURKEY: half of an alliance victory (E-11)."""

    power: str


class Let(Command, kw_only=True, section="declarations"):
    """LET RUSSIA ORDER F ANK: the unit is hired out for one turn (E-13), or UNTIL REVOKED (E-16). `unit` is A, F or ""
    if not said; without a power it is REVOKE LET F ANK, which ends a standing one."""

    power: str
    place: str
    unit: str = ""
    lasting: bool = False

    def key(self) -> str:
        return f"LET {province_of(self.place)}"

    def canonical(self) -> str:
        unit = f"{self.unit} {self.place}".strip()
        if not self.power:
            return f"REVOKE LET {unit}"
        return f"LET {self.power} ORDER {unit}{' UNTIL REVOKED' if self.lasting else ''}"

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        *kind, place = fields["unit"]
        unit = kind[0][0] if kind else ""
        return cls(power=fields.get("power", ""), place=place, unit=unit, lasting="lasting" in fields)


class Guard(Command, kw_only=True, section="declarations", form="GUARDED BY {power}", replaces="GUARD {power}"):
    """GUARDED BY FRANCE: a French unit in the seat of the treasury does not take it this turn (E-9, a setting)."""

    power: str


def _repay(sum_: int) -> str:
    return f" REPAY {sum_}" if sum_ else ""


Transfer = Lend | Give | Receive | Call | Repay

VOCABULARY: Vocabulary = {
    **ORDER_WORDS,
    **REPORT_WORDS,
    "lend": Lend,
    "give": Give,
    "receive": Receive,
    "call_in": Call,
    "repay_debt": Repay,
    "no_transfers": NoTransfers,
    "move_treasury": MoveTreasury,
    "ally": Ally,
    "let_order": Let,
    "revoke_let": Let,
    "guard": Guard,
    **VOTE_WORDS,
}
