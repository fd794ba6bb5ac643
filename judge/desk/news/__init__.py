"""What is told: results, statements, press, digests, the state of health, charts and boards."""
