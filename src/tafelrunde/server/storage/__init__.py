"""Storage: the schema, the database, the log of every table, backups."""
