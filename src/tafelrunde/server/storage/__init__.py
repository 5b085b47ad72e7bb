"""What is kept: the schema, the database, the log of every table, backups."""
