"""Two indexes less to write with every order: nonces are random, and old receipts are looked for once a
day."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    with op.batch_alter_table("receipt") as batch_op:
        batch_op.drop_index("ix_receipt_at")
    if op.get_bind().dialect.name == "postgresql":
        op.drop_constraint("outbox_nonce_key", "outbox", type_="unique")
        return
    # SQLite cannot drop a constraint that has no name: the table is written anew.
    op.drop_index("outbox_lane", "outbox")
    op.rename_table("outbox", "old_outbox")
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
    )
    columns = "id, game, seq, address, viewer, topic, data, nonce, state, at"
    op.execute(f"INSERT INTO outbox SELECT {columns} FROM old_outbox")
    op.drop_table("old_outbox")
    op.create_index("outbox_lane", "outbox", ["state", "address", "id"])
