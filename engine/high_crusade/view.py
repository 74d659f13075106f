"""What a viewer may know: the only thing that leaves the engine (rule 2.4).

A View is put together field by field from what is public or this viewer's own. What is not named here stays
hidden, also when somebody adds it to the State tomorrow.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from engine.high_crusade.names import CRUSADER, WERSGORIX
from engine.high_crusade.pack import Face, Pack
from engine.high_crusade.state import Attack, Attempt, Battle, Grail, Leader, State, Unit, Work
from engine.kernel.game import Outcome
from engine.kernel.seats import SPECTATOR, Seat, Viewer, viewer_of

_CRUSADERS, _EMPIRE = viewer_of(CRUSADER), viewer_of(WERSGORIX)


class SeenThrall(NamedTuple):
    """A Thrall Race piece as a viewer sees it."""

    converted: bool
    heresy: bool
    fief: str
    waiting: int
    face: Face | None
    """The face, where this viewer knows it."""
    private: bool
    """Whether he knows it while others may not."""


class Waiting(NamedTuple):
    """Somebody the game waits for. Nothing here depends on anything hidden."""

    seat: Seat
    kind: str
    prompt: str


@dataclass(frozen=True, slots=True)
class View:
    """A position as one viewer knows it. Its containers are the engine's own: read, never change them."""

    viewer: Viewer
    pack: Pack = field(metadata={"plain": False})
    edition: str
    scenario: str
    turn: int
    turns: int
    phase: str
    waiting: tuple[Waiting, ...]
    result: Outcome | None
    units: dict[str, Unit]
    leaders: dict[str, Leader]
    thralls: dict[str, SeenThrall]
    cup: tuple[int, ...]
    grail: Grail | None
    storms: tuple[int, ...]
    alerted: frozenset[str]
    satellites: frozenset[str]
    castles: frozenset[int]
    churches: dict[int, str]
    works: tuple[Work, ...]
    destroyed: frozenset[int]
    sieges: dict[int, Seat]
    inside: frozenset[int]
    home_fief: str
    equipment: int
    iq: int
    uncollected: dict[str, int]
    owed: dict[str, int]
    titles: dict[str, tuple[str, str]]
    alliances: dict[str, str]
    fervor: bool
    ambassador: bool
    initiative: bool
    empire_earth: bool
    earth_due: bool
    earth_leader: str
    earth_toll: bool
    traitor: str
    treason: bool
    turned: frozenset[str]
    opened: frozenset[int]
    flown: dict[str, int]
    moved: frozenset[str]
    attacks: tuple[Attack, ...]
    attempts: tuple[Attempt, ...]
    battle: Battle | None


def _veil(state: State, viewer: Viewer) -> dict[str, SeenThrall]:
    """The Thrall Races with the faces this viewer knows."""
    all_faces = viewer == _EMPIRE or state.result is not None
    dossier = viewer == _CRUSADERS
    faces = state.pack.faces
    seen = {}
    for planet, thrall in state.thralls.items():
        knows = all_faces or thrall.shown or (dossier and thrall.known)
        seen[planet] = SeenThrall(
            thrall.converted,
            thrall.heresy,
            thrall.fief,
            thrall.waiting,
            faces[thrall.face] if knows else None,
            knows and not thrall.shown and state.result is None,
        )
    return seen


def veiled(state: State, viewer: Viewer) -> dict[str, SeenThrall]:
    """`_veil`, worked out again only when a Thrall Race has changed."""
    kept = state.veils.get(viewer)
    if kept is not None and kept[0] is state.thralls and kept[1] is state.result:
        seen: dict[str, SeenThrall] = kept[2]
        return seen
    seen = _veil(state, viewer)
    state.veils = {**state.veils, viewer: (state.thralls, state.result, seen)}
    return seen


def view(state: State, viewer: Viewer, waiting: tuple[Waiting, ...]) -> View:
    """All that this viewer may know."""
    known = viewer if viewer in (_CRUSADERS, _EMPIRE) else SPECTATOR
    return View(
        viewer=known,
        pack=state.pack,
        edition=state.pack.hash,
        scenario=state.scenario,
        turn=state.turn,
        turns=state.pack.scenarios[state.scenario].turns,
        phase=state.phase,
        waiting=waiting,
        result=state.result,
        units=state.units,
        leaders=state.leaders,
        thralls=veiled(state, known),
        cup=state.cup,
        grail=state.grail,
        storms=state.storms,
        alerted=state.alerted,
        satellites=state.satellites,
        castles=state.castles,
        churches=state.churches,
        works=state.works,
        destroyed=state.destroyed,
        sieges=state.sieges,
        inside=state.inside,
        home_fief=state.home_fief,
        equipment=state.equipment,
        iq=state.iq,
        uncollected=state.uncollected,
        owed=state.owed,
        titles=state.titles,
        alliances=state.alliances,
        fervor=state.fervor,
        ambassador=state.ambassador,
        initiative=state.initiative,
        empire_earth=state.empire_earth,
        earth_due=state.earth_due,
        earth_leader=state.earth_leader,
        earth_toll=state.earth_toll,
        traitor=state.traitor,
        treason=state.treason,
        turned=state.turned,
        opened=state.opened,
        flown=state.flown,
        moved=state.moved,
        attacks=state.attacks,
        attempts=state.attempts,
        battle=state.battle,
    )
