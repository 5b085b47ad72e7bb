"""Spectators: who may watch, and what is said among them."""
import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the columns; older tables have what was agreed in the first entry of their logs."""
    op.add_column("tables", sa.Column("spectators", sa.Boolean(), server_default=sa.true(), nullable=False,
                                      comment="whether others may watch"))
    op.execute(sa.text("UPDATE tables SET spectators = false WHERE id IN "
                       "(SELECT table_id FROM log WHERE version = 1 AND body LIKE :private)")
               .bindparams(private='%"spectators":false%'))
    op.add_column("chat", sa.Column("version", sa.Integer(), server_default="0", nullable=False,
                                    comment="of the table, when it was said"))
    op.add_column("chat", sa.Column("gallery", sa.Boolean(), server_default=sa.false(), nullable=False,
                                    comment="whether it was said among spectators"))


def downgrade() -> None:
    """Forget them, and what spectators of running games have said: nobody would keep it from the
    players.
    """
    op.execute(sa.text("DELETE FROM chat WHERE gallery AND table_id IN "
                       "(SELECT id FROM tables WHERE status IN ('running', 'held'))"))
    op.drop_column("chat", "gallery")
    op.drop_column("chat", "version")
    op.drop_column("tables", "spectators")
