"""The tables of the database.  The log is the truth about a match; the rest of `tables` and `seats`
follows from it.
"""
from __future__ import annotations

import sqlalchemy as sa

meta = sa.MetaData(naming_convention={
    "ix": "ix_%(table_name)s_%(column_0_N_name)s", "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s"})

ID = sa.String(22)
MS = sa.BigInteger()
"""A time in milliseconds since 1970."""

house = sa.Table(
    "house", meta,
    sa.Column("key", sa.String(40), primary_key=True),
    sa.Column("value", sa.Text, nullable=False))

users = sa.Table(
    "users", meta,
    sa.Column("id", ID, primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("folded", sa.String(120), nullable=False, server_default="", comment="the name as it is searched for"),
    sa.Column("email", sa.String(254), unique=True),
    sa.Column("password", sa.String(200)),
    sa.Column("lang", sa.String(2)),
    sa.Column("settings", sa.Text, nullable=False, server_default="{}"),
    sa.Column("epoch", sa.Integer, nullable=False, server_default="0"),
    sa.Column("created_at", MS, nullable=False),
    sa.Column("merged", ID, comment="the account that a guest's games went to"),
    sa.Column("deleted", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false(), comment="whether the profile is nobody else's"),
    sa.Column("here_at", MS, nullable=False, server_default="0", comment="when a connection of theirs was last seen"))

sessions = sa.Table(
    "sessions", meta,
    sa.Column("id", ID, primary_key=True),
    sa.Column("user_id", ID, nullable=False, index=True),
    sa.Column("mark", sa.String(64), nullable=False, unique=True, comment="SHA-256 of the token"),
    sa.Column("kind", sa.String(8), nullable=False, comment="browser, program or token"),
    sa.Column("scope", sa.String(4), nullable=False, comment="read, play or all"),
    sa.Column("name", sa.String(60), nullable=False, comment="the device, or what its person calls a token"),
    sa.Column("created_at", MS, nullable=False),
    sa.Column("used_at", MS, nullable=False, index=True))

tables = sa.Table(
    "tables", meta,
    sa.Column("id", ID, primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("players", sa.SmallInteger, nullable=False),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("spectators", sa.Boolean, nullable=False, server_default=sa.true(), comment="whether others may watch"),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("secret", sa.String(64), nullable=False, comment="what all chance follows from"),
    sa.Column("invite", ID, nullable=False),
    sa.Column("created_at", MS, nullable=False),
    sa.Column("started_at", MS),
    sa.Column("ended_at", MS),
    sa.Column("changed_at", MS, nullable=False),
    sa.Column("deadline", MS, comment="when the next clock runs out"),
    sa.Column("pending", sa.Integer, nullable=False, comment="bit set of the seats that must decide"),
    sa.Column("decisions", sa.Integer, nullable=False),
    sa.Column("bots_due", sa.Boolean, nullable=False, comment="whether a bot must decide"),
    sa.Column("nudged_at", MS, nullable=False, server_default="0", comment="when a bot's turn was last asked for again"),
    sa.Column("result", sa.Text, comment="scores, ranking and ratings when it is over"),
    sa.Column("settled", sa.Boolean, nullable=False, server_default=sa.false(),
              comment="whether results and ratings are written"),
    sa.Column("archived", sa.Boolean, nullable=False, server_default=sa.false(), comment="whether the archive has it"),
    sa.Column("rematch", ID),
    sa.Index(None, "status", "listed", "created_at"),
    sa.Index(None, "deadline"),
    sa.Index(None, "status", "bots_due"),
    sa.Index(None, "status", "settled"),
    sa.Index(None, "status", "archived"))

seats = sa.Table(
    "seats", meta,
    sa.Column("table_id", ID, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.SmallInteger, primary_key=True),
    sa.Column("user_id", ID, index=True),
    sa.Column("level", sa.String(20)),
    sa.Column("place", sa.SmallInteger),
    sa.Column("score", sa.Integer),
    sa.Column("before", sa.Float, comment="shown rating before the game"),
    sa.Column("after", sa.Float),
    sa.Column("opening", sa.String(200), comment="what the seat opened with, as the record writes it; null: not looked at yet"))

has_room = sa.select(seats.c.seat).where(
    seats.c.table_id == tables.c.id, seats.c.user_id.is_(None), seats.c.level.is_(None)).exists()
"""The condition that a table has a free seat."""

archive = sa.Table(
    "archive", meta,
    sa.Column("table_id", ID, primary_key=True),
    sa.Column("public", sa.Boolean, nullable=False, comment="whether everybody may find it"),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("players", sa.SmallInteger, nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("decisions", sa.Integer, nullable=False),
    sa.Column("best", sa.Integer, nullable=False, comment="the winner's points"),
    sa.Column("shared", sa.Boolean, nullable=False, comment="whether several came first"),
    sa.Column("ended_at", MS, nullable=False),
    sa.Column("record", sa.Text, nullable=False, comment="zlib in Base64; without names, which are those of today"),
    sa.Index(None, "public", "ended_at", "table_id"),
    sa.Index(None, "public", "game", "ended_at"))

archive_options = sa.Table(
    "archive_options", meta,
    sa.Column("name", sa.String(60), primary_key=True),
    sa.Column("value", sa.String(60), primary_key=True),
    sa.Column("table_id", ID, primary_key=True))

tournaments = sa.Table(
    "tournaments", meta,
    sa.Column("id", ID, primary_key=True),
    sa.Column("host", ID, nullable=False, index=True),
    sa.Column("name", sa.String(60), nullable=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("seats", sa.SmallInteger, nullable=False, comment="how many sit at a table where nobody is missing"),
    sa.Column("system", sa.String(11), nullable=False, comment="swiss or round_robin"),
    sa.Column("rounds", sa.SmallInteger, nullable=False, comment="of a Swiss system; 0: until everybody has met"),
    sa.Column("clock", sa.Text, nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("status", sa.String(8), nullable=False, comment="open, running, over or closed"),
    sa.Column("created_at", MS, nullable=False),
    sa.Column("started_at", MS),
    sa.Column("ended_at", MS),
    sa.Index(None, "status", "created_at", "id"))

entrants = sa.Table(
    "entrants", meta,
    sa.Column("tournament_id", ID, sa.ForeignKey("tournaments.id"), primary_key=True),
    sa.Column("number", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("user_id", ID, index=True),
    sa.Column("level", sa.String(20), comment="of a bot"),
    sa.Column("strength", sa.Float, nullable=False, comment="by the ratings, when it came"),
    sa.Column("first", sa.SmallInteger, nullable=False, comment="the first round it plays in"),
    sa.Column("last", sa.SmallInteger, comment="the last one, of whoever has withdrawn"),
    sa.UniqueConstraint("tournament_id", "user_id"))

rounds = sa.Table(
    "rounds", meta,
    sa.Column("tournament_id", ID, sa.ForeignKey("tournaments.id"), primary_key=True),
    sa.Column("number", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("drawn", sa.Text, nullable=False, comment="the tables, by seat, and who sits out"),
    sa.Column("begun_at", MS, nullable=False))

log = sa.Table(
    "log", meta,
    sa.Column("table_id", ID, primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("seat", sa.SmallInteger),
    sa.Column("user_id", ID),
    sa.Column("key", sa.String(90), comment="person and client's action id: nothing is done twice"),
    sa.Column("at", MS, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("before", sa.String(16), comment="digest of the position before"),
    sa.Column("token", sa.String(16), nullable=False, comment="whose attempt to append this was"),
    sa.UniqueConstraint("table_id", "key"))

snapshots = sa.Table(
    "snapshots", meta,
    sa.Column("table_id", ID, primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("made_with", sa.String(60), nullable=False, comment="the rules and the code that it belongs to"),
    sa.Column("body", sa.LargeBinary, nullable=False))

orders = sa.Table(
    "orders", meta,
    sa.Column("table_id", ID, primary_key=True),
    sa.Column("seat", sa.SmallInteger, primary_key=True),
    sa.Column("body", sa.Text, nullable=False))

chat = sa.Table(
    "chat", meta,
    sa.Column("table_id", ID, primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("key", sa.String(90), nullable=False),
    sa.Column("user_id", ID, nullable=False),
    sa.Column("seat", sa.SmallInteger),
    sa.Column("at", MS, nullable=False),
    sa.Column("text", sa.String(500), nullable=False),
    sa.Column("version", sa.Integer, nullable=False, server_default="0", comment="of the table, when it was said"),
    sa.Column("gallery", sa.Boolean, nullable=False, server_default=sa.false(), comment="whether it was said among spectators"),
    sa.UniqueConstraint("table_id", "key"))

blocks = sa.Table(
    "blocks", meta,
    sa.Column("user_id", ID, primary_key=True),
    sa.Column("blocked", ID, primary_key=True))

follows = sa.Table(
    "follows", meta,
    sa.Column("user_id", ID, primary_key=True),
    sa.Column("followed", ID, primary_key=True, index=True))

notes = sa.Table(
    "notes", meta,
    sa.Column("user_id", ID, primary_key=True),
    sa.Column("about", ID, primary_key=True, index=True),
    sa.Column("text", sa.String(1000), nullable=False))

challenges = sa.Table(
    "challenges", meta,
    sa.Column("table_id", ID, primary_key=True),
    sa.Column("to_id", ID, primary_key=True, index=True),
    sa.Column("from_id", ID, nullable=False, index=True),
    sa.Column("at", MS, nullable=False),
    sa.Column("declined", sa.Boolean, nullable=False, server_default=sa.false()))

daily = sa.Table(
    "daily", meta,
    sa.Column("day", sa.String(10), primary_key=True, comment="as 2026-11-16, in UTC"),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("user_id", ID, primary_key=True, index=True),
    sa.Column("table_id", ID, nullable=False, unique=True))

mutes = sa.Table(
    "mutes", meta,
    sa.Column("table_id", ID, primary_key=True),
    sa.Column("user_id", ID, primary_key=True),
    sa.Column("muted", ID, primary_key=True))

reports = sa.Table(
    "reports", meta,
    sa.Column("id", ID, primary_key=True),
    sa.Column("user_id", ID, nullable=False),
    sa.Column("about", ID, nullable=False),
    sa.Column("table_id", ID),
    sa.Column("text", sa.String(2000), nullable=False),
    sa.Column("at", MS, nullable=False))

ratings = sa.Table(
    "ratings", meta,
    sa.Column("subject", sa.String(30), primary_key=True, comment="user:<id> or bot:<level>"),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("players", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False))

push = sa.Table(
    "push", meta,
    sa.Column("endpoint", sa.String(1000), primary_key=True),
    sa.Column("user_id", ID, nullable=False, index=True),
    sa.Column("body", sa.Text, nullable=False))
