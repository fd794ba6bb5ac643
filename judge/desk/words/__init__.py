"""What each word of the correspondence does."""
