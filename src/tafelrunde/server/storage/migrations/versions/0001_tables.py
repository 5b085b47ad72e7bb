"""The first schema."""
import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create everything."""
    op.create_table("blocks",
        sa.Column("user_id", sa.String(length=22), nullable=False),
        sa.Column("blocked", sa.String(length=22), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "blocked", name=op.f("pk_blocks")))
    op.create_table("chat",
        sa.Column("table_id", sa.String(length=22), nullable=False),
        sa.Column("n", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("key", sa.String(length=90), nullable=False),
        sa.Column("user_id", sa.String(length=22), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.String(length=500), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "n", name=op.f("pk_chat")),
        sa.UniqueConstraint("table_id", "key", name=op.f("uq_chat_table_id_key")))
    op.create_table("house",
        sa.Column("key", sa.String(length=40), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_house")))
    op.create_table("log",
        sa.Column("table_id", sa.String(length=22), nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=True),
        sa.Column("user_id", sa.String(length=22), nullable=True),
        sa.Column("key", sa.String(length=90), nullable=True,
                  comment="person and client's action id: nothing is done twice"),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("before", sa.String(length=16), nullable=True, comment="digest of the position before"),
        sa.Column("token", sa.String(length=16), nullable=False, comment="whose attempt to append this was"),
        sa.PrimaryKeyConstraint("table_id", "version", name=op.f("pk_log")),
        sa.UniqueConstraint("table_id", "key", name=op.f("uq_log_table_id_key")))
    op.create_table("mutes",
        sa.Column("table_id", sa.String(length=22), nullable=False),
        sa.Column("user_id", sa.String(length=22), nullable=False),
        sa.Column("muted", sa.String(length=22), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "user_id", "muted", name=op.f("pk_mutes")))
    op.create_table("orders",
        sa.Column("table_id", sa.String(length=22), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_orders")))
    op.create_table("push",
        sa.Column("endpoint", sa.String(length=1000), nullable=False),
        sa.Column("user_id", sa.String(length=22), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("endpoint", name=op.f("pk_push")))
    op.create_index(op.f("ix_push_user_id"), "push", ["user_id"], unique=False)
    op.create_table("ratings",
        sa.Column("subject", sa.String(length=30), nullable=False, comment="user:<id> or bot:<level>"),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("players", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("subject", "game", "players", name=op.f("pk_ratings")))
    op.create_table("reports",
        sa.Column("id", sa.String(length=22), nullable=False),
        sa.Column("user_id", sa.String(length=22), nullable=False),
        sa.Column("about", sa.String(length=22), nullable=False),
        sa.Column("table_id", sa.String(length=22), nullable=True),
        sa.Column("text", sa.String(length=2000), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")))
    op.create_table("tables",
        sa.Column("id", sa.String(length=22), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("players", sa.SmallInteger(), nullable=False),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("secret", sa.String(length=64), nullable=False, comment="what all chance follows from"),
        sa.Column("invite", sa.String(length=22), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=True),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.Column("deadline", sa.BigInteger(), nullable=True, comment="when the next clock runs out"),
        sa.Column("pending", sa.Integer(), nullable=False, comment="bit set of the seats that must decide"),
        sa.Column("decisions", sa.Integer(), nullable=False),
        sa.Column("bots_due", sa.Boolean(), nullable=False, comment="whether a bot must decide"),
        sa.Column("nudged_at", sa.BigInteger(), server_default="0", nullable=False,
                  comment="when a bot's turn was last asked for again"),
        sa.Column("result", sa.Text(), nullable=True, comment="scores, ranking and ratings when it is over"),
        sa.Column("settled", sa.Boolean(), server_default=sa.false(), nullable=False,
                  comment="whether results and ratings are written"),
        sa.Column("rematch", sa.String(length=22), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")))
    op.create_index(op.f("ix_tables_deadline"), "tables", ["deadline"], unique=False)
    op.create_index(op.f("ix_tables_status_bots_due"), "tables", ["status", "bots_due"], unique=False)
    op.create_index(op.f("ix_tables_status_listed_created_at"), "tables", ["status", "listed", "created_at"], unique=False)
    op.create_index(op.f("ix_tables_status_settled"), "tables", ["status", "settled"], unique=False)
    op.create_table("users",
        sa.Column("id", sa.String(length=22), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=True),
        sa.Column("password", sa.String(length=200), nullable=True),
        sa.Column("lang", sa.String(length=2), nullable=True),
        sa.Column("settings", sa.Text(), server_default="{}", nullable=False),
        sa.Column("epoch", sa.Integer(), server_default="0", nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("merged", sa.String(length=22), nullable=True, comment="the account that a guest's games went to"),
        sa.Column("deleted", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_users")),
        sa.UniqueConstraint("email", name=op.f("uq_users_email")))
    op.create_table("seats",
        sa.Column("table_id", sa.String(length=22), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("user_id", sa.String(length=22), nullable=True),
        sa.Column("level", sa.String(length=20), nullable=True),
        sa.Column("place", sa.SmallInteger(), nullable=True),
        sa.Column("score", sa.Integer(), nullable=True),
        sa.Column("before", sa.Float(), nullable=True, comment="shown rating before the game"),
        sa.Column("after", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], ),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_seats")))
    op.create_index(op.f("ix_seats_user_id"), "seats", ["user_id"], unique=False)
