"""Starting the Discord door: what the environment says of a web table beside it."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.doors.discord.running import _watching
from bot.errors import UserError
from bot.live import GameInfo
from engine.kernel.seats import SPECTATOR, Viewer

GAME = GameInfo(
    id="abcdef",
    key="tiny",
    name="A game",
    title="Tiny",
    stage="playing",
    frozen=None,
    server="1",
    admins="",
    begun=0.0,
    version=1,
    commitment="",
    options={},
    seats=(),
    listeners=(("discord:thread:1", SPECTATOR),),
)


def test_with_a_public_address_onlookers_are_told_where_to_watch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FARSPEAKER_TABLE_URL", "https://table.example.org/")
    watching = _watching(tmp_path)
    link = watching(GAME)
    assert link.startswith("https://table.example.org/watch/abcdef/")
    assert _watching(tmp_path)(GAME) == link, "the same after a restart"
    assert watching(replace(GAME, listeners=(("discord:user:1", Viewer("left")),))) == "", "nobody looks on"


def test_without_one_there_is_no_link_and_no_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FARSPEAKER_TABLE_URL", raising=False)
    assert _watching(tmp_path)(GAME) == ""
    assert list(tmp_path.iterdir()) == []


def test_a_wrong_address_is_one_sentence_at_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FARSPEAKER_TABLE_URL", "table.example.org")
    with pytest.raises(UserError, match="FARSPEAKER_TABLE_URL"):
        _watching(tmp_path)
