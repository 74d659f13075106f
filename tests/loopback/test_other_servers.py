"""A game belongs to its server: elsewhere nobody can look at it, not even by its name."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.loopback.people import House, house
from tests.loopback.server import Channel

ASKS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("board", {}),
    ("dossier", {}),
    ("help", {}),
    ("tour", {}),
    ("panel", {}),
    ("order", {"line": "done"}),
    ("odds", {"line": "done"}),
    ("game show", {}),
    ("game history", {}),
    ("game replay", {"entry": 0}),
    ("game export", {}),
    ("game verify", {}),
    ("game join", {}),
    ("game leave", {}),
    ("game undo", {}),
    ("game draw", {}),
    ("game resign", {}),
    ("game pause", {}),
    ("game substitute", {}),
)


@contextmanager
def elsewhere(here: House) -> Iterator[Channel]:
    """A channel of another server, on which the same people and the bot are too."""
    home, here.discord.guild = here.discord.guild, 700000000000000099
    try:
        yield here.discord.channel("another lobby")
    finally:
        here.discord.guild = home


async def test_on_another_server_a_game_is_not_there(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        game = await here.begin()
        with elsewhere(here) as there:
            for command, options in ASKS:
                real = await here.carol.runs(command, where=there, game=game, **options)
                none = await here.carol.runs(command, where=there, game="zzzzzz", **options)
                assert real.text.replace(game, "zzzzzz") == none.text, command
                assert "There is no game called" in real.text, (command, real.text)
            stolen = await here.carol.presses(here.card(), "Map", where=there)
            assert "There is no game called" in stolen.text
            assert game not in (await here.carol.runs("game list", where=there)).text
            assert await here.carol.types("game show", "game", "", where=there) == []
        assert "Ganth" in (await here.carol.runs("board", game=game)).text, "at home she may look"


async def test_the_same_in_direct_messages(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        game = await here.begin()
        mail = here.discord._dm(here.carol.id)
        for command, options in ASKS:
            answer = await here.carol.runs(command, where=mail, game=game, **options)
            assert "There is no game called" in answer.text, (command, answer.text)
        assert game not in (await here.carol.runs("game list", where=mail)).text


async def test_who_plays_sees_his_game_from_anywhere(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        game = await here.begin()
        with elsewhere(here) as there:
            assert "Ganth" in (await here.alice.runs("board", where=there, game=game)).text
            assert "Wersgorix: Bob" in (await here.bob.runs("game show", where=there, game=game)).text
        mail = here.discord._dm(here.alice.id)
        assert "Ganth" in (await here.alice.runs("board", where=mail, game=game)).text


async def test_who_has_a_seat_kept_for_him_may_take_it_from_anywhere(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        lobby = here.discord.lobby
        await here.alice.runs("game new", where=lobby, side="crusader", member=here.bob)
        await here.quiet()
        game = await here.game()
        mail = here.discord._dm(here.bob.id)
        joined = await here.bob.runs("game join", where=mail, game=game)
        assert "You are the Wersgorix" in joined.text


async def test_whoever_looks_after_another_server_has_no_keys_here(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        game = await here.begin()
        with elsewhere(here) as there:
            for command, options in (("freeze", {}), ("close", {}), ("reassign", {"side": "crusader"})):
                asked = await here.keeper.runs(f"referee {command}", where=there, game=game, **options)
                none = await here.keeper.runs(f"referee {command}", where=there, game="zzzzzz", **options)
                assert "There is no game called" in asked.text, command
                assert asked.text.replace(game, "zzzzzz") == none.text, command
