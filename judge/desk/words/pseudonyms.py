"""Pseudonyms to offer to whoever names none."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from judge.core.ids import lookalike

NAMES = """
    Albatross Avocet Badger Barnacle Beaver Bittern Bluebell Bramble Buzzard Chaffinch Clover Cormorant Cricket
    Crossbill Curlew Dormouse Dunlin Egret Falcon Fieldfare Foxglove Gannet Goldcrest Goshawk Grebe Hazel Hedgehog
    Heron Hoopoe Ibex Jackdaw Juniper Kestrel Kingfisher Lapwing Larkspur Linnet Lynx Magpie Marten Merlin Mistral
    Nightjar Nuthatch Ocelot Oriole Osprey Otter Pelican Peregrine Petrel Pipit Plover Polecat Puffin Quail Raven
    Redstart Rowan Sable Salamander Sandpiper Shearwater Siskin Sorrel Starling Stoat Stork Swift Tamarisk Teal
    Thistle Turnstone Viper Wagtail Waxwing Weasel Whimbrel Wren Yarrow
""".split()
"""Pleasant, short, without a power, a currency or a word of any game among them."""


def free_name(taken: Iterable[str], forbidden: Iterable[str], seed: str) -> str:
    """One that nobody in the game has (nor one that looks like it), the same for the same `seed`; beyond the
    list they are numbered."""
    gone = {lookalike(one) for one in (*taken, *forbidden)}
    start = int.from_bytes(hashlib.sha256(seed.encode()).digest()[:4], "big") % len(NAMES)
    turn = 1
    while True:
        for number in range(len(NAMES)):
            name = NAMES[(start + number) % len(NAMES)] + (f" {turn}" if turn > 1 else "")
            if lookalike(name) not in gone:
                return name
        turn += 1
