"""What keeps a judge running for years: watching it, backing it up, moving its data on."""
