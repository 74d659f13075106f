"""Help: what one can do right now, the rules, a first turn with hints, how one likes things."""

from typing import Final

from bot.desk.counter import called, seat_title
from bot.desk.ordering import Ordering, waits_for
from bot.desk.reply import CODE, DIM, ITEM, PRIMARY, STRONG, Action, Block, Line, Person, Reply, plain, say
from bot.errors import UserError
from bot.examples import example
from bot.rulebooks import look_up, reference, rulebook
from engine.kernel.rulebook import Rule
from engine.kernel.seats import SPECTATOR, viewer_of

SETTINGS: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "pings": (
        "one ping when it becomes your turn: in the thread, by direct message, or not at all",
        ("thread", "dm", "off"),
    ),
    "messages": ("secrets by direct message, or only behind “What I know”", ("on", "off")),
    "confirm": ("ask before an order that cannot be taken back", ("on", "off")),
    "size": ("size of the map", ("medium", "small", "large")),
    "theme": ("colours of the map", ("dark", "light")),
}
"""What can be set: what it means, and its values, the first of which holds unless something else is said."""

SHOWN_RULES: Final = 6


class Helping(Ordering):
    """For those who want to know how."""

    async def help(self, person: Person, game: str = "") -> Reply:
        """What this person can do right now, with a legal example of each order."""
        if not game:
            return welcome()
        info = await self.known(game, person)
        seats = self.seats_of(info, person)
        if not seats or info.stage != "playing":
            hints = ["/board shows the map, /rules looks up a rule, /game join takes an open seat."]
            if info.stage == "playing":
                hints.insert(0, waits_for(await self.referee.position(game, SPECTATOR)))
            return plain(*hints, title=called(info), data={"game": game})
        info, seat = await self.seat_of(game, person)
        position = await self.referee.position(game, viewer_of(seat))
        asked = next((one for one in position.pending if one.seat == seat), None)
        if asked is None:
            block = say(waits_for(position), "Meanwhile: /board, /dossier, /rules, /game history.")
            return Reply((block,), data={"game": game})
        grammar = self.referee.rules(info.key).grammar(seat)
        lines: list[Line | str] = [Line(asked.prompt, STRONG)]
        for way in await self.referee.complete(game, seat, "", 40):
            lines.append(Line(f"{way.label}: {grammar.orders[way.label].GIST}", ITEM))
            shown = await example(self.referee, game, seat, way.label)
            if shown and shown != way.label:
                lines.append(Line(f"/order {shown}", CODE))
        lines.append(
            Line(
                "/order completes itself as you type; a line that ends with ! is not asked about again.", DIM
            )
        )
        actions = [Action("panel", (game,), "Give orders", PRIMARY)]
        if asked.rule:
            actions.append(Action("rules", (game, asked.rule), f"Rule {asked.rule}"))
        if position.round <= 1:
            actions.append(Action("tour", (game, "0"), "Show me how"))
        title = f"{called(info)}: what you can do now"
        return plain(*lines, title=title, actions=tuple(actions), data={"game": game})

    async def rules(self, key: str, asked: str) -> Reply:
        """What the reference says about a number or about words."""
        book = reference(key)
        if not asked.strip():
            titles = [
                Line(f"{number} {title}", ITEM) for number, title in book.titles.items() if "." not in number
            ]
            return plain(*titles, Line("/rules with a number or a word reads on.", DIM), title="The rules")
        found = look_up(book, asked)
        blocks = tuple(_rule_block(rule) for rule in found[:SHOWN_RULES])
        rest = found[SHOWN_RULES : SHOWN_RULES + 12]
        also = (
            (say(Line("Also: " + "; ".join(f"{one.number} {one.title}" for one in rest), DIM)),)
            if rest
            else ()
        )
        return Reply((*blocks, *also))

    def rule_names(self, key: str, typed: str, limit: int = 25) -> list[tuple[str, str]]:
        """Number and title of rules that fit what was typed so far."""
        book = rulebook(key)
        if book is None:
            return []
        typed = typed.strip()
        if not typed:
            return [
                (number, f"{number} {title}") for number, title in book.titles.items() if "." not in number
            ][:limit]
        if typed[0].isdigit():
            named = [(number, f"{number} {title}") for number, title in book.titles.items()]
            named += [(number, f"{number} {book.rule(number).title}") for number in book.numbers]
            return [one for one in named if one[0].startswith(typed)][:limit]
        return [(rule.number, f"{rule.number} {rule.title}") for rule in book.search(typed)[:limit]]

    async def settings(self, person: Person, key: str = "", value: str = "") -> Reply:
        """How this person likes things."""
        player = await self.player_id(person)
        if key:
            known = SETTINGS.get(key)
            if known is None or value not in known[1]:
                raise UserError(
                    f"{key} can be: {', '.join(known[1])}." if known else f"There is no setting {key!r}."
                )
            await self.referee.prefer(player, key, value)
        likes = await self.referee.preferences(player)
        lines = [
            Line(f"{name}: {likes.get(name, values[0])} ({about}; {', '.join(values)})", ITEM)
            for name, (about, values) in SETTINGS.items()
        ]
        return plain(*lines, title="Your settings")

    async def tour(self, person: Person, game: str, step: int = 0) -> Reply:
        """The first turn with hints: what is asked, why, and an order that would do."""
        info, seat = await self.seat_of(game, person)
        position = await self.referee.position(game, viewer_of(seat))
        asked = next((one for one in position.pending if one.seat == seat), None)
        title = f"{called(info)} · your first turn"
        again = Action("tour", (game, str(step + 1)), "What now?", PRIMARY)
        if position.round > 1:
            return plain(
                "You know your way now. /help tells you at any time what you can do.",
                title=title,
                data={"game": game},
            )
        if asked is None:
            return plain(
                waits_for(position),
                "Come back when it is your turn; you will be pinged once.",
                title=title,
                actions=(again,),
                data={"game": game},
            )
        lines: list[Line | str] = [f"You are the {seat_title(seat)} player. {asked.prompt}"]
        book = rulebook(info.key)
        if book is not None and asked.rule in book.numbers:
            rule = book.rule(asked.rule)
            lines.append(Line(f"{rule.number} {rule.title}: {rule.text}", DIM))
        lines.append("An order that would do:")
        for way in (await self.referee.complete(game, seat, "", 40))[:4]:
            shown = await example(self.referee, game, seat, way.label)
            lines.append(Line(f"/order {shown or way.label}", CODE))
        if asked.default:
            lines.append(
                f"If you are not sure, “{asked.default}” is always right. Press the button for menus."
            )
        give = Action("panel", (game,), "Give orders", PRIMARY)
        return plain(*lines, title=title, actions=(give, again), data={"game": game})


def welcome() -> Reply:
    """What is said on joining a server, and to whoever asks for help outside a game."""
    return Reply(
        (
            say(
                "I referee slow games with secrets: I check orders, roll dice that anybody can verify, draw "
                "the map, and tell each player exactly what he may know.",
                Line("/game new begins a game; it gets a thread of its own.", ITEM),
                Line("/game new opponent:computer begins at once, to try it out.", ITEM),
                Line("/help in a game's thread says what you can do right now.", ITEM),
                Line("/rules movement looks up a rule.", ITEM),
                Line("/referee is for those who look after this server.", ITEM),
                title="Farspeaker",
            ),
        )
    )


def _rule_block(rule: Rule) -> Block:
    kind = " (our ruling)" if rule.kind == "ruling" else ""
    see = [Line(f"See {', '.join(rule.see)}.", DIM)] if rule.see else []
    return say(rule.text, *see, title=f"{rule.number} {rule.title}{kind}")
