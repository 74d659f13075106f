"""Buttons and menus that need no memory: everything they mean is in their custom id."""

import re
from typing import TYPE_CHECKING, Any

import discord

from bot.desk.reply import Action, Menu
from bot.doors.discord import limits

if TYPE_CHECKING:
    from bot.doors.discord.client import Door

_LOOKS = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


def custom_id(name: str, args: tuple[str, ...], *, form: bool = False, part: int = 0) -> str:
    """What a button is called."""
    made = f"fs{'!' if form else ''}:{':'.join((name, *args))}{f'#{part}' if part else ''}"
    if len(made) > limits.CUSTOM_ID:
        raise ValueError(f"a custom id of {len(made)} characters: {made}")
    return made


def read_id(text: str) -> tuple[str, tuple[str, ...], bool] | None:
    """Name, arguments and whether it opens a form; None for somebody else's."""
    found = re.fullmatch(r"fs(!?):([a-z]+)((?::[^:#]*)*)(?:#\d+)?", text)
    if found is None:
        return None
    return found[2], tuple(found[3].split(":")[1:]), bool(found[1])


class Press(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"fs!?:[a-z]+(:[^#]*)?"):
    """A button."""

    @classmethod
    def of(cls, action: Action, row: int) -> "Press":
        button: discord.ui.Button[Any] = discord.ui.Button(
            label=action.label[: limits.BUTTON_TEXT],
            style=_LOOKS[action.look],
            custom_id=custom_id(action.name, action.args, form=action.form),
            row=row,
        )
        return cls(button)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> "Press":
        assert isinstance(item, discord.ui.Button)
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        door: Door = interaction.client.door
        await door.pressed(interaction, self.item.custom_id or "", ())


class MenuItem(discord.ui.DynamicItem[discord.ui.Select[Any]], template=r"fs:[a-z]+(:[^#]*)?#[0-9]+"):
    """A menu, or a part of one that is too long for a single one."""

    @classmethod
    def of(cls, menu: Menu, first: int, row: int) -> "MenuItem":
        part = menu.choices[first : first + limits.OPTIONS]
        more = f" ({part[0].label} … {part[-1].label})" if len(menu.choices) > limits.OPTIONS else ""
        select: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=custom_id(menu.name, menu.args, part=1 + first // limits.OPTIONS),
            placeholder=f"{menu.hint}{more}"[: limits.PLACEHOLDER],
            options=[
                discord.SelectOption(
                    label=_fit(choice.label),
                    value=choice.value,
                    description=_fit(choice.about) or None,
                )
                for choice in part
            ],
            row=row,
        )
        return cls(select)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> "MenuItem":
        assert isinstance(item, discord.ui.Select)
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        door: Door = interaction.client.door
        await door.pressed(interaction, self.item.custom_id, tuple(self.item.values))


def _fit(text: str) -> str:
    """A label that fits; the end of a long one says more than its middle."""
    most = limits.OPTION_TEXT
    return text if len(text) <= most else text[: most // 2 - 1] + "…" + text[-(most // 2) :]


class SheetForm(discord.ui.Modal):
    """The order sheet. What it sends back is read by the door itself, so that it outlives a restart."""

    def __init__(self, args: tuple[str, ...], text: str = "") -> None:
        super().__init__(title="Order sheet", custom_id=custom_id("sheet", args), timeout=600)
        self.add_item(
            discord.ui.TextInput(
                label="One order a line; ! at the end: do not ask",
                style=discord.TextStyle.paragraph,
                custom_id="lines",
                default=text[: limits.INPUT_TEXT] or None,
                max_length=limits.INPUT_TEXT,
                required=True,
            )
        )

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        """Nothing: see `FarspeakerBot.on_interaction`."""
