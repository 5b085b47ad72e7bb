"""The table server: one command on a laptop, or many processes on PostgreSQL."""
