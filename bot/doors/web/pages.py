"""HTML: templates with holes, and everything that goes into a hole made harmless first."""

from functools import cache
from html import escape
from importlib import resources
from string import Template
from typing import Any, Final

_ROOT: Final = "bot.doors.web"


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


def h(value: Any) -> Html:
    """Anything as HTML; plain text is escaped."""
    return value if isinstance(value, Html) else Html(escape(str(value), quote=True))


def joined(*parts: Any) -> Html:
    """Parts one after the other."""
    return Html("".join(h(part) for part in parts))


def tag(name: str, /, *inside: Any, **attributes: Any) -> Html:
    """An element. `class_` and `for_` lose their underscore, others become dashes; None and False are left
    out."""
    said = []
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        key = key.rstrip("_").replace("_", "-")
        said.append(key if value is True else f'{key}="{escape(str(value), quote=True)}"')
    opening = " ".join([name, *said])
    if name in ("input", "br", "hr"):
        return Html(f"<{opening}>")
    return Html(f"<{opening}>{joined(*inside)}</{name}>")


@cache
def _template(name: str) -> Template:
    file = resources.files(_ROOT).joinpath("templates", f"{name}.html")
    return Template(file.read_text(encoding="utf-8"))


def page(name: str, /, **holes: Any) -> str:
    """A page; every hole is escaped unless it is `Html`."""
    return _template(name).substitute({key: h(value) for key, value in holes.items()})


def whole(title: str, body: str, *, kind: str = "plain", scripts: str = "", styles: str = "") -> str:
    """A page inside the frame that all pages share."""
    return page("frame", title=title, body=Html(body), kind=kind, scripts=Html(scripts), styles=Html(styles))


def refusal_page(reason: str) -> str:
    """A refusal for people."""
    inside = joined(
        tag("h1", "Not here"), tag("p", reason), tag("p", tag("a", "To the table", href="/", class_="button"))
    )
    return whole("Farspeaker", tag("main", inside, class_="sheet", id="main"))
