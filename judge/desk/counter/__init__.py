"""Where a letter is received, its writer is recognised, and it is answered."""
