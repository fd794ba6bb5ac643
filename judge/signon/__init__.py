"""Lines that sign on or open a master's block: how people write them, and what of them may be shown. The log masks
passwords with this room alone; it does not load the reading of letters."""

from judge.signon.masking import hide_keys, mask, seems_a_name

__all__ = ["hide_keys", "mask", "seems_a_name"]
