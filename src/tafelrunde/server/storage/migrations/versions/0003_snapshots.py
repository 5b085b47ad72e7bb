"""Snapshots of tables."""
import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One snapshot per table; without it the log is played from its beginning."""
    op.create_table("snapshots",
        sa.Column("table_id", sa.String(length=22), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("made_with", sa.String(length=60), nullable=False, comment="the rules and the code that it belongs to"),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_snapshots")))


def downgrade() -> None:
    """Forget them: the logs are whole."""
    op.drop_table("snapshots")
