"""The vocabulary of the house: pure values that every other room speaks in."""
