"""`farspeaker rules`."""

import pytest

from bot import cli


def ask(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What the command writes, as one line, when it ends well."""
    with pytest.raises(SystemExit) as ended:
        cli.main(["rules", *words])
    assert ended.value.code == 0
    return " ".join(capsys.readouterr().out.split())


def refusal(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.raises(SystemExit) as ended:
        cli.main(["rules", *words])
    assert ended.value.code == 1
    written = capsys.readouterr()
    assert written.out == ""
    assert "Traceback" not in written.err
    return written.err


def test_without_a_question_the_chapters_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    text = ask(capsys)
    assert "7 Combat" in text
    assert "7.4 Forts and sieges" in text


def test_a_rule_is_shown_with_its_text(capsys: pytest.CaptureFixture[str]) -> None:
    text = ask(capsys, "7.4.4")
    assert text.startswith("7.4.4 Fort values")
    assert "fortress 6" in text
    assert "7.4.5" not in text


def test_a_section_is_shown_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    text = ask(capsys, "7.5")
    assert text.startswith("7.5 Combat: Nuclear attack 7.5.1 ")
    assert text.index("7.5.9 ") < text.index("7.5.10 Afterwards our ruling")


def test_a_chapter_is_shown_with_the_titles_of_its_sections(capsys: pytest.CaptureFixture[str]) -> None:
    text = ask(capsys, "10")
    assert "10.1 Scenarios: Basic scenario" in text
    assert "10.2 Scenarios: Campaign scenario" in text


def test_words_are_searched(capsys: pytest.CaptureFixture[str]) -> None:
    assert "7.4.6 Laying siege" in ask(capsys, "siege")
    assert "Also: " in ask(capsys, "siege")
    assert "7.5.1 Once a turn" in ask(capsys, "nuclear", "atack")


@pytest.mark.parametrize("number", ["7.4.99", "7.99", "1", "99.1.1"])
def test_an_unknown_number_is_a_friendly_refusal(capsys: pytest.CaptureFixture[str], number: str) -> None:
    assert refusal(capsys, number).startswith(f"There is no rule {number}.")


def test_an_unknown_word_names_the_nearest_titles(capsys: pytest.CaptureFixture[str]) -> None:
    text = refusal(capsys, "xylophone")
    assert text.startswith("No rule speaks of “xylophone”. The nearest titles are: ")


def test_brackets_are_text_not_markup(capsys: pytest.CaptureFixture[str]) -> None:
    assert "“[bold]zzqq”" in refusal(capsys, "[bold]zzqq")


def test_the_rules_of_another_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(capsys, "--game", "crusade", "4.3.1").startswith("4.3.1 Shooting")
    assert "There is no game called 'chess'" in refusal(capsys, "--game", "chess", "7")
