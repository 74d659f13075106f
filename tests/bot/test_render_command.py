"""`farspeaker render` and `farspeaker gallery`."""

from itertools import islice
from pathlib import Path

import pytest

from bot import cli, exports, games
from bot.commands.gallery import page
from bot.errors import UserError
from bot.gallery import draw_all
from bot.games import game
from bot.pictures import open_film
from engine.kernel.codec import canonical
from engine.kernel.record import Record
from engine.kernel.seats import Seat
from render import Drawn


@pytest.fixture(scope="module")
def record() -> Record[object]:
    """A game played by defaults for a while."""
    made: Record[object] = Record.create(game("high_crusade"), bytes(32), {"scenario": "basic"})
    while made.count < 60 and not made.over:
        decision = made.game.pending(made.state)[0]
        made.submit(Seat(decision.seat), decision.default)
    return made


@pytest.fixture(scope="module")
def log(record: Record[object], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game as a file, secrets and all."""
    file = tmp_path_factory.mktemp("log") / "game.farspeaker"
    file.write_bytes(exports.export(record.game, record.entries, full=True))
    return file


def run(*words: str | Path) -> None:
    """The command line, which must succeed."""
    with pytest.raises(SystemExit) as ended:
        cli.main([str(word) for word in words])
    assert ended.value.code == 0


def test_a_position_out_of_a_log(log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Any entry, any viewer, either theme."""
    out = tmp_path / "map.png"
    run("render", log, "--at", "20", "--viewer", "crusader", "--theme", "light", "--size", "frame", "-o", out)
    assert out.read_bytes().startswith(b"\x89PNG")
    assert "map.png" in capsys.readouterr().out
    run("render", log, "--kind", "text")
    assert "THE HIGH CRUSADE" in capsys.readouterr().out
    run("render", log, "--since", "5", "--kind", "alt")
    assert "Map of The High Crusade" in capsys.readouterr().out
    run("render", log, "--card", "Sir Roger", "-o", tmp_path / "card.png")
    run("render", log, "--kind", "summary", "--since", "20", "-o", tmp_path / "strip.png")
    run("render", log, "--kind", "poster", "-o", tmp_path / "poster.png")
    run("render", log, "--kind", "replay", "--turn", "1", "-o", tmp_path / "turn.webp")
    assert (tmp_path / "turn.webp").read_bytes()[8:12] == b"WEBP"


def test_a_plain_log_will_do(record: Record[object], tmp_path: Path) -> None:
    """One entry a line."""
    file = tmp_path / "plain.log"
    file.write_text("".join(f"{canonical(entry.to_plain())}\n" for entry in record.entries))
    film = open_film(file, "wersgorix")
    assert film.at(None).view == game("high_crusade").view(record.state, film.viewer)
    assert [step.seq for step in film.phases()][-1] == record.count - 1


def test_what_cannot_be_drawn_is_said_in_a_sentence(
    log: Path, record: Record[object], tmp_path: Path
) -> None:
    """Wrong files, viewers, entries and sizes."""
    with pytest.raises(UserError, match="no entry 999"):
        open_film(log).at(999)
    with pytest.raises(UserError, match="Nobody here"):
        open_film(log, "pope")
    with pytest.raises(UserError, match="cannot be read"):
        open_film(tmp_path / "nothing")
    noise = tmp_path / "noise"
    noise.write_bytes(b"\xff\x00 hello")
    with pytest.raises(UserError, match="not a log"):
        open_film(noise)
    sealed = tmp_path / "sealed"
    sealed.write_bytes(exports.export(record.game, record.entries))
    with pytest.raises(UserError, match="--full"):
        open_film(sealed)
    for words in (["--size", "huge"], ["--theme", "pink"], ["--kind", "opera"], ["--kind", "closeup"]):
        with pytest.raises(SystemExit) as ended:
            cli.main(["render", str(log), *words])
        assert ended.value.code == 1


def test_the_page_of_the_gallery() -> None:
    """Every picture with its description; what is in a name cannot break the page."""
    drawn = Drawn("a.png", b"x" * 2048, 10, 20, 'Map of "everything" <all>')
    text = page([("Group & Co", "one", drawn), ("Group & Co", "two", drawn)])
    assert text.count("<figure>") == 2
    assert text.count("<h2>") == 1
    assert "&quot;everything&quot; &lt;all&gt;" in text


@pytest.mark.parametrize("key", games.SHELF)
def test_the_gallery_of_any_game(key: str) -> None:
    """A game between computers, drawn for every viewer; file names differ."""
    viewers = 1 + len(game(key).seats)
    made = list(islice(draw_all(key), 2 * viewers))
    assert len({drawn.name for _, _, drawn in made}) == len(made)
    assert all(drawn.data and drawn.alt for _, _, drawn in made)
