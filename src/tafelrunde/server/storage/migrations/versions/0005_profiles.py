"""Profiles, which may be hidden, and openings of finished games.

The server reads the openings from the games' records, a few at a time.
"""
import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make their columns."""
    op.add_column("users", sa.Column("hidden", sa.Boolean(), server_default=sa.false(), nullable=False,
                                     comment="whether the profile is nobody else's"))
    op.add_column("seats", sa.Column("opening", sa.String(length=200), nullable=True,
                                     comment="what the seat opened with, as the record writes it; null: not looked at yet"))


def downgrade() -> None:
    """Forget them: the records are whole."""
    op.drop_column("seats", "opening")
    op.drop_column("users", "hidden")
