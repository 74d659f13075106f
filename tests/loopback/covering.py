"""Which commands, options, completions, buttons and forms a test talks through; `test_covering` adds it up.

`@covers("game new", "game new side?", "press join")` is a promise that is checked: when the test is over,
each of them must have been used over the wire. They are called

- `game new`: a command; `game new side`: it was given that option; `game new side?`: that was completed;
- `press join`: a button or menu of that name was used; `open sheet`: a button that opens a form;
  `fill sheet`: the form was sent.
"""

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, TypeVar

from tests.loopback.people import Member
from tests.loopback.server import Json

T = TypeVar("T", bound=Callable[..., Awaitable[None]])

CLAIMED: dict[str, list[str]] = {}
"""What each thing is covered by."""


def covers(*names: str) -> Callable[[T], T]:
    """The test talks through these."""

    def decorate(test: T) -> T:
        for name in names:
            CLAIMED.setdefault(name, []).append(test.__name__)

        @wraps(test)
        async def checked(*args: Any, **kwargs: Any) -> None:
            Member.used.clear()
            await test(*args, **kwargs)
            missing = [name for name in names if name not in Member.used]
            assert not missing, f"promised, but never used: {missing}"

        return checked  # type: ignore[return-value]

    return decorate


def everything(commands: list[Json], pressed: set[str]) -> set[str]:
    """All there is to talk through: the commands as Discord was told of them, and the names of buttons."""
    found = {f"press {name}" for name in pressed if name != "sheet"} | {"open sheet", "fill sheet"}

    def walk(one: Json, before: str) -> None:
        name = f"{before} {one['name']}".strip()
        options = one.get("options") or []
        below = [option for option in options if option["type"] in (1, 2)]
        for option in below:
            walk(option, name)
        if below:
            return
        found.add(name)
        for option in options:
            found.add(f"{name} {option['name']}")
            if option.get("autocomplete"):
                found.add(f"{name} {option['name']}?")

    for one in commands:
        walk(one, "")
    return found
