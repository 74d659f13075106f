"""Where lines come from: a keyboard with completion, or a pipe."""

import asyncio
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from rich.console import Console

from engine.kernel.completion import Completion

if TYPE_CHECKING:
    from prompt_toolkit.completion import Completer
    from prompt_toolkit.key_binding import KeyBindings

Completing = Callable[[str], Awaitable[Sequence[Completion]]]
"""How a line can go on."""


class Left(Exception):
    """The player has gone: end of input, Ctrl-C or Ctrl-D."""


class Lines(Protocol):
    """Where the player's lines come from."""

    live: bool
    """Whether somebody sits there who can be asked and waited for."""

    async def read(self, prompt: str, completing: Completing | None = None) -> str:
        """The next line. Raises `Left`."""
        ...


class Pipe:
    """Lines of standard input, each shown as if it had been typed."""

    live = False

    def __init__(self, console: Console) -> None:
        self._console = console

    async def read(self, prompt: str, completing: Completing | None = None) -> str:
        while True:
            line: str = await asyncio.to_thread(sys.stdin.readline)
            if not line:
                raise Left
            if line.strip() and not line.lstrip().startswith("#"):
                self._console.print(f"{prompt}{line.strip()}", markup=False, highlight=False)
                return line.strip()


class Keyboard:
    """A terminal: editing, history, completion as one types."""

    live = True

    def __init__(self) -> None:
        from prompt_toolkit import PromptSession

        self._session: PromptSession[str] = PromptSession(
            complete_while_typing=True, reserve_space_for_menu=6, key_bindings=_keys()
        )
        self._answers: PromptSession[str] = PromptSession()

    async def read(self, prompt: str, completing: Completing | None = None) -> str:
        while True:
            try:
                if completing is None:
                    return (await self._answers.prompt_async(prompt)).strip()
                return (await self._session.prompt_async(prompt, completer=_completer(completing))).strip()
            except EOFError:
                raise Left from None
            except KeyboardInterrupt:  # on a line begun it takes back the line, otherwise it leaves
                if completing is None or not self._session.default_buffer.text:
                    raise Left from None


def _keys() -> "KeyBindings":
    """Tab takes what is marked in the menu, or the first of it, and shows what may come next."""
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

    keys = KeyBindings()

    @keys.add("tab")
    def _take(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        state = buffer.complete_state
        if state is not None and state.completions:
            buffer.apply_completion(state.current_completion or state.completions[0])
        buffer.start_completion(select_first=False)

    return keys


def _completer(completing: Completing) -> "Completer":
    from prompt_toolkit.completion import CompleteEvent, Completer
    from prompt_toolkit.completion import Completion as Shown
    from prompt_toolkit.document import Document

    class Orders(Completer):
        def get_completions(self, document: Document, complete_event: CompleteEvent) -> list[Shown]:
            return []

        async def get_completions_async(
            self, document: Document, complete_event: CompleteEvent
        ) -> AsyncGenerator[Shown, None]:
            typed = document.text_before_cursor
            for way in await completing(typed):
                line = way.line if way.done else f"{way.line} "
                if line.strip() != typed.strip():
                    yield Shown(line, -len(typed), display=way.label)

    return Orders()


def lines(console: Console) -> Lines:
    """The keyboard where there is one."""
    return Keyboard() if sys.stdin.isatty() and sys.stdout.isatty() else Pipe(console)
