"""How a race is converted, and who sees what (rules 8.2 and 2.4)."""

import pytest

from engine.high_crusade.conversion import ConversionRolled, FaceShown, RaceConverted
from engine.high_crusade.view import SeenThrall
from engine.kernel.dice import CommittedDice
from engine.kernel.seats import Viewer
from tests.support.board import Board, found, one


def trying(attitude: str = "A", equipment: int = 5) -> Board:
    """Sir Roger on Cindle, where all is ready for a race of this attitude."""
    board = Board().set(equipment=equipment, churches={"Cindle 2": "church"}, castles={"Cindle 2"})
    board.race("Cindle", attitude)
    board.leader("Sir Roger", "Cindle 1")
    board.leader("Sir Owain", "Thraxian 1")
    return board


def seen(board: Board, viewer: str, planet: str = "Cindle") -> SeenThrall:
    """A race as a viewer sees it."""
    return board.game.view(board.state, Viewer(viewer)).thralls[planet]


def attempt(board: Board, die: int, extra: int = 0) -> ConversionRolled:
    """Announce an attempt and roll it."""
    if board.state.phase != "conversion":
        board.phase("conversion")
    board.give("crusader", "convert Cindle with Sir Roger" + (f" adding {extra}" if extra else ""))
    return one(board.give("crusader", "done", dice=[die]), ConversionRolled)


@pytest.mark.rule("8.2.1")
def test_all_are_announced_then_rolled() -> None:
    """No die is thrown before the player is done, then one for each attempt, in order."""
    board = trying()
    board.race("Thraxian", "A")
    board.phase("conversion")
    assert not found(board.give("crusader", "convert Cindle with Sir Roger"), ConversionRolled)
    assert not found(board.give("crusader", "convert Thraxian with Sir Owain"), ConversionRolled)
    rolls = found(board.give("crusader", "done", dice=[6, 1]), ConversionRolled)
    assert [(roll.planet, roll.rolled, roll.success) for roll in rolls] == [
        ("Cindle", (6,), False),
        ("Thraxian", (1,), True),
    ]


@pytest.mark.rule("8.2.2")
@pytest.mark.parametrize("piece", ["Wersgorix fleet A", "Wersgorix garrison", "Drusk"])
def test_wersgorix_on_the_planet_add_two(piece: str) -> None:
    """Any Wersgorix piece on the planet makes it harder."""
    board = trying()
    if piece == "Drusk":
        board.leader(piece, "Cindle 3")
    else:
        board.unit(piece, "Cindle 3", 1)
    roll = attempt(board, 1)
    assert (roll.wersgorix, roll.total) == (2, 3)


@pytest.mark.rule("8.2.10")
def test_captive_wersgorix_do_not_count() -> None:
    """A prisoner is no presence of the Empire."""
    board = trying()
    board.unit("Crusader army A", "Cindle 3", 1)
    board.leader("Drusk", "Cindle 3", captor="crusader")
    assert attempt(board, 1).wersgorix == 0


@pytest.mark.rule("8.2.3")
@pytest.mark.rule("8.2.8")
def test_heresy_anywhere_adds_one_once() -> None:
    """One for any number of Heresy markers."""
    board = trying()
    board.race("Borrum", "A", converted=True, heresy=True)
    board.race("Quill", "A", converted=True, heresy=True)
    roll = attempt(board, 1)
    assert (roll.heresy, roll.total) == (1, 2)


@pytest.mark.rule("8.2.4")
@pytest.mark.parametrize(("attitude", "off"), [("A", 1), ("W", 1), ("S", 0)])
def test_a_cathedral_helps_with_the_worldly(attitude: str, off: int) -> None:
    """Subtract 1 if the race is not Spiritual; a church does not do it."""
    board = trying(attitude).set(churches={"Cindle 2": "cathedral"})
    roll = attempt(board, 4)
    assert roll.total == 4 - off
    assert attempt(trying(attitude), 4).total == 4


@pytest.mark.rule("8.2.5")
@pytest.mark.parametrize(("attitude", "cost"), [("A", 1), ("W", 2)])
def test_gifts_count_beyond_the_price(attitude: str, cost: int) -> None:
    """Each point added to the price takes 1 off the die."""
    board = trying(attitude)
    roll = attempt(board, 5, extra=2)
    assert roll.total == 3
    assert board.state.equipment == 5 - cost - 2


@pytest.mark.rule("8.2.5")
def test_three_alliances_take_two_off() -> None:
    """Only all three together, as they are now."""
    board = trying()
    board.ally("Jair", "P'thing'gung", "Ashenk'goli")
    for name, home in (
        ("Elissir", "Jair 1"),
        ("Gong'tzar", "P'thing'gung 1"),
        ("Shakk'ulan", "Ashenk'goli 1"),
    ):
        board.leader(name, home)
    assert attempt(board, 5).total == 3
    board = trying()
    board.ally("Jair", "P'thing'gung")
    board.leader("Elissir", "Jair 1")
    board.leader("Gong'tzar", "P'thing'gung 1")
    assert attempt(board, 5).total == 5


@pytest.mark.rule("8.2.6")
@pytest.mark.rule("2.4.1")
def test_not_above_the_number_converts() -> None:
    """Equal to the conversion number is enough; one above is not."""
    board = trying()
    face = board.state.face("Cindle")
    assert attempt(board, face.conversion).success
    assert board.state.thralls["Cindle"].converted
    board = trying()
    assert not attempt(board, face.conversion + 1).success
    assert not board.state.thralls["Cindle"].converted


@pytest.mark.rule("8.2.7")
@pytest.mark.parametrize(("attitude", "cost"), [("A", 1), ("S", 1), ("W", 2)])
@pytest.mark.parametrize("die", [1, 6])
def test_the_price_is_paid_either_way(attitude: str, cost: int, die: int) -> None:
    """1 Equipment Point, 2 for the Warlike, whatever the outcome."""
    board = trying(attitude)
    attempt(board, die)
    assert board.state.equipment == 5 - cost


@pytest.mark.rule("8.2.10")
def test_no_more_gifts_than_points() -> None:
    """The price comes first."""
    board = trying("W", equipment=3)
    board.phase("conversion")
    board.refused("crusader", "convert Cindle with Sir Roger adding 2", "8.2.10")
    assert board.values("crusader", "convert", planet="Cindle", leader="Sir Roger") == [None, 1]


@pytest.mark.rule("8.2.10")
def test_a_converted_race_is_not_converted_again() -> None:
    """Heretical or not."""
    board = Board()
    board.race("Cindle", "A", converted=True, heresy=True, fief="Sir Roger")
    board.leader("Sir Roger", "Cindle 1")
    board.unit("Crusader army A", "Cindle 1", 1)
    board.phase("conversion")
    board.refused("crusader", "convert Cindle with Sir Roger", "8.2.10")


@pytest.mark.rule("8.2.9")
@pytest.mark.rule("2.4.5")
@pytest.mark.rule("2.4.6")
def test_a_failure_keeps_the_face_hidden() -> None:
    """Everybody sees die and outcome; the face stays with those who knew it."""
    board = trying()
    face = board.state.face("Cindle")
    attempt(board, 6)
    told = " ".join(board.told("spectator"))
    assert "6 on the die" in told
    assert face.name not in told
    assert seen(board, "spectator").face is None
    assert seen(board, "crusader").face == face
    assert seen(board, "wersgorix").face == face


@pytest.mark.rule("2.4.5")
@pytest.mark.rule("2.4.6")
def test_a_success_shows_the_face_to_all() -> None:
    """A converted race lies face up."""
    board = trying()
    face = board.state.face("Cindle")
    attempt(board, 1)
    assert one(board.events, RaceConverted).race == face.name
    for viewer in ("crusader", "wersgorix", "spectator"):
        assert seen(board, viewer).face == face
        assert any(face.name in line for line in board.told(viewer))


@pytest.mark.rule("2.4.2")
@pytest.mark.rule("2.4.4")
@pytest.mark.rule("2.4.5")
def test_the_dossier_is_private_and_lasts() -> None:
    """What he was shown he keeps after his leader has left; spectators learn only that he looked."""
    board = trying().set(phase="conversion")
    face = board.state.face("Cindle")
    assert seen(board, "crusader").face is None
    assert seen(board, "wersgorix").face == face
    events = board.phase("conversion")
    assert seen(board, "crusader") == (False, False, "", 0, face, True)
    assert seen(board, "spectator").face is None
    shown = one(events, FaceShown)
    assert shown.SEALED
    assert shown.REVEALS
    assert any(face.name in line for line in board.told("crusader", [shown]))
    assert not any(face.name in line for line in board.told("spectator", [shown]))
    board.leader("Sir Roger", "Thraxian 1")
    assert seen(board, "crusader").face == face
    assert not found(board.phase("conversion"), FaceShown)


@pytest.mark.rule("2.4.4")
def test_only_unknown_faces_can_be_dealt_again() -> None:
    """What a viewer cannot know may be anything; what he knows stays."""
    board = trying()
    for planet in ("Borrum", "Eskar", "Ganth", "Quill", "Yarrow"):
        board.thrall(planet)
    board.phase("conversion")
    faces = {planet: thrall.face for planet, thrall in board.state.thralls.items()}
    dealt = [
        board.game.redeal(board.state, Viewer("crusader"), CommittedDice(bytes([seed]))).thralls
        for seed in range(20)
    ]
    assert all(thralls["Cindle"].face == faces["Cindle"] for thralls in dealt)
    assert len({thralls["Borrum"].face for thralls in dealt}) > 1
    assert all(sorted(t.face for t in thralls.values()) == sorted(faces.values()) for thralls in dealt)
    same = board.game.redeal(board.state, Viewer("wersgorix"), CommittedDice(b"w")).thralls
    assert {planet: thrall.face for planet, thrall in same.items()} == faces


@pytest.mark.rule("2.4.3")
def test_the_strength_of_a_race_is_what_it_gives_and_what_it_resists_with() -> None:
    """The same number joins its lord's army and is added to the die of a reconquest."""
    board = trying()
    face = board.state.face("Cindle")
    board.unit("Crusader army A", "Cindle 1", 1)
    attempt(board, 1)
    board.give("crusader", "assign Cindle to Sir Roger")
    assert board.strength("Crusader army A") == 1 + face.strength


@pytest.mark.rule("4.11.4")
def test_a_rewind_restores_the_position() -> None:
    """The position before an order is untouched by it, and can be played from again with other dice."""
    board = trying()
    board.phase("conversion")
    board.give("crusader", "convert Cindle with Sir Roger")
    before, text = board.state, board.game.freeze(board.state)
    board.give("crusader", "done", dice=[6])
    failed = board.state
    board.state = before
    assert board.game.freeze(before) == text
    board.give("crusader", "done", dice=[1])
    assert board.state != failed
    assert board.state.thralls["Cindle"].converted
    dice = CommittedDice(b"seed")
    first = [dice.draw(6) for _ in range(40)]
    assert [dice.draw(6) for _ in range(40)] != first
