"""The desk: reads letters, keeps games, answers everybody. The only room that knows all the others."""
