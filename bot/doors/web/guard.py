"""Who is let in: requests that came to us by our own name, changes that came from our own pages.

A page of somebody else's can make a browser send requests here, and can have its own name point here (DNS
rebinding). Neither gets anything but a refusal in one plain sentence.
"""

import ipaddress
from collections.abc import Awaitable, Callable, Iterable
from typing import Final
from urllib.parse import urlsplit

import structlog
from aiohttp import web
from aiohttp.typedefs import Middleware

from bot.doors.web.pages import h, refusal_page
from bot.errors import UserError
from bot.logs import where
from bot.store.faults import NotRecorded

MOST: Final = 16 * 1024
"""Bytes a request may carry; no order needs nearly as many."""

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

_log = structlog.get_logger(__name__)


class Refused(Exception):
    """A request that gets nothing but this status and sentence."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason


NO_LINK: Final = "This link opens nothing here. Ask whoever gave it to you for a new one."


def _name(host: str) -> str:
    """The name in a Host header, without the port."""
    return (urlsplit(f"//{host}").hostname or "").casefold()


def known_host(host: str, names: Iterable[str]) -> bool:
    """Whether a request was addressed to us: by number, as localhost, or by a name we were given."""
    try:
        name = _name(host)
    except ValueError:
        return False
    if name == "localhost" or name.endswith(".localhost") or name in {one.casefold() for one in names}:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def from_our_pages(request: web.Request) -> bool:
    """Whether a change was asked for by one of our own pages."""
    origin = request.headers.get("Origin")
    if origin is not None:
        return urlsplit(origin).netloc.casefold() == request.headers.get("Host", "").casefold()
    return request.headers.get("Sec-Fetch-Site") == "same-origin"


def wants_data(request: web.Request) -> bool:
    """Whether a script of ours asks, and not a person."""
    return "application/json" in request.headers.get("Accept", "")


def guarding(names: Iterable[str]) -> Middleware:
    """The middleware that lets in and turns away."""
    known = tuple(names)

    @web.middleware
    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            if not known_host(request.headers.get("Host", ""), known):
                raise Refused(421, "This table does not go by that name.")
            if request.method not in ("GET", "HEAD") and not from_our_pages(request):
                raise Refused(403, "That did not come from a page of this table.")
            response = await handler(request)
        except Refused as refused:
            response = refusal(request, refused.status, refused.reason)
        except UserError as error:
            response = refusal(request, 400, str(error))
        except NotRecorded as fault:
            response = refusal(request, 503, f"The database cannot be used: {fault.reason}.")
        except web.HTTPRequestEntityTooLarge:
            response = refusal(request, 413, "That is more than any order needs.")
        except web.HTTPNotFound:
            response = refusal(request, 404, NO_LINK)
        except web.HTTPMethodNotAllowed:
            response = refusal(request, 405, "That cannot be done here.")
        except web.HTTPException as other:
            if other.status < 400:
                raise
            response = refusal(request, other.status, "That request could not be read.")
        except (ConnectionResetError, TimeoutError):
            raise
        except Exception as error:
            # Nor is the path told: the secret of a link is in it.
            _log.error("a page stumbled", trace=where(error))
            response = refusal(request, 500, "The table stumbled over this; look at the game and try again.")
        if not response.prepared:
            for header, value in HEADERS.items():
                response.headers.setdefault(header, value)
            response.headers.setdefault("Cache-Control", "no-store")
        return response

    return guard


def refusal(request: web.Request, status: int, reason: str) -> web.Response:
    """A refusal, as data for our scripts and as a page for people."""
    if wants_data(request):
        return web.json_response({"kind": "refused", "reason": reason, "html": h(reason)}, status=status)
    return web.Response(text=refusal_page(reason), content_type="text/html", status=status)
