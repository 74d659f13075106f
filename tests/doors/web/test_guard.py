"""Who is turned away, in plain words, and what is never let out."""

from pathlib import Path

import aiohttp
import pytest

from bot.errors import UserError
from bot.links import Links, table_address, table_key, watch_link
from engine.kernel.seats import SPECTATOR, viewer_of
from tests.doors.web.conftest import KEY, Served


def ours(served: Served) -> dict[str, str]:
    """The headers of a request from our own page."""
    return {"Origin": served.url, "Accept": "application/json"}


async def test_wrong_and_guessed_links_open_nothing(served: Served, http: aiohttp.ClientSession) -> None:
    """A wrong secret, another seat's, another game's, a game that is not there: one and the same answer."""
    game, other = await served.begin(), await served.begin()
    seat = await served.seat(game, "crusader")
    secret = seat.rsplit("/", 1)[1]
    elsewhere = (await served.seat(other, "crusader")).rsplit("/", 1)[1]
    wrong = [
        f"{served.url}/seat/{game}/crusader/{'0' * 40}",
        f"{served.url}/seat/{game}/wersgorix/{secret}",
        f"{served.url}/seat/{other}/crusader/{secret}",
        f"{served.url}/seat/{game}/crusader/{elsewhere}",
        f"{served.url}/seat/{game}/nobody/{secret}",
        f"{served.url}/seat/zzzzzz/crusader/{secret}",
        f"{served.url}/seat/{game}/spectator/{secret}",
        f"{served.url}/watch/{game}/{secret}",
        f"{served.url}/both/{game}/{secret}",
        f"{served.url}/seat/{game}/crusader/{secret}/../../wersgorix/{secret}",
        f"{served.url}/nothing",
        f"{served.url}/static/..%2fapp.py",
    ]
    texts = set()
    for url in wrong:
        for path in ("", "/state", "/events", "/complete?line="):
            async with http.get(url + path) as answer:
                assert answer.status == 404, url
                if "/static/" not in url:
                    texts.add(await answer.text())
    assert len(texts) == 1
    async with http.get(seat) as answer:
        assert answer.status == 200


async def test_a_computers_seat_has_no_link(served: Served, http: aiohttp.ClientSession) -> None:
    game = await served.begin("computer")
    async with http.get(await served.seat(game, "wersgorix")) as answer:
        assert answer.status == 404


async def test_the_list_of_games_is_for_whoever_keeps_the_table(
    served: Served, http: aiohttp.ClientSession
) -> None:
    for url in (served.url, f"{served.url}/?key=guess"):
        async with http.get(url) as answer:
            assert answer.status == 403
            assert "/seat/" not in await answer.text()
    async with http.post(f"{served.url}/new", headers=ours(served), data={}) as answer:
        assert answer.status == 403
    assert await served.store.games() == []


async def test_spectators_do_not_touch(served: Served, http: aiohttp.ClientSession) -> None:
    game = await served.begin()
    for what in ("order", "undo", "consent", "word", "draw", "resign"):
        url = f"{served.watch(game)}/{what}"
        async with http.post(url, headers=ours(served), json={"line": "muster"}) as answer:
            assert answer.status == 403, what
    for what in ("complete?line=", "click?place=0212", "help"):
        async with http.get(f"{served.watch(game)}/{what}") as answer:
            assert answer.status == 403, what


async def test_other_hosts_are_turned_away(served: Served, http: aiohttp.ClientSession) -> None:
    """DNS rebinding: our address under somebody else's name gets nothing, not even with the right link."""
    game = await served.begin()
    for name in ("evil.example", f"evil.example:{served.port}", "127.0.0.1.evil.example", "", "[::1", "a b"):
        async with http.get(await served.seat(game, "crusader"), headers={"Host": name}) as answer:
            assert answer.status in (400, 421), name
            assert "Thraxian" not in await answer.text()
    for name in (f"localhost:{served.port}", f"127.0.0.1:{served.port}"):
        async with http.get(await served.seat(game, "crusader"), headers={"Host": name}) as answer:
            assert answer.status == 200


async def test_other_sites_change_nothing(served: Served, http: aiohttp.ClientSession) -> None:
    """CSRF: an order that does not come from our own page is refused."""
    game = await served.begin()
    seat = await served.seat(game, "wersgorix")
    before = (await served.referee.position(game, SPECTATOR)).seq
    headers: dict[str, str]
    for headers in (
        {},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Origin": f"http://localhost:{served.port}"},
    ):
        async with http.post(f"{seat}/order", headers=headers, data={"line": "muster"}) as answer:
            assert answer.status == 403, headers
    assert (await served.referee.position(game, SPECTATOR)).seq == before


MALFORMED = (
    b"",
    b"[]",
    b'{"line": 5}',
    b'{"line": null}',
    b"\xff\xfe",
    b"[" * 5000,
    b'{"line": "' + b"x" * 700 + b'"}',
    b'{"line": "' + b"x" * 20000 + b'"}',
    b'{"line": "\\u0000\\ud800 move"}',
    b"not json",
)


async def test_malformed_input_gets_a_plain_refusal(served: Served, http: aiohttp.ClientSession) -> None:
    game = await served.begin()
    seat = await served.seat(game, "wersgorix")
    headers = {**ours(served), "Content-Type": "application/json"}
    for body in MALFORMED:
        async with http.post(f"{seat}/order", headers=headers, data=body) as answer:
            said = await answer.json()
            assert answer.status in (200, 400, 413)
            assert said["kind"] == "refused"
            assert said["html"]
    for query in (
        "state?at=999",
        "state?at=x",
        "state?at=-5",
        "state?after=99999999999",
        f"state?have={'x' * 3000}",
        "click?place=-1",
        "click?place=%00%ff&from=%F0%9F%98%80&line=%22",
        f"click?place={'9' * 500}",
        "ground/nowhere",
        "ground/..%2f..%2fexport",
    ):
        async with http.get(f"{seat}/{query}", headers=headers) as answer:
            assert answer.status in (200, 400, 404)
            assert "Traceback" not in await answer.text()
    async with http.get(f"{seat}/complete", params={"line": "x" * 5000}, headers=headers) as answer:
        assert answer.status == 413


async def test_words_on_a_page_are_harmless(served: Served, http: aiohttp.ClientSession) -> None:
    """What a player types shows up as text."""
    game = await served.begin()
    seat = await served.seat(game, "wersgorix")
    evil = "<script>alert(1)</script>"
    async with http.post(f"{seat}/word", headers=ours(served), json={"word": evil}) as answer:
        assert (await answer.json())["kind"] in ("done", "refused")
    async with http.get(seat) as answer:
        text = await answer.text()
        assert evil not in text
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert answer.headers["Cache-Control"] == "no-store"
    async with http.get(f"{served.url}/rules", params={"q": evil}) as answer:
        assert evil not in await answer.text()


async def test_a_repeated_order_is_taken_once(served: Served, http: aiohttp.ClientSession) -> None:
    game = await served.begin()
    asked = (await served.referee.position(game, SPECTATOR)).pending[0].seat
    own = await served.referee.position(game, viewer_of(asked))
    seat = await served.seat(game, asked)
    answers = []
    for _ in range(2):
        order = {"line": own.pending[0].default, "ref": "same"}
        async with http.post(f"{seat}/order", headers=ours(served), json=order) as answer:
            answers.append(await answer.json())
    assert answers[0]["kind"] == "done"
    assert answers[0] == answers[1]


async def test_export_and_verify(served: Served, http: aiohttp.ClientSession) -> None:
    """A game of the table is exported and verified like any other, without its secrets."""
    from bot import exports

    game = await served.begin()
    await served.play_to(game, "crusader_movement")
    async with http.get(f"{served.watch(game)}/export") as answer:
        data = await answer.read()
    export, _ = exports.verify_file(data, served.referee.rules)
    assert export.sealed
    stored = await served.store.load(game)
    assert stored is not None
    assert stored.seed is not None
    assert stored.seed.hex().encode() not in data
    async with http.get(f"{served.watch(game)}/verify") as answer:
        assert "every order holds" in await answer.text()
    async with http.get(f"{served.watch(game)}/map.png") as answer:
        assert (await answer.read()).startswith(b"\x89PNG")


def test_the_key_is_made_once_and_kept_to_oneself(tmp_path: Path) -> None:
    key = table_key(tmp_path / "data")
    assert table_key(tmp_path / "data") == key
    assert (tmp_path / "data" / "table.key").stat().st_mode & 0o077 == 0
    assert Links(key).host() != Links(b"x" * 32).host()
    (tmp_path / "data" / "table.key").write_text("zz")
    with pytest.raises(UserError):
        table_key(tmp_path / "data")


async def test_no_secret_is_written_to_a_log(
    served: Served,
    http: aiohttp.ClientSession,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Even when a page stumbles, its link is not in what is logged."""
    game = await served.begin()
    seat = await served.seat(game, "crusader")

    async def fall(game: str) -> str:
        raise RuntimeError("fallen")

    monkeypatch.setattr(served.table.hub, "head", fall)
    async with http.get(seat) as answer:
        assert answer.status == 500
        assert "Traceback" not in await answer.text()
    said = "".join(capsys.readouterr())
    assert "fallen" in said
    assert seat.rsplit("/", 1)[1] not in said


async def test_where_onlookers_of_a_public_game_can_watch(
    served: Served, http: aiohttp.ClientSession
) -> None:
    """Another door can work out the link; a game that no channel hears of is nobody's business."""
    made = await served.referee.create("crusade", server="guild", channels=("thread",))
    for seat in ("white", "black"):
        player = await served.referee.player("discord", seat, seat)
        await served.referee.join(made.game, seat, player.id)
    base = table_address({"FARSPEAKER_TABLE_URL": f"{served.url}/"})
    assert watch_link(base, KEY, await served.referee.info(made.game)) == ""  # it has not begun
    await served.referee.begin(made.game)
    link = watch_link(base, KEY, await served.referee.info(made.game))
    assert link == served.watch(made.game)
    for path in ("", "/state", "/export"):
        async with http.get(link + path) as answer:
            assert answer.status == 200, path
    assert watch_link("", KEY, await served.referee.info(made.game)) == ""
    private = await served.begin()
    assert watch_link(base, KEY, await served.referee.info(private)) == ""


@pytest.mark.parametrize(
    "wrong", ["table.example.org", "ftp://a", "https://", "https://a/b", "https://a?b", "http://["]
)
def test_an_address_that_is_none(wrong: str) -> None:
    with pytest.raises(UserError, match="FARSPEAKER_TABLE_URL"):
        table_address({"FARSPEAKER_TABLE_URL": wrong})
    assert table_address({}) == ""
