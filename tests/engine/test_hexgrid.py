"""Hex arithmetic: neighbours, distances and names agree with each other everywhere on the map."""

from math import dist, isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel import hexgrid
from engine.kernel.hexgrid import Grid

GRID = Grid(34, 24)
HEXES = st.sampled_from(GRID.hexes)
DIRECTION = st.integers(0, 5)


def test_numbers_and_names() -> None:
    assert len(GRID.hexes) == 34 * 24
    assert GRID.hexes[0] == 101
    assert GRID.hexes[-1] == 3424
    assert hexgrid.make(5, 12) == 512
    assert hexgrid.split(512) == (5, 12)
    assert GRID.name(512) == "0512"
    assert GRID.in_bounds(3424)
    assert not GRID.in_bounds(3425)
    assert not GRID.in_bounds(100)
    assert 512 in GRID
    assert 3501 not in GRID


def test_neighbours_of_odd_and_even_columns() -> None:
    """Even columns hang half a hex lower."""
    assert GRID.neighbours[512] == (511, 611, 612, 513, 412, 411)
    assert GRID.neighbours[612] == (611, 712, 713, 613, 513, 512)
    assert GRID.neighbours[101] == (201, 102)


def test_steps_off_the_map() -> None:
    assert GRID.step(101, 0) is None
    assert GRID.step(101, 2) == 201
    assert GRID.step(3424, 3) is None


@given(HEXES, DIRECTION)
def test_a_step_can_be_taken_back(at: int, direction: int) -> None:
    to = GRID.step(at, direction)
    if to is not None:
        assert GRID.step(to, (direction + 3) % 6) == at
        assert GRID.direction(at, to) == direction
        assert GRID.distance(at, to) == 1


@given(HEXES, DIRECTION)
def test_three_turns_make_a_ring(at: int, direction: int) -> None:
    """A step, then a step two directions on, is the neighbour between."""
    first = GRID.step(at, direction)
    second = GRID.step(first, (direction + 2) % 6) if first is not None else None
    if second is not None:
        assert second == GRID.step(at, (direction + 1) % 6)


@given(HEXES)
def test_cube_and_back(at: int) -> None:
    assert hexgrid.from_cube(*hexgrid.to_cube(at)) == at


@given(HEXES, HEXES, HEXES)
def test_distance_is_a_metric(a: int, b: int, c: int) -> None:
    assert GRID.distance(a, b) == GRID.distance(b, a)
    assert (GRID.distance(a, b) == 0) == (a == b)
    assert GRID.distance(a, c) <= GRID.distance(a, b) + GRID.distance(b, c)
    assert GRID.distances(a)[b] == GRID.distance(a, b)


@given(HEXES)
def test_distance_counts_steps(at: int) -> None:
    """Found again by walking outward from the hex."""
    found = {at: 0}
    ring = [at]
    while ring:
        outer: list[int] = []
        for here in ring:
            for to in GRID.neighbours[here]:
                if to not in found:
                    found[to] = found[here] + 1
                    outer.append(to)
        ring = outer
    assert found == {to: GRID.distance(at, to) for to in GRID.hexes}


@given(HEXES, st.integers(0, 12))
def test_within_is_a_disc(at: int, radius: int) -> None:
    disc = GRID.within(at, radius)
    assert disc == {to for to in GRID.hexes if GRID.distance(at, to) <= radius}
    assert len(disc) <= 3 * radius * (radius + 1) + 1
    assert GRID.within(at, radius) is disc


@given(HEXES, HEXES)
def test_neighbours_lie_one_hex_apart_on_paper(a: int, b: int) -> None:
    near = isclose(dist(GRID.centre(a), GRID.centre(b)), sqrt(3.0))
    assert near == (b in GRID.neighbours[a])
    width, height = GRID.size
    for x, y in hexgrid.corners(a):
        assert -1e-9 <= x <= width + 1e-9
        assert -1e-9 <= y <= height + 1e-9


@given(HEXES, DIRECTION)
def test_sides_face_their_neighbour(at: int, direction: int) -> None:
    """The side that faces a direction is shared with the hex there."""
    to = GRID.step(at, direction)
    if to is None:
        return
    mine, theirs = hexgrid.corners(at), hexgrid.corners(to)
    side = {mine[direction - 1], mine[direction]}
    other = (direction + 3) % 6
    shared = {theirs[other - 1], theirs[other]}
    for corner in side:
        assert any(dist(corner, match) < 1e-9 for match in shared)


def test_hexes_that_hang_together() -> None:
    assert GRID.connected((512, 513, 612))
    assert not GRID.connected((512, 514))
    assert GRID.connected(())


def test_edges() -> None:
    assert GRID.on_edge(101)
    assert GRID.on_edge(3410)
    assert not GRID.on_edge(1712)


def test_off_the_map_is_an_error() -> None:
    with pytest.raises(KeyError):
        GRID.distance(101, 3525)
    with pytest.raises(KeyError):
        GRID.distance(99, 101)
    with pytest.raises(KeyError):
        GRID.distance(101, 199)
    with pytest.raises(ValueError, match="100 by 5"):
        Grid(100, 5)


def test_grids_of_a_size_are_equal() -> None:
    assert Grid(5, 6) == Grid(5, 6)
    assert hash(Grid(5, 6)) == hash(Grid(5, 6))
    assert Grid(5, 6) != Grid(6, 5)
    assert repr(Grid(5, 6)) == "Grid(5, 6)"
