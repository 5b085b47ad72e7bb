"""Alembic runs the migrations on the connection that it is given."""
from alembic import context

from tafelrunde.server.storage.schema import meta

context.configure(connection=context.config.attributes["connection"], target_metadata=meta, render_as_batch=True)
context.run_migrations()
