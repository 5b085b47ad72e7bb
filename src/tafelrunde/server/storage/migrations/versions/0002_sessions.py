"""Sessions are rows.

Cookies from before become one when they are first seen; `users.epoch` counts which are good.
"""
import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table("sessions",
        sa.Column("id", sa.String(length=22), nullable=False),
        sa.Column("user_id", sa.String(length=22), nullable=False),
        sa.Column("mark", sa.String(length=64), nullable=False, comment="SHA-256 of the token"),
        sa.Column("kind", sa.String(length=8), nullable=False, comment="browser, program or token"),
        sa.Column("scope", sa.String(length=4), nullable=False, comment="read, play or all"),
        sa.Column("name", sa.String(length=60), nullable=False, comment="the device, or what its person calls a token"),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
        sa.UniqueConstraint("mark", name=op.f("uq_sessions_mark")))
    op.create_index(op.f("ix_sessions_user_id"), "sessions", ["user_id"], unique=False)
    op.create_index(op.f("ix_sessions_used_at"), "sessions", ["used_at"], unique=False)


def downgrade() -> None:
    """Go back: everybody must log in again."""
    op.drop_index(op.f("ix_sessions_used_at"), table_name="sessions")
    op.drop_index(op.f("ix_sessions_user_id"), table_name="sessions")
    op.drop_table("sessions")
