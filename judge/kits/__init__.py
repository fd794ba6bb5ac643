"""Shared rule kits: what two games need, neither owns. Pure, as the games are."""
