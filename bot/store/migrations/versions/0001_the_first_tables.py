"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "destination",
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("parked", sa.String(), nullable=True),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("failing_since", sa.Float(), nullable=False),
        sa.Column("next_try", sa.Float(), nullable=False),
        sa.Column("worker", sa.String(), nullable=False),
        sa.Column("leased_until", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("address"),
    )
    op.create_table(
        "game",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("content", sa.String(), nullable=False),
        sa.Column("commitment", sa.String(), nullable=False),
        sa.Column("options", sa.String(), nullable=False),
        sa.Column("stage", sa.String(), nullable=False),
        sa.Column("frozen", sa.String(), nullable=True),
        sa.Column("server", sa.String(), nullable=False),
        sa.Column("admins", sa.String(), nullable=False),
        sa.Column("begun", sa.Float(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("game") as batch_op:
        batch_op.create_index("ix_game_server", ["server"], unique=False)
        batch_op.create_index("ix_game_stage", ["stage"], unique=False)

    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("viewer", sa.String(), nullable=False),
        sa.Column("topic", sa.String(), nullable=False),
        sa.Column("data", sa.String(), nullable=False),
        sa.Column("nonce", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("nonce"),
    )
    with op.batch_alter_table("outbox") as batch_op:
        batch_op.create_index("outbox_lane", ["state", "address", "id"], unique=False)

    op.create_table(
        "player",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("door", sa.String(), nullable=False),
        sa.Column("handle", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("joined", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("door", "handle"),
    )
    op.create_table(
        "receipt",
        sa.Column("ref", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("answer", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("ref"),
    )
    with op.batch_alter_table("receipt") as batch_op:
        batch_op.create_index("ix_receipt_at", ["at"], unique=False)

    op.create_table(
        "timer",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("due", sa.Float(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("data", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("timer") as batch_op:
        batch_op.create_index("ix_timer_due", ["due"], unique=False)
        batch_op.create_index("ix_timer_game", ["game"], unique=False)

    op.create_table(
        "entry",
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("body", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game"],
            ["game.id"],
        ),
        sa.PrimaryKeyConstraint("game", "seq"),
    )
    op.create_table(
        "listener",
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("viewer", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game"],
            ["game.id"],
        ),
        sa.PrimaryKeyConstraint("game", "address", "viewer"),
    )
    op.create_table(
        "preference",
        sa.Column("player", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player"],
            ["player.id"],
        ),
        sa.PrimaryKeyConstraint("player", "key"),
    )
    op.create_table(
        "seat",
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("player", sa.String(), nullable=True),
        sa.Column("word", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game"],
            ["game.id"],
        ),
        sa.ForeignKeyConstraint(
            ["player"],
            ["player.id"],
        ),
        sa.PrimaryKeyConstraint("game", "seat"),
    )
    with op.batch_alter_table("seat") as batch_op:
        batch_op.create_index("ix_seat_player", ["player"], unique=False)

    op.create_table(
        "seed",
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("seed", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game"],
            ["game.id"],
        ),
        sa.PrimaryKeyConstraint("game"),
    )
    op.create_table(
        "snapshot",
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("hash", sa.String(), nullable=False),
        sa.Column("body", sa.String(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game"],
            ["game.id"],
        ),
        sa.PrimaryKeyConstraint("game"),
    )
    op.create_table(
        "undo_request",
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("to", sa.Integer(), nullable=False),
        sa.Column("head", sa.Integer(), nullable=False),
        sa.Column("agreed", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game"],
            ["game.id"],
        ),
        sa.PrimaryKeyConstraint("game"),
    )
