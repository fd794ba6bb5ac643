"""How letters are written: their form, the one gate that addresses them, the calendar."""
