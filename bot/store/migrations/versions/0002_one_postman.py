"""No leases on destinations: one process delivers for a door, and the lock that says so dies with it."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    with op.batch_alter_table("destination") as batch_op:
        batch_op.drop_column("worker")
        batch_op.drop_column("leased_until")
