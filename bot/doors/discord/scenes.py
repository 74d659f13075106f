"""What is told, cut where an episode begins or ends: a battle has a message of its own."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from bot.telling import Telling
from engine.kernel.game import Event
from render import Scribe


@dataclass(slots=True)
class Scene:
    """Lines and public events that belong together; "" is the name of whatever is no episode."""

    name: str
    lines: list[str] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)


def scenes(scribe: Scribe, now: str, tellings: Iterable[Telling]) -> list[Scene]:
    """The scenes, the first of which goes on with what went on before. What ends an episode is its last line,
    and what begins one its first."""
    found = [Scene(now)]
    for event, line in tellings:
        after = now if event is None else scribe.scene(event, now)
        if after and after != now:
            found.append(Scene(after))
        if line:
            found[-1].lines.append(line)
        if event is not None:
            found[-1].events.append(event)
        if now and not after:
            found.append(Scene(""))
        now = after
    return found
