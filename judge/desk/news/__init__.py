"""What is told: results, statements, press, bundles of answers, charts and boards."""
