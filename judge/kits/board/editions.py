"""Rule editions as policy values (D-1): what differs between rulebooks is data, not branches spread over the code."""

from __future__ import annotations

from dataclasses import dataclass

from judge.core.errors import InputError


@dataclass(frozen=True)
class Edition:
    """One reading of the rulebook.

    `land_fallback`: an army ordered by convoy to a neighbour walks when no complete chain of convoy orders was
    written for it (DATC 4.A.3 before 3.0). `distance_to_home`: civil disorder measures to home centres, fleets along
    fleet borders, and counts no difference between centres and open land (before 2023, D-6).
    """

    name: str
    land_fallback: bool
    distance_to_home: bool


EDITION_2023 = Edition("2023", land_fallback=False, distance_to_home=False)
EDITION_2000 = Edition("2000", land_fallback=True, distance_to_home=True)
EDITIONS = {edition.name: edition for edition in (EDITION_2023, EDITION_2000)}


def edition_named(name: str) -> Edition:
    """The edition called `name`; InputError lists the known ones."""
    if name not in EDITIONS:
        raise InputError(f"unknown rules {name!r}", "rules", f"Use one of {', '.join(sorted(EDITIONS))}.")
    return EDITIONS[name]
