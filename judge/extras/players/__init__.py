"""The scripted players of the demonstration games, one module a game."""
