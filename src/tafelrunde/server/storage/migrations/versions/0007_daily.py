"""The daily deal: who plays which day's deal at which table."""
import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make its table."""
    op.create_table("daily",
        sa.Column("day", sa.String(length=10), nullable=False, comment="as 2026-11-16, in UTC"),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("user_id", sa.String(length=22), nullable=False),
        sa.Column("table_id", sa.String(length=22), nullable=False),
        sa.PrimaryKeyConstraint("day", "game", "user_id", name=op.f("pk_daily")),
        sa.UniqueConstraint("table_id", name=op.f("uq_daily_table_id")))
    op.create_index(op.f("ix_daily_user_id"), "daily", ["user_id"], unique=False)


def downgrade() -> None:
    """Forget who played; the games stay."""
    op.drop_table("daily")
