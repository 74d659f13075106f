"""Being the only one: a claim that no two processes hold at once, and that ends with the process that held
it."""

import os
import zlib
from pathlib import Path
from typing import IO, Protocol

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.faults import judged
from bot.store.store import Store

try:
    import fcntl
except ImportError:  # Windows: there the file cannot be deleted or opened twice for writing anyway
    fcntl = None  # type: ignore[assignment]


class Claim(Protocol):
    """Something that this process alone holds."""

    async def held(self) -> bool:
        """Whether it still does: a lost connection to the server ends a claim."""
        ...

    async def release(self) -> None:
        """Let others have it."""
        ...


class _FileClaim:
    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    async def held(self) -> bool:
        return True

    async def release(self) -> None:
        self._file.close()


class _ServerClaim:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def held(self) -> bool:
        try:
            await self._connection.execute(text("SELECT 1"))
        except Exception as error:
            if judged(error) is None:
                raise
            return False
        return True

    async def release(self) -> None:
        # The lock belongs to the connection, and must end with it rather than go back to the pool.
        try:
            await self._connection.invalidate()
        finally:
            await self._connection.close()


async def claim(store: Store, name: str) -> Claim | None:
    """Try to be the only one of that name at this store; None when somebody else is."""
    if store.file is not None:
        return _claim_file(store.file.with_name(f"{store.file.name}.{name}.lock"))
    assert store.engine is not None
    number = zlib.crc32(f"farspeaker/{name}".encode())
    connection: AsyncConnection | None = None
    try:
        connection = await store.engine.connect()
        connection = await connection.execution_options(isolation_level="AUTOCOMMIT")
        got = await connection.execute(text("SELECT pg_try_advisory_lock(:number)"), {"number": number})
        if got.scalar_one():
            return _ServerClaim(connection)
    except Exception as error:
        if connection is not None:
            await connection.close()
        raise judged(error) or error from error
    await connection.close()
    return None


def _claim_file(path: Path) -> Claim | None:
    # Closed by release(), or by the system when the process ends, however it ends.
    file = open(path, "ab")  # noqa: SIM115
    if fcntl is not None:
        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            return None
    os.set_inheritable(file.fileno(), False)
    return _FileClaim(file)
