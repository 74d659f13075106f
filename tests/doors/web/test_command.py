"""`farspeaker` without a token: it says where it listens, stops politely, and carries on."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener


def start(folder: Path, *words: str) -> tuple["subprocess.Popen[str]", str, str]:
    """The running table, its link, and everything it said."""
    env = {key: value for key, value in os.environ.items() if key not in ("DISCORD_TOKEN", "DATABASE_URL")}
    env |= {"FARSPEAKER_DATA": str(folder), "DISCORD_TOKEN": "", "DISPLAY": ""}
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "bot.cli", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=env,
        start_new_session=True,
    )
    assert process.stdout is not None
    said = "".join(process.stdout.readline() for _ in range(3))
    found = re.search(r"http://127\.0\.0\.1:\d+/\?key=[0-9a-f]+", said)
    assert found, said
    return process, found.group(), said


def picture(link: str) -> bytes:
    """Begin a game as a browser would, and have its board drawn."""
    browser = build_opener(HTTPCookieProcessor())
    browser.open(link).close()
    home = link.partition("/?")[0]
    wish = urlencode({"game": "crusade", "opponent": "computer", "seat": "white"}).encode()
    with browser.open(Request(f"{home}/new", wish, {"Origin": home})) as page:
        seat = page.geturl()
    with browser.open(f"{seat}/map.png") as drawn:
        return bytes(drawn.read())


def test_it_says_where_it_listens_and_survives_ctrl_c(tmp_path: Path) -> None:
    keys = []
    for words in ((), ("table", "--no-browser", "--port", "0")):
        process, link, said = start(tmp_path, *words)
        try:
            assert str(tmp_path) in said
            assert "DISCORD_TOKEN" in said
            assert "Traceback" not in said
            keys.append(link.partition("key=")[2])
            if words:
                assert picture(link).startswith(b"\x89PNG")
        finally:
            os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to whoever helps it too
            rest = process.communicate(timeout=20)[0]
        assert process.returncode == 0, rest
        assert "The games are kept" in rest
        assert "Traceback" not in rest
    assert keys[0] == keys[1]
    assert (tmp_path / "farspeaker.sqlite3").exists()
