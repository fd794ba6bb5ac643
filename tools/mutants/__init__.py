"""Faults made on purpose, to see whether the tests find them: `make mutants` (CONTRIBUTING.md)."""
