"""The tool that counts which rules have a test."""

from pathlib import Path

from tests.support.rule_coverage import citations, marks

SOURCE = """
import pytest

pytestmark = pytest.mark.rule("1.1.1")

@pytest.mark.rule("1.1.2", "1.1.3")
def test_two() -> None: ...

@pytest.mark.skip(reason="later")
@pytest.mark.rule("1.1.4")
def test_skipped() -> None: ...

@pytest.mark.parametrize("one", [pytest.param(1, marks=pytest.mark.rule("1.1.5"))])
async def test_parameter(one: int) -> None: ...

@pytest.mark.rule("1.1.6")
class TestThings:
    @pytest.mark.rule("1.1.2")
    def test_inner(self) -> None: ...

@pytest.mark.rule("1.1.7")
def helper() -> None: ...

NUMBER = "1.1.8"

@pytest.mark.rule(NUMBER)
def test_variable() -> None: ...
"""


def test_marks_are_read_from_the_source(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(SOURCE)
    (tmp_path / "helpers.py").write_text(SOURCE.replace("1.1.", "2.1."))
    found = marks("high_crusade", tmp_path)
    assert sorted(found.numbers) == ["1.1.1", "1.1.2", "1.1.3", "1.1.5", "1.1.6"]
    assert found.numbers["1.1.2"] == ["test_some.py:6", "test_some.py:18"]
    assert [fault.partition(": ")[0] for fault in found.faults] == ["test_some.py:21", "test_some.py:26"]
    assert found.missing(["1.1.1", "1.1.4", "1.1.7"]) == ["1.1.4", "1.1.7"]
    assert found.unknown(["1.1.1", "1.1.2", "1.1.3", "1.1.6"]) == ["1.1.5: test_some.py:13"]


def test_citations_are_the_numbers_in_texts(tmp_path: Path) -> None:
    (tmp_path / "chess").mkdir()
    (tmp_path / "chess" / "some.py").write_text(
        '"""Not 1.2.3 here."""\nraise refuse("1.2.4", "No.")\nversion = "1.2"\n'
    )
    assert citations("chess", tmp_path).numbers == {"1.2.4": ["some.py:2"]}
