"""A deadline: one phase is resolved and the next one opens."""
