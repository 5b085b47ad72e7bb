"""Tables on the web: one command on a laptop, the same program on PostgreSQL with many processes."""
