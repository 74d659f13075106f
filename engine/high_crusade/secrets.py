"""What a viewer cannot know, and the same position dealt another way (rule 2.4).

Hidden are the faces of the Thrall Races, nothing else. A face about which a viewer has been shown anything,
or against which a public roll was made, is no longer free: were it another, the world would look different to
him.
"""

from engine.high_crusade.names import CRUSADER, WERSGORIX
from engine.high_crusade.state import State
from engine.kernel.dice import Dice, shuffled
from engine.kernel.seats import Viewer, viewer_of


def hidden_from(state: State, viewer: Viewer) -> list[str]:
    """The planets whose race this viewer knows nothing about."""
    if viewer == viewer_of(WERSGORIX) or state.result is not None:
        return []
    return [
        planet
        for planet, thrall in state.thralls.items()
        if not (thrall.shown or thrall.tried or (viewer == viewer_of(CRUSADER) and thrall.known))
    ]


def redealt(state: State, viewer: Viewer, dice: Dice) -> State:
    """The position with the hidden faces, and those that were not dealt, mixed again."""
    planets = hidden_from(state, viewer)
    faces = shuffled(dice, [state.thralls[planet].face for planet in planets])
    new = state.copy()
    thralls = dict(state.thralls)
    for planet, face in zip(planets, faces, strict=True):
        thralls[planet] = thralls[planet]._replace(face=face)
    new.thralls = thralls
    new.memo = {}  # what was worked out about the other deal is not true of this one
    new.veils = {}
    return new
