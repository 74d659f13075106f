"""The ground: locks, the wheel, the command line and the import contracts."""

import ast
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
import typer

from bot import cli
from bot.errors import UserError

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("bot", "engine", "render", "data")
LOCKS = ("requirements.lock", "requirements-dev.lock")
# What is made beside the sources and belongs in no wheel.
LITTER = ("__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache")


def run(*command: str | Path, cwd: Path, env: Mapping[str, str] | None = None) -> str:
    """Run a command and return what it wrote; its words are in the failure if it fails."""
    done = subprocess.run([str(word) for word in command], cwd=cwd, env=env, capture_output=True, text=True)
    assert done.returncode == 0, f"{command} ended with {done.returncode}:\n{done.stdout}{done.stderr}"
    return done.stdout


def pinned(lock: str) -> dict[str, str]:
    """Name -> version of every package of a lock file."""
    found = re.findall(r"^([a-z0-9][a-z0-9.-]*)==(\S+)", (ROOT / lock).read_text(), re.MULTILINE)
    return dict(found)


def files_of(package: str, root: Path = ROOT) -> Iterator[Path]:
    """Every file of a package that is part of the project, relative to the root."""
    for path in sorted((root / package).rglob("*")):
        hidden = any(part.startswith(".") for part in path.relative_to(root).parts)
        if path.is_file() and not hidden and not set(path.parts) & set(LITTER):
            yield path.relative_to(root)


# Locks


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_no_host(lock: str) -> None:
    """No address, no index, no option: a lock says what is installed and never from where."""
    for line in (ROOT / lock).read_text().splitlines():
        assert "://" not in line, line
        assert re.match(r"[a-z0-9]|    --hash=sha256:[0-9a-f]{64}( \\)?$|    #", line), line
        assert " @ " not in line, line


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_hashes_every_package(lock: str) -> None:
    """Every pinned package is followed by at least one hash."""
    text = (ROOT / lock).read_text()
    entries = re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE)[1:]
    assert len(entries) == len(pinned(lock)) > 10
    assert [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry] == []


def test_the_locks_agree_with_each_other_and_with_the_project() -> None:
    """The development lock holds the runtime lock, and every dependency that is declared is locked."""
    runtime, dev = pinned("requirements.lock"), pinned("requirements-dev.lock")
    assert runtime.items() <= dev.items()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

    def names(requirements: list[str]) -> set[str]:
        return {re.sub(r"[-_.]+", "-", re.split(r"[\[<>=!~; ]", it)[0]).lower() for it in requirements}

    assert names(project["dependencies"]) <= runtime.keys()
    assert names(project["optional-dependencies"]["dev"]) <= dev.keys()


# The wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy of the sources without a network."""
    source = tmp_path_factory.mktemp("source")
    for name in PACKAGES:
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns(*LITTER))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source / name)
    out = tmp_path_factory.mktemp("wheel")
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    run(*pip, "wheel", "--no-deps", "--no-index", "--no-build-isolation", "-w", out, ".", cwd=source)
    (built,) = out.glob("*.whl")
    return built


def test_the_wheel_holds_every_file_of_its_packages(wheel: Path) -> None:
    """Code and data alike; a new kind of data file belongs into package-data of pyproject.toml."""
    inside = set(zipfile.ZipFile(wheel).namelist())
    wanted = {path.as_posix() for package in PACKAGES for path in files_of(package)}
    assert wanted - inside == set()
    tops = {name.split("/")[0] for name in inside}
    assert {top for top in tops if not top.endswith(".dist-info")} == set(PACKAGES)


def test_the_installed_wheel_runs(wheel: Path, tmp_path: Path) -> None:
    """In an environment of its own, away from the clone: the command starts and finds its data."""
    home = tmp_path / "venv"
    run(sys.executable, "-m", "venv", "--without-pip", home, cwd=tmp_path)
    python = home / "bin" / "python"
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--python", python)
    run(*pip, "install", "--no-deps", "--no-index", wheel, cwd=tmp_path)
    # The dependencies are lent by the environment of this test; its editable install is not.
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    where = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=tmp_path, env=env)
    (Path(where.strip()) / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")

    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert run(home / "bin" / "farspeaker", "--version", cwd=tmp_path, env=env) == f"farspeaker {version}\n"
    find = (
        "import bot, importlib.resources as r; print(bot.__file__); print(r.files('data') / 'high_crusade')"
    )
    for place in run(python, "-c", find, cwd=tmp_path, env=env).split():
        assert Path(place).resolve().is_relative_to(home.resolve())
        assert Path(place).exists()


# The command line


def test_the_command_starts_light() -> None:
    """Importing the command line imports neither Discord nor a database nor a picture."""
    heavy = ("discord", "sqlalchemy", "sqlmodel", "alembic", "PIL", "prompt_toolkit", "engine.high_crusade")
    code = f"import sys, bot.cli; print([name for name in {heavy!r} if name in sys.modules])"
    assert run(sys.executable, "-c", code, cwd=ROOT).strip() == "[]"


def test_without_a_subcommand_a_door_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord where there is a token for it, else the table."""
    from bot.commands import discord, table

    opened: list[str] = []
    monkeypatch.setattr(discord, "serve", lambda: opened.append("discord"))
    monkeypatch.setattr(table, "serve", lambda: opened.append("table"))
    for token in ("", "a token"):
        monkeypatch.setenv("DISCORD_TOKEN", token)
        with pytest.raises(SystemExit) as left:
            cli.main([])
        assert left.value.code == 0
    assert opened == ["table", "discord"]


def test_an_expected_error_is_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A UserError is its own text on standard error and an exit code, without a traceback."""
    app = typer.Typer()

    @app.command()
    def fail() -> None:
        raise UserError("There is no such pack.")

    monkeypatch.setattr(cli, "app", app)
    with pytest.raises(SystemExit) as exit_:
        cli.main([])
    assert exit_.value.code == UserError.exit_code
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", "There is no such pack.\n")


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_subcommand_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each module in COMMANDS brings a subcommand of its name (`_` as `-`, none at the end) with help."""
    with pytest.raises(SystemExit) as exit_:
        cli.main([name.rstrip("_").replace("_", "-"), "--help"])
    assert exit_.value.code == 0
    assert "Usage: farspeaker" in capsys.readouterr().out


# Import contracts


def imports_of(path: Path) -> Iterator[tuple[str, str]]:
    """(module, name) of every import of a file; the name is empty for `import module`."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield from ((node.module or "", alias.name) for alias in node.names)


def test_the_engine_imports_nothing_but_the_standard_library() -> None:
    """Stronger than the contract, which can only name packages."""
    foreign = {
        (str(path), module)
        for path in files_of("engine")
        if path.suffix == ".py"
        for module, _ in imports_of(ROOT / path)
        if module.split(".")[0] not in sys.stdlib_module_names | {"engine"}
    }
    assert foreign == set()


def test_pictures_and_doors_never_name_a_state() -> None:
    """Also not one that another module of the engine hands on."""
    named = {
        (str(path), module, name)
        for package in ("render", "bot/doors")
        for path in files_of(package)
        if path.suffix == ".py"
        for module, name in imports_of(ROOT / path)
        if module.split(".")[0] == "engine" and ("state" in module.split(".") or name in ("state", "State"))
    }
    assert named == set()


def test_each_contract_catches_what_it_is_for(tmp_path: Path) -> None:
    """A small house with one sin against each contract breaks each of them."""
    config = (ROOT / "pyproject.toml").read_text()
    (tmp_path / "pyproject.toml").write_text(config[config.index("[tool.importlinter]") :])
    house = {
        "bot/doors/web/table.py": "import engine.some_game.state\n",
        "render/some_game.py": "import engine.kernel.log\n",
        "engine/kernel/log.py": "import engine.some_game.state\n",
        "engine/some_game/state.py": "import time\nimport render.some_game\n",
        "data/some_game/pack.py": "",
    }
    for name, text in house.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        for parent in path.relative_to(tmp_path).parents[:-1]:
            (tmp_path / parent / "__init__.py").touch()
    lint = Path(sys.executable).parent / "lint-imports"
    env = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([lint, "--no-cache"], cwd=tmp_path, env=env, capture_output=True, text=True)
    assert "Contracts: 0 kept, 4 broken." in done.stdout, done.stdout + done.stderr
