"""People whom one follows, notes on them, challenges, and who is here."""
import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make their tables."""
    op.add_column("users", sa.Column("here_at", sa.BigInteger(), server_default="0", nullable=False,
                                     comment="when a connection of theirs was last seen"))
    op.create_table("follows",
        sa.Column("user_id", sa.String(length=22), nullable=False),
        sa.Column("followed", sa.String(length=22), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "followed", name=op.f("pk_follows")))
    op.create_index(op.f("ix_follows_followed"), "follows", ["followed"], unique=False)
    op.create_table("notes",
        sa.Column("user_id", sa.String(length=22), nullable=False),
        sa.Column("about", sa.String(length=22), nullable=False),
        sa.Column("text", sa.String(length=1000), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "about", name=op.f("pk_notes")))
    op.create_index(op.f("ix_notes_about"), "notes", ["about"], unique=False)
    op.create_table("challenges",
        sa.Column("table_id", sa.String(length=22), nullable=False),
        sa.Column("to_id", sa.String(length=22), nullable=False),
        sa.Column("from_id", sa.String(length=22), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("declined", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "to_id", name=op.f("pk_challenges")))
    op.create_index(op.f("ix_challenges_from_id"), "challenges", ["from_id"], unique=False)
    op.create_index(op.f("ix_challenges_to_id"), "challenges", ["to_id"], unique=False)


def downgrade() -> None:
    """Forget them."""
    for table in ("challenges", "notes", "follows"):
        op.drop_table(table)
    op.drop_column("users", "here_at")
