"""Titles (rule 8.5)."""

import pytest

from engine.high_crusade.fief_limits import fief_limit
from engine.high_crusade.pieces import LeaderDied
from engine.high_crusade.titles import TitleGranted
from tests.support.board import Board, one

ROGER, OWAIN, BRIAN = "Sir Roger", "Sir Owain", "Sir Brian Fitz-William"
JOHN, PARVUS = "Red John", "Brother Parvus"
ALL = (ROGER, OWAIN, BRIAN, JOHN, PARVUS)


def court(kind: str = "church", *leaders: str, at: str = "Thraxian 1") -> Board:
    """Leaders in one hex of Thraxian with a church or cathedral."""
    board = Board().set(churches={at: kind})
    for name in leaders or ALL:
        board.leader(name, at)
    return board


def begun(board: Board) -> Board:
    """The same, in the fiefs phase. An army with a vacant fief to assign keeps the phase open."""
    board.race("Zethra", "A", converted=True)
    board.phase("fiefs")
    assert board.state.phase == "fiefs"
    return board


@pytest.mark.rule("8.5.4")
@pytest.mark.rule("2.3.3")
def test_printed_titles() -> None:
    """Sir Roger is a Baron, Sir Owain and Sir Brian are Knights, the others nothing."""
    titles = {name: card.title for name, card in Board().pack.leaders.items() if card.faction == "Crusader"}
    assert titles == {ROGER: "Baron", OWAIN: "Knight", BRIAN: "Knight", JOHN: None, PARVUS: None}


@pytest.mark.rule("8.5.3")
@pytest.mark.rule("8.5.2")
@pytest.mark.rule("8.3.2")
@pytest.mark.parametrize(
    ("title", "limit"), [("King", None), ("Duke", 8), ("Baron", 3), ("Knight", 1), ("", 0)]
)
def test_fief_limits(title: str, limit: int | None) -> None:
    """King any number, Duke 8, Baron 3, Knight 1; a title of the Church does not change it."""
    board = Board()
    board.leader(JOHN, "Thraxian 1", title=title)
    board.church_title(JOHN, "Archbishop")
    assert fief_limit(board.state, JOHN) == limit
    assert fief_limit(board.state, PARVUS) is None


@pytest.mark.rule("8.5.6")
@pytest.mark.rule("8.5.14")
def test_sir_roger_knights_on_a_planet_with_a_church() -> None:
    """Both on the planet of the church, whatever the hex; a church elsewhere does not do."""
    board = court("church", ROGER)
    board.leader(JOHN, "Thraxian 3")
    begun(board)
    assert one(board.give("crusader", "knight Red John by Sir Roger"), TitleGranted).title == "Knight"
    assert board.state.titles[JOHN] == ("Knight", "")
    assert fief_limit(board.state, JOHN) == 1
    board = court("church", ROGER)
    board.leader(JOHN, "Cindle 1")
    begun(board).refused("crusader", "knight Red John by Sir Roger", "8.5.6")
    board = court("church", ROGER, JOHN).set(churches={"Cindle 1": "church"})
    begun(board).refused("crusader", "knight Red John by Sir Roger", "8.5.6")


@pytest.mark.rule("8.5.6")
@pytest.mark.rule("8.5.12")
def test_only_the_king_knights_when_there_is_one() -> None:
    """Sir Roger grants no titles once another leader is King."""
    board = court("cathedral")
    board.leader(OWAIN, "Thraxian 1", title="King")
    board.church_title(ROGER, "Archbishop")
    begun(board)
    board.refused("crusader", "knight Red John by Sir Roger", "8.5.12")
    board.refused("crusader", "pope Brother Parvus by Sir Roger", "8.5.12")
    board.give("crusader", "knight Red John by Sir Owain")
    board = begun(court("church"))
    board.refused("crusader", "knight Red John by Sir Owain", "8.5.6")


@pytest.mark.rule("8.5.7")
def test_a_knight_becomes_a_baron() -> None:
    """Only a Knight; with a church."""
    board = begun(court())
    board.refused("crusader", "baron Red John by Sir Roger", "8.5.7")
    board.give("crusader", "baron Sir Owain by Sir Roger")
    assert board.state.titles[OWAIN] == ("Baron", "")
    assert fief_limit(board.state, OWAIN) == 3


@pytest.mark.rule("8.5.8")
@pytest.mark.rule("8.5.14")
def test_the_king_makes_a_duke_in_the_hex_of_a_cathedral() -> None:
    """Sir Roger cannot, a church will not do, and both must be in the very hex."""
    begun(court("cathedral")).refused("crusader", "duke Sir Owain by Sir Roger", "8.5.8")
    board = court("cathedral")
    board.leader(OWAIN, "Thraxian 1", title="King")
    begun(board).give("crusader", "duke Sir Roger by Sir Owain")
    assert board.state.titles[ROGER] == ("Duke", "")
    for kind, at in (("church", "Thraxian 1"), ("cathedral", "Thraxian 2")):
        board = court(kind)
        board.leader(OWAIN, "Thraxian 1", title="King")
        board.leader(ROGER, at)
        begun(board).refused("crusader", "duke Sir Roger by Sir Owain", "8.5.8")


@pytest.mark.rule("8.5.9")
@pytest.mark.rule("8.5.1")
@pytest.mark.rule("8.5.13")
def test_the_pope_crowns_a_king() -> None:
    """All Crusader leaders in the cathedral's hex; the King gives up his other titles."""
    board = court("cathedral")
    board.church_title(PARVUS, "New Pope")
    board.church_title(ROGER, "Archbishop")
    begun(board)
    board.give("crusader", "crown Sir Roger by Brother Parvus")
    assert board.state.titles[ROGER] == ("King", "")
    assert board.state.king() == ROGER


@pytest.mark.rule("8.5.9")
def test_no_coronation_without_everybody_or_without_a_title() -> None:
    """An absent leader, a mere church, or a candidate without any title stand in the way."""
    board = court("cathedral")
    board.church_title(PARVUS, "New Pope")
    begun(board).refused("crusader", "crown Red John by Brother Parvus", "8.5.9")
    board = court("cathedral")
    board.church_title(PARVUS, "New Pope")
    board.leader(JOHN, "Thraxian 2")
    begun(board).refused("crusader", "crown Sir Roger by Brother Parvus", "8.5.9")
    board = court("church")
    board.church_title(PARVUS, "New Pope")
    begun(board).refused("crusader", "crown Sir Roger by Brother Parvus", "8.5.9")
    begun(court("cathedral")).refused("crusader", "crown Sir Roger by Brother Parvus", "8.5.9")


@pytest.mark.rule("8.5.15")
def test_whom_the_coronation_does_not_wait_for() -> None:
    """Captives, traitors, defectors and leaders away; a title of the Church makes a candidate too."""
    board = court("cathedral", ROGER, PARVUS)
    board.church_title(PARVUS, "New Pope")
    board.leader(OWAIN, "Quill 1", captor="wersgorix")
    board.unit("Wersgorix army A", "Quill 1", 1)
    board.leader(BRIAN, "Borrum 1")
    board.leader(JOHN, "Cindle 1", defected=True)
    board.set(traitor=BRIAN)
    board.state.titles = {**board.state.titles, ROGER: ("", "Archbishop")}
    begun(board)
    board.give("crusader", "crown Sir Roger by Brother Parvus")


@pytest.mark.rule("8.5.15")
def test_one_king_one_pope_and_nobody_by_himself() -> None:
    """There is one of each, and nobody grants himself a title."""
    board = court("cathedral")
    board.leader(OWAIN, "Thraxian 1", title="King")
    board.church_title(PARVUS, "New Pope")
    board.church_title(BRIAN, "Archbishop")
    board.church_title(JOHN, "Archbishop")
    begun(board)
    board.refused("crusader", "crown Sir Roger by Brother Parvus", "8.5.15")
    board.refused("crusader", "pope Red John by Sir Brian Fitz-William", "8.5.15")
    board.refused("crusader", "knight Sir Owain by Sir Owain", "8.5.15")


@pytest.mark.rule("8.5.10")
@pytest.mark.rule("8.5.12")
def test_archbishops() -> None:
    """Brother Parvus makes them while there is no Pope, on a planet with a cathedral."""
    board = court("cathedral", PARVUS)
    board.leader(JOHN, "Thraxian 4")
    begun(board).give("crusader", "archbishop Red John by Brother Parvus")
    assert board.state.titles[JOHN] == ("", "Archbishop")
    begun(court("church")).refused("crusader", "archbishop Red John by Brother Parvus", "8.5.10")
    board = court("cathedral")
    board.church_title(ROGER, "New Pope")
    begun(board)
    board.refused("crusader", "archbishop Red John by Brother Parvus", "8.5.12")
    board.give("crusader", "archbishop Brother Parvus by Sir Roger")


@pytest.mark.rule("8.5.11")
def test_a_new_pope() -> None:
    """An Archbishop makes another Archbishop, or Brother Parvus, New Pope."""
    board = court("cathedral")
    board.church_title(JOHN, "Archbishop")
    begun(board)
    board.refused("crusader", "pope Sir Owain by Red John", "8.5.11")
    board.refused("crusader", "pope Brother Parvus by Sir Owain", "8.5.11")
    board.give("crusader", "pope Brother Parvus by Red John")
    assert board.state.pope() == PARVUS
    board = court("cathedral")
    board.church_title(JOHN, "Archbishop")
    board.church_title(OWAIN, "Archbishop")
    begun(board).give("crusader", "pope Sir Owain by Red John")
    assert board.state.titles[OWAIN] == ("Knight", "New Pope")


@pytest.mark.rule("8.5.1")
def test_one_noble_and_one_ecclesiastical() -> None:
    """A Knight may be Archbishop too; nobody is knighted twice, and a King holds nothing else."""
    board = court("cathedral")
    board.leader(BRIAN, "Thraxian 1", title="King")
    begun(board)
    board.refused("crusader", "archbishop Sir Brian Fitz-William by Brother Parvus", "8.5.1")
    board.refused("crusader", "knight Sir Owain by Sir Brian Fitz-William", "8.5.6")
    board.give("crusader", "archbishop Sir Owain by Brother Parvus")
    assert board.state.titles[OWAIN] == ("Knight", "Archbishop")


@pytest.mark.rule("8.5.5")
def test_one_title_a_turn() -> None:
    """A leader gives one, gets one, and does not do both; the next turn he may again."""
    board = begun(court("cathedral"))
    board.give("crusader", "knight Red John by Sir Roger")
    board.refused("crusader", "baron Sir Owain by Sir Roger", "8.5.5")
    board.refused("crusader", "archbishop Red John by Brother Parvus", "8.5.5")
    board.refused("crusader", "archbishop Sir Roger by Brother Parvus", "8.5.5")
    board.give("crusader", "archbishop Sir Owain by Brother Parvus")
    board.refused("crusader", "pope Brother Parvus by Sir Owain", "8.5.5")
    board.phase("record")
    board.phase("fiefs")
    board.give("crusader", "baron Sir Owain by Sir Roger")


@pytest.mark.rule("8.5.12")
def test_allies_and_thralls_have_no_titles() -> None:
    """Their leaders neither grant nor receive."""
    board = court("church", ROGER, JOHN)
    board.ally("Jair").leader("Elissir", "Thraxian 1")
    board.leader("Thrall leader A", "Thraxian 1")
    begun(board)
    board.refused("crusader", "knight Elissir by Sir Roger", "8.5.12")
    board.refused("crusader", "knight Thrall leader A by Sir Roger", "8.5.12")
    board.refused("crusader", "knight Red John by Elissir", "8.5.6")


@pytest.mark.rule("8.5.13")
def test_noble_markers() -> None:
    """Two markers show Knight or Baron, one Baron or Duke: three in all beyond the printed titles."""
    board = court("cathedral", ROGER, JOHN, PARVUS)
    board.leader(OWAIN, "Thraxian 1", title="Baron")
    board.leader(BRIAN, "Thraxian 1", title="Baron")
    board.leader(PARVUS, "Thraxian 1", title="Knight")
    begun(board).refused("crusader", "knight Red John by Sir Roger", "8.5.13")
    board = court("cathedral")
    board.leader(BRIAN, "Thraxian 1", title="King")
    board.leader(OWAIN, "Thraxian 1", title="Duke")
    begun(board).refused("crusader", "duke Sir Roger by Sir Brian Fitz-William", "8.5.13")
    board = court("cathedral")
    board.leader(OWAIN, "Thraxian 1", title="Baron")
    board.leader(PARVUS, "Thraxian 1", title="Knight")
    begun(board).give("crusader", "knight Red John by Sir Roger")


@pytest.mark.rule("8.5.13")
def test_two_archbishops_at_most() -> None:
    """A promoted one gives his marker back."""
    board = court("cathedral")
    board.church_title(OWAIN, "Archbishop")
    board.church_title(BRIAN, "Archbishop")
    begun(board)
    board.refused("crusader", "archbishop Red John by Brother Parvus", "8.5.13")
    board.give("crusader", "pope Sir Owain by Sir Brian Fitz-William")
    board.give("crusader", "done")
    board.set(granting=frozenset(), granted=frozenset())
    board.phase("fiefs")
    board.give("crusader", "archbishop Red John by Sir Owain")


@pytest.mark.rule("8.5.16")
def test_when_a_king_dies_sir_roger_grants_again() -> None:
    """The dead give their markers back; a captive King keeps his, and nobody stands in for him."""
    board = court("church", ROGER, JOHN)
    board.leader(OWAIN, "Quill 1", title="King", captor="wersgorix")
    board.unit("Wersgorix army A", "Quill 1", 1)
    begun(board).refused("crusader", "knight Red John by Sir Roger", "8.5.12")
    board = court("church", ROGER, JOHN)
    board.leader(OWAIN, "Quill 1", title="King", wounded=True)
    board.phase("crusader_movement", dice=[1, 1])
    assert one(board.events, LeaderDied).leader == OWAIN
    assert board.state.king() == ""
    begun(board).give("crusader", "knight Red John by Sir Roger")


@pytest.mark.rule("8.5.16")
def test_without_a_pope_parvus_grants_again() -> None:
    """The same for the Church."""
    board = court("cathedral", JOHN, PARVUS)
    board.leader(OWAIN, "Quill 1", wounded=True)
    board.church_title(OWAIN, "New Pope")
    board.phase("crusader_movement", dice=[1, 1])
    begun(board).give("crusader", "archbishop Red John by Brother Parvus")


@pytest.mark.rule("8.5.5")
def test_offers_are_what_is_accepted() -> None:
    """Every pair that is offered is granted, and none that is refused is offered."""
    board = court("cathedral")
    board.church_title(JOHN, "Archbishop")
    begun(board)
    for verb in ("knight", "baron", "duke", "crown", "archbishop", "pope"):
        offered = {
            f"{verb} {leader} by {granter}"
            for leader in board.values("crusader", verb)
            for granter in board.values("crusader", verb, leader=leader)
        }
        before = board.state
        for leader in ALL:
            for granter in ALL:
                line = f"{verb} {leader} by {granter}"
                if line in offered:
                    board.give("crusader", line)
                    board.state = before
                else:
                    board.refused("crusader", line)
