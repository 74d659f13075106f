"""What has been worked out about a position is kept with it, so that it is worked out once.

Listing the verbs, offering values for the slots and judging the order that comes of it all ask the same
questions of the same position. A position forgets its answers with every event.
"""

from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

from engine.high_crusade.state import State

P = ParamSpec("P")
T = TypeVar("T")


def remembered(find: Callable[Concatenate[State, P], T]) -> Callable[Concatenate[State, P], T]:
    """Answer a question about a position once. Not for appliers of events; the answer must not be changed."""

    def recall(state: State, /, *about: P.args, **none: P.kwargs) -> T:
        key = (find, about)
        memo = state.memo
        if key in memo:
            answer: T = memo[key]
            return answer
        answer = memo[key] = find(state, *about, **none)
        return answer

    recall.__doc__ = find.__doc__
    return recall
