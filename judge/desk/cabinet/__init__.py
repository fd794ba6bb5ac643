"""What the desk keeps: records, files, journal, keys, options, the schedule."""
