"""Pictures off the event loop: bounded, once, and still there when a process dies."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator

import pytest

from bot.drawing import Drawing
from render import NoPicture, artist
from tests.support.positions import sample_view


@pytest.fixture
async def drawing() -> AsyncIterator[Drawing]:
    async with Drawing(1) as made:
        yield made


async def test_equal_pictures_are_drawn_once(drawing: Drawing) -> None:
    """Also when many ask at the same time; and the bytes are those drawn here."""
    views = [sample_view("midgame") for _ in range(5)]
    wanted = [drawing.board("high_crusade", view, theme="dark", size="frame") for view in views]
    made = await asyncio.gather(*wanted)
    assert drawing.asked == 5
    assert drawing.drawn == 1
    here = artist("high_crusade").board(views[0], theme="dark", size="frame")
    assert made == [here] * 5
    await drawing.board("high_crusade", views[0], theme="light", size="frame")
    assert drawing.drawn == 2
    with pytest.raises(NoPicture, match="huge"):
        await drawing.board("high_crusade", views[0], theme="dark", size="huge")
    card = await drawing.card("high_crusade", views[0], "Sir Roger", theme="dark")
    assert card.name == "leader-sir-roger.png"


async def test_a_process_that_dies_is_replaced(drawing: Drawing) -> None:
    """The picture comes all the same."""
    view = sample_view("opening")
    await drawing.board("high_crusade", view, theme="dark", size="frame")
    pool = drawing._pool
    assert pool is not None
    for worker in list(pool._processes):
        os.kill(worker, signal.SIGKILL)
    drawn = await drawing.board("high_crusade", view, theme="light", size="frame")
    assert drawn.data.startswith(b"\x89PNG")


async def test_what_is_kept_is_bounded() -> None:
    """Old pictures make room for new ones."""
    async with Drawing(1, kept=1) as small:
        view = sample_view("empty")
        await small.card("high_crusade", view, "Vorgash", theme="dark")
        await small.card("high_crusade", view, "Drusk", theme="dark")
        assert len(small._kept) == 1
