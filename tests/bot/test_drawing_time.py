"""A picture that hangs ends its process, so that others get their turn."""

import signal
from typing import Any

import pytest

from bot import drawing


def test_each_picture_has_its_time_and_the_alarm_is_put_off_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    alarms: list[int] = []
    monkeypatch.setattr(signal, "alarm", alarms.append)
    monkeypatch.setattr(drawing, "_work", lambda job, static: list(alarms))
    job: Any = None
    assert drawing.work(job, None) == [drawing.LONGEST], "set while it draws"
    assert alarms == [drawing.LONGEST, 0]


def test_the_alarm_is_put_off_after_a_failure_too(monkeypatch: pytest.MonkeyPatch) -> None:
    alarms: list[int] = []

    def broken(job: Any, static: Any) -> None:
        raise ValueError("no ink")

    monkeypatch.setattr(signal, "alarm", alarms.append)
    monkeypatch.setattr(drawing, "_work", broken)
    with pytest.raises(ValueError, match="no ink"):
        drawing.work(broken, None)  # type: ignore[arg-type]
    assert alarms[-1] == 0
