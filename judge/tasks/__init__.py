"""What the keeper's commands change, one function a command: carried out by the command itself, or by the daemon that
runs on the same home."""
