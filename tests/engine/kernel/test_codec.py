"""Events and views as plain data."""

import json
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.codec import canonical, event_from_plain, event_to_plain, plain_view
from engine.kernel.errors import UnknownEvent
from engine.kernel.game import Event


@dataclass(frozen=True, slots=True)
class Sample(Event):
    text: str
    count: int
    flag: bool
    nothing: str | None
    nested: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Bare(Event):
    pass


KINDS: dict[str, type] = {"Sample": Sample, "Bare": Bare}

samples = st.builds(
    Sample,
    st.text(),
    st.integers(),
    st.booleans(),
    st.none() | st.text(),
    st.lists(st.tuples(st.integers(), st.text())).map(tuple),
)


@given(samples)
def test_an_event_comes_back_from_json_as_it_was(event: Sample) -> None:
    line = canonical(event_to_plain(event))
    assert "\n" not in line
    assert event_from_plain(KINDS, json.loads(line)) == event


def test_an_event_without_fields() -> None:
    assert event_from_plain(KINDS, event_to_plain(Bare())) == Bare()


def test_the_same_data_has_the_same_line() -> None:
    assert (
        canonical({"b": [1, None], "a": "é"})
        == canonical({"a": "é", "b": (1, None)})
        == '{"a":"é","b":[1,null]}'
    )


@pytest.mark.parametrize(
    "plain",
    [
        None,
        [],
        "Bare",
        {},
        {"is": 3},
        {"is": "Unheard"},
        {"is": "Bare", "more": 1},
        {"is": "Sample", "text": "x"},
    ],
)
def test_anything_else_is_an_unknown_event(plain: Any) -> None:
    with pytest.raises(UnknownEvent):
        event_from_plain(KINDS, plain)


class Point(NamedTuple):
    x: int
    y: int


def test_a_view_becomes_plain_data() -> None:
    view = {3: Sample("a", 1, True, None, ((1, "x"),)), "set": {"b", "a"}, "point": Point(1, 2), "half": 0.5}
    assert plain_view(view) == {
        "3": {"text": "a", "count": 1, "flag": True, "nothing": None, "nested": [[1, "x"]]},
        "set": ["a", "b"],
        "point": {"x": 1, "y": 2},
        "half": 0.5,
    }


def test_a_view_may_not_hold_just_anything() -> None:
    with pytest.raises(TypeError, match="may not hold"):
        plain_view({"state": object()})
    with pytest.raises(TypeError, match="may not hold"):
        plain_view(Sample)
