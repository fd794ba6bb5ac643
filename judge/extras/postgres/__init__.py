"""Several judges on one store: the engine for a PostgreSQL server, and where their letters wait meanwhile."""
