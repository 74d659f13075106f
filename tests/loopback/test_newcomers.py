"""The first game: a hand is offered to whoever is new, and nobody is kept from an order by its length."""

from pathlib import Path

from bot.doors.discord import limits
from bot.doors.discord.shorthand import Shorthand
from engine.kernel.seats import Seat
from tests.loopback.people import House, Member, house, text_of
from tests.loopback.retelling import BATTLES, Retelling
from tests.loopback.server import Json


def mail(here: House, who: Member) -> list[Json]:
    number = here.discord.dms.get(who.id)
    return list(here.discord.channels[number].messages.values()) if number else []


async def test_a_newcomer_is_offered_a_tour_and_only_in_his_first_game(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await here.begin()
        (offer,) = [one for one in mail(here, here.alice) if "your first game here" in text_of(one)]
        assert offer["flags"] & 4096, "silently"
        seen = await here.alice.presses(offer, "Show me how")
        assert "your first turn" in seen.text
        who, _ = await here.asked()
        helped = await who.runs("help")
        shown = await who.presses(helped, "Show me how")
        assert "An order that would do" in shown.text
        assert (await who.presses(shown, "What now?")).text
        await here.begin()
        offers = [one for one in mail(here, here.alice) if "your first game here" in text_of(one)]
        assert len(offers) == 1


async def test_after_the_first_turn_help_offers_no_tour(tmp_path: Path) -> None:
    told = Retelling(BATTLES)
    second = next(step.seq for step in told.film.steps() if step.view.turn == 2)
    async with house(tmp_path, referee=told.referee) as here:
        await told.begin(here)
        await told.skip(here, second)
        who, _ = await here.asked()
        assert "Show me how" not in (await who.runs("help")).buttons
        assert "You know your way now" in (await who.runs("tour")).text


# -- long lines ---------------------------------------------------------------------------------------------


async def longest(here: House, told: Retelling, seat: Seat) -> str:
    """The longest order to a fleet, put together by always taking the longest way on."""
    line = "move fleet A to"
    for _ in range(30):
        ways = await here.desk.referee.complete(told.game, seat, line, 200)
        more = [way.line for way in ways if len(way.line) > len(line)]
        if not more:
            return line
        line = max(more, key=len)
    return line


async def test_the_longest_real_order_can_be_chosen_step_by_step(tmp_path: Path) -> None:
    told = Retelling(BATTLES)
    moving = next(step.seq for step in told.film.steps() if step.view.phase == "crusader_movement")
    async with house(tmp_path, referee=told.referee) as here:
        await told.begin(here)
        await told.skip(here, moving)
        wanted = await longest(here, told, Seat("crusader"))
        assert len(wanted) > limits.CHOICE_TEXT
        typed = ""
        for _ in range(30):
            choices = await here.alice.types("order", "line", typed)
            assert all(len(one) <= limits.CHOICE_TEXT for one in choices)
            door = here.bot.door if here.bot is not None else None
            assert door is not None
            whole = {one: door.shorthand.whole(here.alice.id, one) for one in choices}
            fits = {one: line for one, line in whole.items() if wanted.startswith(line)}
            if not fits:
                break
            typed = max(fits, key=lambda one: len(fits[one]))
            if fits[typed] == wanted:
                break
        assert whole[typed] == wanted
        assert len(typed) <= limits.CHOICE_TEXT < len(wanted)
        odds = await here.alice.runs("odds", line=typed)
        assert "[…" not in odds.text
        given = await here.alice.runs("order", line=f"{typed}!")
        assert "Done" in given.text, given.text
        await here.quiet()
        stranger = await here.bob.runs("order", line=f"{typed}!")
        assert "choose it again" in stranger.text, "what Alice was offered is hers"


def test_two_long_lines_with_the_same_ends_are_told_apart() -> None:
    known = Shorthand()
    lines = [f"{'a' * 60}{middle}{'z' * 60}" for middle in ("one", "two", "three")]
    shorts = [known.short(1, line) for line in lines]
    assert len(set(shorts)) == 3
    assert all(len(one) <= limits.CHOICE_TEXT for one in shorts)
    assert [known.whole(1, one) for one in shorts] == lines
    assert known.whole(1, f"{shorts[1]} … and more") == f"{lines[1]} and more"
    assert [known.short(1, line) for line in lines] == shorts, "the same again"


def test_what_fits_stays_as_it_is() -> None:
    known = Shorthand()
    assert known.short(1, "move fleet A") == "move fleet A"
    assert known.whole(2, "move fleet A …") == "move fleet A"
