"""The archive of finished games.

The server puts games that are over already into it, a few at a time.
"""
import unicodedata

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make its tables, and names that can be searched for."""
    op.add_column("users", sa.Column("folded", sa.String(length=120), server_default="", nullable=False,
                                     comment="the name as it is searched for"))
    users = sa.table("users", sa.column("id"), sa.column("name"), sa.column("folded"))
    connection = op.get_bind()
    for id_, name in connection.execute(sa.select(users.c.id, users.c.name).where(users.c.name != "")).all():
        connection.execute(sa.update(users).where(users.c.id == id_).values(folded=_folded(name)))
    op.add_column("tables", sa.Column("archived", sa.Boolean(), server_default=sa.false(), nullable=False,
                                      comment="whether the archive has it"))
    op.create_index(op.f("ix_tables_status_archived"), "tables", ["status", "archived"], unique=False)
    op.create_table("archive",
        sa.Column("table_id", sa.String(length=22), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False, comment="whether everybody may find it"),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("players", sa.SmallInteger(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("decisions", sa.Integer(), nullable=False),
        sa.Column("best", sa.Integer(), nullable=False, comment="the winner's points"),
        sa.Column("shared", sa.Boolean(), nullable=False, comment="whether several came first"),
        sa.Column("ended_at", sa.BigInteger(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False, comment="zlib in Base64; without names, which are those of today"),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_archive")))
    op.create_index(op.f("ix_archive_public_ended_at_table_id"), "archive", ["public", "ended_at", "table_id"], unique=False)
    op.create_index(op.f("ix_archive_public_game_ended_at"), "archive", ["public", "game", "ended_at"], unique=False)
    op.create_table("archive_options",
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("value", sa.String(length=60), nullable=False),
        sa.Column("table_id", sa.String(length=22), nullable=False),
        sa.PrimaryKeyConstraint("name", "value", "table_id", name=op.f("pk_archive_options")))


def _folded(name: str) -> str:
    split = unicodedata.normalize("NFKD", name.casefold())
    return "".join(c for c in split if not unicodedata.combining(c))[:120]


def downgrade() -> None:
    """Forget it: the logs are whole."""
    op.drop_table("archive_options")
    op.drop_table("archive")
    op.drop_index(op.f("ix_tables_status_archived"), table_name="tables")
    op.drop_column("tables", "archived")
    op.drop_column("users", "folded")
