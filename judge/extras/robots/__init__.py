"""Players of the house: they see what a seat sees, write ordinary letters, and sit openly under the name of robots.

`plays` holds how each game is played, `board` and `market` what the games share; `table` brings what they write to the
desk, by the way of every player's letter.
"""
