"""A home opened: its rooms put together, its mailbox and relay at hand."""

from judge.house.house import House
from judge.house.opening import Shelf, open_house, proved

__all__ = ["House", "Shelf", "open_house", "proved"]
