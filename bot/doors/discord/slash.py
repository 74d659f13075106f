"""The slash commands: each says what it wants of the desk, and no more."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, Final

import discord
from discord import app_commands

from bot import games as registry
from bot.desk.counter import COMPUTER, seat_title
from bot.desk.helping import SETTINGS
from bot.desk.reply import Person, Reply, plain
from bot.desk.setting_up import Wish, known_games
from bot.doors.discord import limits
from bot.doors.discord.buttons import SheetForm
from bot.doors.discord.client import DOOR, Door, named_game
from bot.doors.discord.courier import PUBLIC, USER, address_of
from bot.doors.discord.layout import cut
from bot.doors.discord.rooms import open_thread, room
from bot.doors.discord.shorthand import GOES_ON
from bot.errors import UserError
from bot.store.faults import NotRecorded

Act = discord.Interaction[Any]
OPPONENTS: Final = {"anyone": "anyone", COMPUTER: "the computer"}
"""Whom one can play against besides a member: what it is called, and how it reads."""

Completer = Callable[[Door, Act, str], Awaitable[list[app_commands.Choice[str]]]]


def register(tree: app_commands.CommandTree[Any], door: Door) -> None:
    """Every command there is."""
    tree.add_command(_game_group(door))
    tree.add_command(_referee_group(door))
    for command in (*_playing(door), *_looking(door)):
        tree.add_command(command)


def _in_time(complete: Completer) -> Completer:
    """Choices cannot be put off as answers can: what takes too long is offered with the next letter typed."""

    @wraps(complete)
    async def completed(door: Door, interaction: Act, typed: str) -> list[app_commands.Choice[str]]:
        try:
            async with asyncio.timeout(limits.CHOICES_IN):
                return await complete(door, interaction, typed)
        except (TimeoutError, UserError, NotRecorded):
            return []

    return completed


@_in_time
async def _ours(door: Door, interaction: Act, typed: str) -> list[app_commands.Choice[str]]:
    """Games of this server, or of this person in direct messages."""
    person = door.person(interaction)
    store = door.desk.referee.store
    if interaction.guild_id is not None:
        rows = await store.games(server=person.server)
    else:
        rows = await store.games(player=await door.desk.player_id(person))
    named = [(row.id, f"{row.name} ({row.id}, {row.stage})") for row in rows]
    fits = [one for one in named if typed.casefold() in one[1].casefold()]
    return [
        app_commands.Choice(name=cut(words, limits.CHOICE_TEXT), value=game)
        for game, words in fits[: limits.CHOICES]
    ]


@_in_time
async def _sides(door: Door, interaction: Act, typed: str) -> list[app_commands.Choice[str]]:
    """The seats of the game that is meant."""
    game = await door.game_here(interaction, getattr(interaction.namespace, "game", "") or "")
    seats = (await door.desk.referee.info(game)).seats
    return [app_commands.Choice(name=seat_title(one.seat), value=one.seat) for one in seats]


# -- /game --------------------------------------------------------------------------------------------------


def _game_group(door: Door) -> app_commands.Group:
    group = app_commands.Group(name="game", description="Begin, join and look after games")
    games = [app_commands.Choice(name=title, value=key) for key, title in known_games()]

    @group.command(name="new", description="Begin a game in a thread of its own")
    @app_commands.describe(
        game="Which game",
        scenario="Which scenario, in a game that has several",
        side="Which side you play",
        opponent="anyone, or the computer",
        member="Or a member of this server",
        word="A word of yours for the dice",
        name="What to call it",
    )
    @app_commands.choices(
        game=games,
        opponent=[app_commands.Choice(name=words, value=value) for value, words in OPPONENTS.items()],
    )
    @app_commands.guild_only()
    async def new(
        interaction: Act,
        game: str = registry.default(),
        scenario: str = "",
        side: str = "",
        opponent: str = "anyone",
        member: discord.Member | None = None,
        word: str = "",
        name: str = "",
    ) -> None:
        whom = str(member.id) if member is not None else opponent
        wish = Wish(game, name, side, whom, word, {"scenario": scenario} if scenario else {})

        async def work(person: Person, ref: str) -> Reply:
            if member is None and opponent not in OPPONENTS:
                raise UserError(f"There is no opponent {opponent!r}; there are: {', '.join(OPPONENTS)}.")
            if member is not None and member.bot:
                raise UserError("A bot cannot take a seat; opponent:the computer plays against me.")
            return await _open(door, interaction, person, wish, ref)

        await door.answer(interaction, work)

    def asked_for(interaction: Act) -> str:
        return getattr(interaction.namespace, "game", None) or registry.default()

    @new.autocomplete("side")
    async def sides(interaction: Act, typed: str) -> list[app_commands.Choice[str]]:
        seats = door.desk.referee.rules(asked_for(interaction)).seats
        return [app_commands.Choice(name=seat.capitalize(), value=seat) for seat in seats]

    @new.autocomplete("scenario")
    async def scenarios(interaction: Act, typed: str) -> list[app_commands.Choice[str]]:
        key = asked_for(interaction)
        found = registry.box(key).choices(door.desk.referee.rules(key)).get("scenario", {})
        return [
            app_commands.Choice(name=cut(f"{name}: {words}", limits.CHOICE_TEXT), value=name)
            for name, words in found.items()
        ]

    @group.command(name="join", description="Take an open seat")
    @app_commands.describe(game="Which game", side="Which seat", word="A word of yours for the dice")
    async def join(interaction: Act, game: str = "", side: str = "", word: str = "") -> None:
        async def work(person: Person, ref: str) -> Reply:
            here = await door.game_here(interaction, game)
            address = address_of(USER, interaction.user.id)
            return await door.desk.join(person, here, side, address=address, word=word, ref=ref)

        await door.answer(interaction, work)

    @join.autocomplete("side")
    async def open_sides(interaction: Act, typed: str) -> list[app_commands.Choice[str]]:
        return await _sides(door, interaction, typed)

    @group.command(name="list", description="The games of this server")
    @app_commands.describe(mine="Only those you play in")
    async def list_(interaction: Act, mine: bool = False) -> None:
        await door.answer(interaction, lambda person, _: door.desk.games(person, mine=mine))

    async def about(interaction: Act, game: str, what: str, **more: Any) -> None:
        async def work(person: Person, ref: str) -> Reply:
            here = await door.game_here(interaction, game)
            if what in ("leave", "undo", "draw", "resign", "substitute"):
                more["ref"] = ref
            reply: Reply = await getattr(door.desk, what)(person, here, **more)
            return reply

        await door.answer(interaction, work)

    @group.command(name="leave", description="Give up your seat; the game goes on with whoever takes it")
    async def leave(interaction: Act, game: str = "") -> None:
        await about(interaction, game, "leave")

    @group.command(name="show", description="Seats, state and the seal of the dice")
    async def show(interaction: Act, game: str = "") -> None:
        await about(interaction, game, "show")

    @group.command(name="history", description="What has happened, as you were told")
    @app_commands.describe(count="How many entries")
    async def history(interaction: Act, game: str = "", count: app_commands.Range[int, 1, 100] = 15) -> None:
        await about(interaction, game, "history", count=count)

    @group.command(name="replay", description="The position after an entry, as you saw it")
    @app_commands.describe(entry="The number of the entry")
    async def replay(
        interaction: Act, entry: app_commands.Range[int, 0, 100_000] = 0, game: str = ""
    ) -> None:
        await about(interaction, game, "replay", seq=entry)

    @group.command(name="undo", description="Take back your last order, or ask for it")
    async def undo(interaction: Act, game: str = "") -> None:
        await about(interaction, game, "undo")

    @group.command(name="draw", description="Offer a draw, or agree to one")
    async def draw(interaction: Act, game: str = "") -> None:
        await about(interaction, game, "draw")

    @group.command(name="resign", description="Give up (you are asked once more)")
    async def resign(interaction: Act, game: str = "") -> None:
        await about(interaction, game, "resign")

    @group.command(name="substitute", description="Hand your seat to somebody else")
    @app_commands.describe(member="Who is to take it; left empty: anyone")
    async def substitute(interaction: Act, member: discord.Member | None = None, game: str = "") -> None:
        await about(interaction, game, "substitute", handle=str(member.id) if member else "")

    @group.command(name="pause", description="Stop the game for a while, or go on")
    @app_commands.describe(resume="Go on")
    async def pause(interaction: Act, resume: bool = False, game: str = "") -> None:
        await about(interaction, game, "pause", resume=resume)

    @group.command(name="export", description="The log as a file that anybody can check")
    async def export(interaction: Act, game: str = "") -> None:
        await about(interaction, game, "export")

    @group.command(name="verify", description="Check every hash, die and order of the log")
    async def verify(interaction: Act, game: str = "") -> None:
        await about(interaction, game, "verify")

    named: tuple[Any, ...] = (
        join,
        leave,
        show,
        history,
        replay,
        undo,
        draw,
        resign,
        substitute,
        pause,
        export,
        verify,
    )
    for command in named:
        _complete_game(door, command)
    return group


async def _open(door: Door, interaction: Act, person: Person, wish: Wish, ref: str) -> Reply:
    """A thread (or a forum post) and the game in it."""
    await door.desk.may_open(person, wish)
    where = await room(door, interaction)
    title = wish.name or door.desk.referee.rules(wish.key).title
    thread = await open_thread(where, title)
    reply = await door.desk.new(
        person,
        wish,
        channels=(address_of(PUBLIC, thread.id),),
        address=address_of(USER, interaction.user.id),
        ref=ref,
    )
    if not reply.data.get("game"):
        await thread.delete()
        return reply
    if wish.opponent not in OPPONENTS:
        await thread.send(
            f"<@{int(wish.opponent)}> you are asked to play. The button on the card takes your seat.",
            allowed_mentions=discord.AllowedMentions(users=[discord.Object(int(wish.opponent))]),
        )
    return reply.led_by(plain(f"It is played in the thread “{thread.name}”.").blocks[0])


# -- playing ------------------------------------------------------------------------------------------------


def _playing(door: Door) -> list[app_commands.Command[Any, ..., Any]]:
    @app_commands.command(name="order", description="Give an order; it completes itself as you type")
    @app_commands.describe(
        line="The order; ! at the end: do not ask again", game="Which game, outside its thread"
    )
    async def order(interaction: Act, line: app_commands.Range[str, 1, 600], game: str = "") -> None:
        async def work(person: Person, ref: str) -> Reply:
            here = await door.game_here(interaction, game)
            return await door.desk.order(
                person, here, door.shorthand.whole(interaction.user.id, line), ref=ref
            )

        await door.answer(interaction, work)

    @order.autocomplete("line")
    async def lines(interaction: Act, typed: str) -> list[app_commands.Choice[str]]:
        return await _lines(door, interaction, typed)

    @app_commands.command(name="orders", description="An order sheet: many lines at once")
    @app_commands.describe(game="Which game, outside its thread")
    async def orders(interaction: Act, game: str = "") -> None:
        # The form must be shown at once: which game this thread's is can be looked up when it comes back.
        here = named_game(game) or door.known_here(interaction)
        if door.first_time(interaction):
            await interaction.response.send_modal(SheetForm((here,) if here else ()))

    @app_commands.command(name="panel", description="Buttons and menus for what you are asked")
    async def panel(interaction: Act, game: str = "") -> None:
        async def work(person: Person, ref: str) -> Reply:
            return await door.desk.panel(person, await door.game_here(interaction, game))

        await door.answer(interaction, work)

    @app_commands.command(name="odds", description="What an attack would probably do")
    @app_commands.describe(line="The attack as you would order it")
    async def odds(interaction: Act, line: app_commands.Range[str, 1, 600], game: str = "") -> None:
        async def work(person: Person, ref: str) -> Reply:
            here = await door.game_here(interaction, game)
            return await door.desk.odds(person, here, door.shorthand.whole(interaction.user.id, line))

        await door.answer(interaction, work)

    @odds.autocomplete("line")
    async def attacks(interaction: Act, typed: str) -> list[app_commands.Choice[str]]:
        return await _lines(door, interaction, typed)

    with_game: tuple[Any, ...] = (order, orders, panel, odds)
    for command in with_game:
        _complete_game(door, command)
    return [order, orders, panel, odds]


def _complete_game(door: Door, command: app_commands.Command[Any, ..., Any]) -> None:
    @command.autocomplete("game")
    async def _games(interaction: Act, typed: str) -> list[app_commands.Choice[str]]:
        return await _ours(door, interaction, typed)


@_in_time
async def _lines(door: Door, interaction: Act, typed: str) -> list[app_commands.Choice[str]]:
    """The ways a line can go on; a longer one than a choice holds is shown without its middle."""
    user = interaction.user.id
    game = await door.game_here(interaction, getattr(interaction.namespace, "game", "") or "")
    whole = door.shorthand.whole(user, typed)
    ways = await door.desk.complete(door.person(interaction), game, whole, limits.CHOICES)
    shorts = [(door.shorthand.short(user, way.line), way.done) for way in ways[: limits.CHOICES]]
    return [
        app_commands.Choice(name=short if done else f"{short}{GOES_ON}", value=short)
        for short, done in shorts
    ]


# -- looking ------------------------------------------------------------------------------------------------


def _looking(door: Door) -> list[app_commands.Command[Any, ..., Any]]:
    @app_commands.command(name="board", description="The map with your eyes")
    @app_commands.describe(about="A place or a piece")
    async def board(interaction: Act, about: str = "", game: str = "") -> None:
        async def work(person: Person, ref: str) -> Reply:
            return await door.desk.board(person, await door.game_here(interaction, game), about)

        await door.answer(interaction, work)

    @app_commands.command(name="dossier", description="What you know and others may not")
    async def dossier(interaction: Act, game: str = "") -> None:
        async def work(person: Person, ref: str) -> Reply:
            return await door.desk.dossier(person, await door.game_here(interaction, game))

        await door.answer(interaction, work)

    @app_commands.command(name="help", description="What you can do right now")
    async def help_(interaction: Act, game: str = "") -> None:
        async def work(person: Person, ref: str) -> Reply:
            try:
                here = await door.game_here(interaction, game)
            except UserError:
                here = ""
            return await door.desk.help(person, here)

        await door.answer(interaction, work)

    @app_commands.command(name="tour", description="Your first turn, with hints")
    async def tour(interaction: Act, game: str = "") -> None:
        async def work(person: Person, ref: str) -> Reply:
            return await door.desk.tour(person, await door.game_here(interaction, game))

        await door.answer(interaction, work)

    @app_commands.command(name="rules", description="Look up a rule by number or by word")
    @app_commands.describe(about="A number or a word")
    async def rules(interaction: Act, about: str = "") -> None:
        async def work(person: Person, ref: str) -> Reply:
            return await door.desk.rules(await key_here(interaction), about)

        await door.answer(interaction, work)

    @rules.autocomplete("about")
    async def rule_names(interaction: Act, typed: str) -> list[app_commands.Choice[str]]:
        found = door.desk.rule_names(await key_here(interaction), typed, limits.CHOICES)
        return [
            app_commands.Choice(name=cut(words, limits.CHOICE_TEXT), value=number) for number, words in found
        ]

    async def key_here(interaction: Act) -> str:
        known = door.known_here(interaction)
        return (await door.desk.referee.info(known)).key if known else registry.default()

    @app_commands.command(name="settings", description="Pings, direct messages, size and colours of the map")
    @app_commands.choices(setting=[app_commands.Choice(name=name, value=name) for name in SETTINGS])
    async def settings(interaction: Act, setting: str = "", value: str = "") -> None:
        await door.answer(interaction, lambda person, _: door.desk.settings(person, setting, value))

    @settings.autocomplete("value")
    async def values(interaction: Act, typed: str) -> list[app_commands.Choice[str]]:
        known = SETTINGS.get(getattr(interaction.namespace, "setting", "") or "")
        return [app_commands.Choice(name=one, value=one) for one in (known[1] if known else ())]

    with_game: tuple[Any, ...] = (board, dossier, help_, tour)
    for command in with_game:
        _complete_game(door, command)
    return [board, dossier, help_, tour, rules, settings]


# -- /referee -----------------------------------------------------------------------------------------------


def _referee_group(door: Door) -> app_commands.Group:
    group = app_commands.Group(
        name="referee",
        description="For those who look after this server",
        guild_only=True,
        default_permissions=discord.Permissions(manage_guild=True),
    )
    desk = door.desk

    @group.command(name="games", description="Every game here and what ails it")
    async def games(interaction: Act) -> None:
        await door.answer(interaction, lambda person, _: desk.host_games(person))

    @group.command(name="health", description="How the referee is")
    async def health(interaction: Act) -> None:
        await door.answer(interaction, lambda person, _: desk.host_health(person, door.bot.latency))

    @group.command(name="freeze", description="Stop a game, or let it go on")
    async def freeze(interaction: Act, game: str, reason: str = "", thaw: bool = False) -> None:
        await door.answer(interaction, lambda person, _: desk.host_freeze(person, game, reason, thaw=thaw))

    @group.command(name="close", description="End a game with no winner (you are asked once more)")
    @app_commands.describe(reason="Shown to everybody")
    async def close(interaction: Act, game: str, reason: str = "") -> None:
        await door.answer(interaction, lambda person, ref: desk.host_close(person, game, reason, ref=ref))

    @group.command(name="rewind", description="Go back to the position after an entry")
    async def rewind(interaction: Act, game: str, entry: int, reason: str) -> None:
        await door.answer(
            interaction, lambda person, ref: desk.host_rewind(person, game, entry, reason, ref=ref)
        )

    @group.command(name="reassign", description="Give a seat to somebody else, or open it")
    async def reassign(interaction: Act, game: str, side: str, member: discord.Member | None = None) -> None:
        whom = (
            None
            if member is None
            else Person(DOOR, str(member.id), member.display_name, str(interaction.guild_id))
        )
        address = address_of(USER, member.id) if member is not None else ""
        await door.answer(
            interaction, lambda person, _: desk.host_reassign(person, game, side, whom, address=address)
        )

    @reassign.autocomplete("side")
    async def sides(interaction: Act, typed: str) -> list[app_commands.Choice[str]]:
        return await _sides(door, interaction, typed)

    @group.command(name="limit", description="How many games may be open here")
    async def limit(interaction: Act, most: app_commands.Range[int, 1, 1000]) -> None:
        await door.answer(interaction, lambda person, _: desk.host_limit(person, most))

    @group.command(name="channel", description="Where games are opened; left empty: wherever asked")
    async def channel(
        interaction: Act, channel: discord.TextChannel | discord.ForumChannel | None = None
    ) -> None:
        chosen = "" if channel is None else str(channel.id)
        await door.answer(interaction, lambda person, _: desk.host_channel(person, chosen))

    with_game: tuple[Any, ...] = (freeze, close, rewind, reassign)
    for command in with_game:
        _complete_game(door, command)
    return group
