"""The currency market, one kit for every game that has it; MarketRules says what differs (M)."""
