"""Before the first turn: dice, the choice of units, and sealed placement (chapter 2)."""

from collections import Counter
from collections.abc import Iterable, Sequence

from engine.crusade.events import ArmyRolled, Lifted, Placed, Readied, Revealed, SetupRolled
from engine.crusade.names import BLACK, FILES, HOME_ROWS, KINDS, NOBLE, OF_RANK, PAWN, RANK, SEATS, WHITE
from engine.crusade.pack import CHOICE, MORE_NOBLES, MORE_PAWNS, NOTHING, VARIANT, Pack
from engine.crusade.state import Draft, State
from engine.kernel.dice import Dice, roll
from engine.kernel.game import Judgement
from engine.kernel.seats import Seat

# -- dice ----------------------------------------------------------------------------------------------------


def opened(state: State, dice: Dice) -> Judgement[State]:
    """Roll for the rules of this game and for the armies (rules 2.1 to 2.3)."""
    pack = state.pack
    draft = Draft(state)
    faces = tuple(dice.draw(20) + 1 for _ in range(pack.setup_dice))
    results = [pack.setup[face - 1] for face in faces]
    layout = pack.layouts[0].name
    if VARIANT in results:
        layout = pack.layouts[1 + dice.draw(len(pack.layouts) - 1)].name
    removed = tuple(kind for kind in KINDS if kind in results)
    draft.emit(SetupRolled(faces, layout, removed))
    pawn_dice = pack.pawn_dice + pack.more_pawns * results.count(MORE_PAWNS)
    noble_dice = pack.noble_dice + pack.more_nobles * results.count(MORE_NOBLES)
    while True:  # an army without a single unit is rolled again (ruling 2.3.4)
        army = army_of(pack, removed, roll(dice, pawn_dice), roll(dice, noble_dice))
        if army.units or army.free_pawns or army.free_nobles:
            break
    draft.emit(army)
    return draft.judged()


def army_of(
    pack: Pack, removed: Sequence[str], pawns: tuple[int, ...], nobles: tuple[int, ...]
) -> ArmyRolled:
    """What these dice give each player."""
    units: list[str] = []
    free = {PAWN: 0, NOBLE: 0}
    for rank, faces, table in ((PAWN, pawns, pack.pawns), (NOBLE, nobles, pack.nobles)):
        for face in faces:
            result = table[face - 1]
            if result == CHOICE:
                free[rank] += 1
            elif result != NOTHING and result not in removed and units.count(result) < pack.stock(result):
                units.append(result)
        left = sum(pack.stock(kind) - units.count(kind) for kind in OF_RANK[rank] if kind not in removed)
        free[rank] = min(free[rank], left)
    units.sort(key=KINDS.index)
    return ArmyRolled(pawns, nobles, tuple(units), free[PAWN], free[NOBLE])


# -- placement -----------------------------------------------------------------------------------------------


def unplaced(state: State, seat: str) -> dict[str, int]:
    """How many more of each kind a seat can place, counting its choices (rule 2.5)."""
    dealt, standing = Counter(state.units), Counter(state.placed[seat].values())
    left: dict[str, int] = {}
    for rank, kinds in OF_RANK.items():
        chosen = sum(max(0, standing[kind] - dealt[kind]) for kind in kinds)
        choices = state.free[rank] - chosen
        for kind in kinds:
            if kind not in state.removed:
                most = state.pack.stock(kind) - standing[kind]
                left[kind] = min(most, max(0, dealt[kind] - standing[kind]) + choices)
    return {kind: count for kind, count in left.items() if count > 0}


def army_size(state: State, rank: str) -> int:
    """How many units of a rank each player has in all."""
    return sum(RANK[kind] == rank for kind in state.units) + state.free[rank]


def still_to_place(state: State, seat: str, rank: str) -> int:
    """How many units of a rank a seat has not placed yet."""
    return army_size(state, rank) - sum(RANK[kind] == rank for kind in state.placed[seat].values())


def squares_for(state: State, seat: str, rank: str) -> tuple[list[str], list[str]]:
    """The squares of a rank's own rows, and those for units without room there (rules 2.5.2 to 2.5.5)."""
    first, second, third = (
        [square for square in row if square not in state.treasures] for row in HOME_ROWS[seat]
    )
    return (first, second + third) if rank == NOBLE else (third + second, first)


def open_squares(state: State, seat: str, kind: str) -> list[str]:
    """Where a seat can place one more unit of this kind now.

    Where a rank has more units than squares of its own, only those too many go to the other rows.
    """
    placed = state.placed[seat]
    rank = RANK[kind]
    own, other = squares_for(state, seat, rank)
    too_many = army_size(state, rank) - len(own)
    elsewhere = sum(RANK[it] == rank and square in other for square, it in placed.items())
    return [it for it in (own + other if elsewhere < too_many else own) if it not in placed]


def usual_array(state: State, seat: str) -> list[tuple[str, str]]:
    """Where what is left of an army goes when its player does not say: kinds and squares (ruling 2.5.8)."""
    draft = Draft(state)
    found: list[tuple[str, str]] = []
    for rank in (NOBLE, PAWN):
        while still_to_place(draft.state, seat, rank):
            left = unplaced(draft.state, seat)
            dealt, standing = Counter(state.units), Counter(draft.state.placed[seat].values())
            kinds = [kind for kind in OF_RANK[rank] if kind in left]
            kind = next((it for it in kinds if standing[it] < dealt[it]), kinds[0])
            squares = open_squares(draft.state, seat, kind)
            square = min((it for it in squares if it[1] == squares[0][1]), key=_from_middle)
            draft.emit(Placed(seat, kind, square))
            found.append((kind, square))
    return found


def _from_middle(square: str) -> float:
    return abs(FILES.index(square[0]) - 3.5)


def place(draft: Draft, seat: Seat, units: Iterable[tuple[str, str]]) -> None:
    """Put units on the board."""
    for kind, square in units:
        draft.emit(Placed(seat, kind, square))


def lift(draft: Draft, seat: Seat, squares: Iterable[str]) -> None:
    """Take units off the board."""
    for square in squares:
        draft.emit(Lifted(seat, draft.state.placed[seat][square], square))


def be_ready(draft: Draft, seat: Seat) -> None:
    """A seat is done; once both are, both armies are shown."""
    draft.emit(Readied(seat))
    state = draft.state
    if len(state.ready) == len(SEATS):
        draft.emit(Revealed(_shown(state, WHITE), _shown(state, BLACK)))


def _shown(state: State, seat: str) -> tuple[tuple[str, str], ...]:
    return tuple((kind, square) for square, kind in sorted(state.placed[seat].items()))


def is_complete(state: State, seat: str) -> bool:
    """Whether a seat has placed its whole army."""
    return not any(still_to_place(state, seat, rank) for rank in OF_RANK)
