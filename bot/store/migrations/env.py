"""What Alembic runs: always on a connection that `bot.store.migrate` hands over, inside its transaction."""

from alembic import context
from sqlmodel import SQLModel

import bot.store.tables  # noqa: F401  (fills the metadata)

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=SQLModel.metadata,
    render_as_batch=True,
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
