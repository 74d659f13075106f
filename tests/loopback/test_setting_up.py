"""Games as such: begun, joined, left, handed over, looked back on, stopped and ended, over the wire."""

from pathlib import Path

from bot.exports import read
from engine.kernel.seats import SPECTATOR, Viewer
from tests.loopback.covering import covers
from tests.loopback.giving import by_line
from tests.loopback.people import House, Member, buttons_of, house, text_of
from tests.loopback.squires import Squires


def post(here: House, words: str) -> dict[str, object]:
    """The newest message of the thread that says this."""
    return next(one for one in reversed(here.thread.messages.values()) if words in text_of(one))


async def moves(here: House, game: str) -> tuple[Member, str]:
    """The Crusader has given an order that he can still take back."""
    turn = await Squires(here, game, 7).forward(lambda turn: turn.line.startswith("move"))
    assert "Done" in (await by_line(turn.who, turn.line)).text
    await here.quiet()
    return turn.who, turn.line


# -- beginning ----------------------------------------------------------------------------------------------


@covers(
    "game new",
    *(f"game new {option}" for option in ("game", "scenario", "side", "opponent", "member", "word", "name")),
    "game new side?",
    "game new scenario?",
    "press join",
)
async def test_a_new_game_with_everything_said(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        lobby = here.discord.lobby
        assert await here.alice.types("game new", "side", "", where=lobby) == ["crusader", "wersgorix"]
        assert "campaign" in await here.alice.types("game new", "scenario", "", where=lobby)
        made = await here.alice.runs(
            "game new",
            where=lobby,
            game="high_crusade",
            scenario="campaign",
            side="wersgorix",
            opponent="anyone",
            member=here.bob,
            word="apple",
            name="Grand Tour",
        )
        await here.quiet()
        assert made.private
        assert "You are the Wersgorix" in made.text
        assert here.thread.name == "Grand Tour"
        assert here.thread.parent == lobby.id
        assert "Seats are open" in text_of(here.card())
        assert len(here.discord.pings[here.bob.id]) == 1, "the one who is asked to play is called, once"
        info = await here.desk.referee.info(await here.game())
        assert info.options == {"scenario": "campaign"}
        assert [one.word for one in info.seats if one.seat == "wersgorix"] == ["apple"]
        refused = await here.carol.presses(here.card(), "Play Crusader", where=here.thread)
        assert "kept for somebody else" in refused.text
        taken = await here.bob.presses(here.card(), "Play Crusader", where=here.thread)
        assert "You are the Crusader" in taken.text
        assert "has begun" in taken.text
        await here.quiet()
        assert "Crusader: Bob" in text_of(here.card())


@covers("game new", "game new opponent")
async def test_the_computer_is_an_opponent_at_once(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        made = await here.alice.runs(
            "game new", where=here.discord.lobby, side="crusader", opponent="computer", scenario="basic"
        )
        assert "Give orders" in made.buttons
        await here.quiet()
        who, asked = await here.asked()
        assert who is here.alice
        assert len(here.discord.pings[here.alice.id]) == 1
        assert asked.seat == "crusader"


async def test_in_a_forum_a_game_is_a_post(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        forum = await here.discord.open_channel("games", 15)
        await here.keeper.runs("referee channel", where=here.discord.lobby, channel=forum)
        made = await here.alice.runs("game new", where=here.discord.lobby, name="In the forum")
        await here.quiet()
        assert "set up" in made.text
        assert here.thread.parent == forum.id
        assert here.thread.name == "In the forum"
        taken = await here.bob.presses(here.card(), "Play ", where=here.thread)
        assert "has begun" in taken.text


async def test_without_permission_it_says_what_it_needs_and_leaves_nothing_behind(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        missing = here.discord.refuse("POST", "/threads", 403, 50013)
        answer = await here.alice.runs("game new", where=here.discord.lobby)
        assert missing.fired == 1
        assert "Create Public Threads" in answer.text
        assert here.store is not None
        assert await here.store.games() == []
        assert here.discord.threads() == []


async def test_wishes_that_cannot_be_granted_are_refused_before_anything_is_made(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        lobby = here.discord.lobby
        for options, words in (
            ({"side": "pope"}, "no seat 'pope'"),
            ({"scenario": "tomorrow"}, "tomorrow"),
            ({"member": here.alice}, "your own opponent"),
        ):
            answer = await here.alice.runs("game new", where=lobby, **options)
            assert words in answer.text
            assert "stumbled" not in answer.text
        assert here.discord.threads() == []


@covers(
    "game join",
    "game join side",
    "game join side?",
    "game join word",
    "game leave",
    "game substitute",
    "game substitute member",
)
async def test_join_by_command_leave_and_substitute(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await here.alice.runs("game new", where=here.discord.lobby, side="crusader")
        await here.quiet()
        assert await here.bob.types("game join", "side", "") == ["crusader", "wersgorix"]
        assert "no seat" in (await here.bob.runs("game join", side="pope")).text.lower()
        joined = await here.bob.runs("game join", side="wersgorix", word="pear")
        assert "has begun" in joined.text
        assert "already" in (await here.bob.runs("game join")).text
        assert "taken" in (await here.carol.runs("game join")).text
        left = await here.bob.runs("game leave")
        assert "is open" in left.text
        await here.quiet()
        assert "Play Wersgorix" in buttons_of(here.card())
        assert "You are the Wersgorix" in (await here.carol.runs("game join")).text
        handed = await here.carol.runs("game substitute", member=here.keeper)
        assert "waits for your substitute" in handed.text
        await here.quiet()
        assert "kept for somebody else" in (await here.bob.runs("game join")).text
        assert "You are the Wersgorix" in (await here.keeper.runs("game join")).text
        await here.keeper.runs("game substitute")
        await here.quiet()
        assert "You are the Wersgorix" in (await here.bob.runs("game join")).text


# -- looking back -------------------------------------------------------------------------------------------


@covers(
    "game list",
    "game list mine",
    "game show",
    "game history",
    "game history count",
    "game replay",
    "game replay entry",
    "press replay",
    "game export",
    "press export",
    "game verify",
    "press verify",
)
async def test_list_show_history_replay_export_and_verify(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        game = await here.begin(name="Tour")
        await moves(here, game)
        assert game in (await here.carol.runs("game list")).text
        assert "no games" in (await here.carol.runs("game list", mine=True)).text
        assert game in (await here.bob.runs("game list", mine=True)).text
        shown = await here.carol.runs("game show")
        assert "Crusader: Alice" in shown.text
        assert "Seed of the dice" in shown.text
        history = await here.alice.runs("game history", count=2)
        newest = (await here.desk.referee.history(game, Viewer("crusader")))[-1].lines[-1]
        assert newest in history.text.replace("\\", "")
        replay = await here.alice.runs("game replay", entry=2)
        assert "entry 2" in replay.text
        assert "entry 3" in (await here.alice.presses(replay, "After")).text
        assert "entry 1" in (await here.alice.presses(replay, "Before")).text
        assert "no entry 999" in (await here.carol.runs("game replay", entry=999)).text
        exported = await here.carol.runs("game export")
        (file,) = exported.exchange.last["files"]
        log = read(here.discord.blobs[file["sha256"]])
        assert log.sealed
        assert not log.over
        assert "holds" in (await here.carol.runs("game verify")).text
        await here.bob.presses(await here.bob.runs("game resign"), "Yes")
        await here.quiet()
        result = post(here, "seed of the dice was")
        assert "holds" in (await here.carol.presses(result, "Check", where=here.thread)).text
        whole = await here.carol.presses(here.card(), "The whole log", where=here.thread)
        (file,) = whole.exchange.last["files"]
        assert not read(here.discord.blobs[file["sha256"]]).sealed


# -- taking back --------------------------------------------------------------------------------------------


@covers("game undo", "press undo")
async def test_undo_is_free_until_a_die_is_rolled(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        game = await here.begin()
        who, line = await moves(here, game)
        before = len(await here.desk.referee.history(game, SPECTATOR))
        assert "Taken back" in (await who.runs("game undo")).text
        done = await by_line(who, line)
        assert "Taken back" in (await who.presses(done, "Take back")).text
        stale = await who.presses(done, "Take back")
        assert "gone on since" in stale.text, "an old button takes back no newer order"
        assert stale.buttons
        assert len(await here.desk.referee.history(game, SPECTATOR)) == before + 3


@covers("game undo", "press agree", "press decline")
async def test_beyond_that_the_other_is_asked_and_may_decline(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        game = await here.begin()
        turn = await Squires(here, game, 7).forward(lambda turn: turn.line.startswith("empty"))
        before = await here.desk.referee.position(game, SPECTATOR)
        await by_line(turn.who, turn.line)  # the races are dealt
        await here.quiet()
        asked = await here.bob.runs("game undo")
        assert "asked" in asked.text
        await here.quiet()
        wish = post(here, "asks to go back")
        assert "for the others" in (await here.bob.presses(wish, "Agree", where=here.thread)).text
        assert "do not play" in (await here.carol.presses(wish, "Agree", where=here.thread)).text
        assert "Declined" in (await here.alice.presses(wish, "Decline", where=here.thread)).text
        await here.quiet()
        assert "declined" in text_of(post(here, "is declined"))
        late = await here.alice.presses(wish, "Agree", where=here.thread)
        assert "Nobody asks to go back" in late.text
        await here.bob.runs("game undo")
        await here.quiet()
        agreed = await here.alice.presses(post(here, "asks to go back"), "Agree", where=here.thread)
        assert "taken back" in agreed.text
        after = await here.desk.referee.position(game, SPECTATOR)
        assert after.pending == before.pending


# -- stopping and ending ------------------------------------------------------------------------------------


@covers("game pause", "game pause resume")
async def test_pause_and_resume(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await here.begin()
        assert "do not play" in (await here.carol.runs("game pause")).text
        assert "paused" in (await here.alice.runs("game pause")).text.lower()
        await here.quiet()
        assert "paused by Alice" in text_of(here.card())
        assert "frozen" in (await (await here.asked_anyway()).runs("order", line="done!")).text.lower()
        assert "goes on" in (await here.bob.runs("game pause", resume=True)).text
        assert "not paused" in (await here.bob.runs("game pause", resume=True)).text
        await here.quiet()
        assert "Frozen" not in text_of(here.card())


@covers("game draw", "press draw")
async def test_a_draw_is_offered_and_agreed_on(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        game = await here.begin()
        assert "offered" in (await here.alice.runs("game draw")).text
        await here.quiet()
        old = post(here, "offers a draw")
        who, asked = await here.asked()
        line = (await here.desk.referee.position(game, Viewer(asked.seat))).pending[0].default
        await by_line(who, line)
        await here.quiet()
        late = await here.bob.presses(old, "Agree", where=here.thread)
        assert "stands no longer" in late.text
        assert (await here.desk.referee.info(game)).stage == "playing"
        await here.alice.runs("game draw")
        await here.quiet()
        await here.bob.presses(post(here, "offers a draw"), "Agree", where=here.thread)
        await here.quiet()
        assert (await here.desk.referee.info(game)).stage == "over"
        assert "agree on a draw" in here.public()
        assert "seed of the dice was" in here.public()


@covers("game resign", "press resign")
async def test_to_resign_one_is_asked_once_more(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        game = await here.begin()
        ask = await here.bob.runs("game resign")
        assert "cannot be taken back" in ask.text
        assert (await here.desk.referee.info(game)).stage == "playing"
        assert "do not play" in (await here.carol.presses(ask, "Yes")).text
        await here.bob.presses(ask, "Yes")
        await here.quiet()
        assert (await here.desk.referee.info(game)).stage == "over"
        assert "over" in text_of(here.card())


# -- naming a game ------------------------------------------------------------------------------------------

ELSEWHERE = ("game leave", "game substitute", "game pause", "game join")
"""Commands with tests of their own that would change what the others are tried on."""


@covers(*(f"* {option}" for option in ("game", "game?")))
async def test_outside_its_thread_every_command_takes_the_name_of_the_game(tmp_path: Path) -> None:
    """Each command that has the option, from the commands as Discord was told of them."""
    async with house(tmp_path) as here:
        game = await here.begin()
        await here.carol.runs("game new", where=here.discord.lobby, name="Another")
        await here.quiet()
        lobby = here.discord.lobby
        needed = {"order": {"line": "nonsense"}, "odds": {"line": "nonsense"}}
        for name in naming(here):
            assert game in await here.bob.types(name, "game", "", where=lobby, **needed.get(name, {}))
            assert await here.bob.types(name, "game", game, where=lobby, **needed.get(name, {})) == [game]
            if name in ELSEWHERE or name.startswith("referee"):
                continue
            answer = await here.bob.runs(name, where=lobby, game=game, **needed.get(name, {}))
            opened = (answer.exchange.first or {})["type"] == 9
            assert opened or answer.text
            assert "no game called" not in answer.text, name
            assert "which game" not in answer.text, name
            wrong = await here.bob.runs(name, where=lobby, game="nogame", **needed.get(name, {}))
            opened = (wrong.exchange.first or {})["type"] == 9
            assert opened or "no game called" in wrong.text or "referee slow games" in wrong.text, name
            here.bob.used.update(("* game", "* game?"))


def naming(here: House) -> list[str]:
    """The commands that take the name of a game and complete it."""
    found = []
    for one in here.discord.commands:
        below = [option for option in one.get("options") or () if option["type"] == 1]
        for name, options in (
            [(f"{one['name']} {sub['name']}", sub["options"]) for sub in below]
            if below
            else [(one["name"], one.get("options") or [])]
        ):
            if any(option["name"] == "game" and option.get("autocomplete") for option in options):
                found.append(name)
    return found


async def test_an_opponent_that_there_is_not(tmp_path: Path) -> None:
    """A client that sends what it was not offered gets a sentence, and neither thread nor game is made."""
    async with house(tmp_path) as here:
        refused = await here.alice.runs("game new", where=here.discord.lobby, opponent="the dragon")
        assert "there are: anyone, computer" in refused.text
        assert not list(here.discord.threads())
        assert not await here.desk.referee.store.games()
