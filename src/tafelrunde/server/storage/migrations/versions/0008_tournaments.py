"""Tournaments: what was agreed, who takes part, the rounds that were drawn."""
import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make their tables."""
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(length=22), nullable=False),
        sa.Column("host", sa.String(length=22), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("seats", sa.SmallInteger(), nullable=False, comment="how many sit at a table where nobody is missing"),
        sa.Column("system", sa.String(length=11), nullable=False, comment="swiss or round_robin"),
        sa.Column("rounds", sa.SmallInteger(), nullable=False, comment="of a Swiss system; 0: until everybody has met"),
        sa.Column("clock", sa.Text(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("status", sa.String(length=8), nullable=False, comment="open, running, over or closed"),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=True),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournaments")))
    op.create_index(op.f("ix_tournaments_host"), "tournaments", ["host"])
    op.create_index(op.f("ix_tournaments_status_created_at_id"), "tournaments", ["status", "created_at", "id"])
    op.create_table(
        "entrants",
        sa.Column("tournament_id", sa.String(length=22), nullable=False),
        sa.Column("number", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.String(length=22), nullable=True),
        sa.Column("level", sa.String(length=20), nullable=True, comment="of a bot"),
        sa.Column("strength", sa.Float(), nullable=False, comment="by the ratings, when it came"),
        sa.Column("first", sa.SmallInteger(), nullable=False, comment="the first round it plays in"),
        sa.Column("last", sa.SmallInteger(), nullable=True, comment="the last one, of whoever has withdrawn"),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"]),
        sa.PrimaryKeyConstraint("tournament_id", "number", name=op.f("pk_entrants")),
        sa.UniqueConstraint("tournament_id", "user_id", name=op.f("uq_entrants_tournament_id_user_id")))
    op.create_index(op.f("ix_entrants_user_id"), "entrants", ["user_id"])
    op.create_table(
        "rounds",
        sa.Column("tournament_id", sa.String(length=22), nullable=False),
        sa.Column("number", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("drawn", sa.Text(), nullable=False, comment="the tables, by seat, and who sits out"),
        sa.Column("begun_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"]),
        sa.PrimaryKeyConstraint("tournament_id", "number", name=op.f("pk_rounds")))


def downgrade() -> None:
    """Forget them; their games stay."""
    op.drop_table("rounds")
    op.drop_table("entrants")
    op.drop_table("tournaments")
