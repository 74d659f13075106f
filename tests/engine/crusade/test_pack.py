"""The pack of Crusade: what it says, and what is wrong with a bad one."""

import pytest

from engine.crusade.pack import read_pack
from engine.kernel.figures import PackError
from tests.support.crusade import pack, texts


def test_the_pack_says_where_its_figures_come_from() -> None:
    provenance = pack().provenance
    assert provenance["setup.toml:dice.pawns"] == "printed"
    assert provenance["setup.toml:limits.quiet_turns"] == "ours"
    assert provenance["layouts.toml:layout[heart].relics"] == "ours"


def test_comments_leave_the_hash_alone_and_figures_do_not() -> None:
    files = texts()
    same = {**files, "setup.toml": "# a remark\n" + files["setup.toml"]}
    other = {**files, "setup.toml": files["setup.toml"].replace("more_pawns = 4", "more_pawns = 3")}
    assert read_pack(same).hash == pack().hash
    assert read_pack(other).hash != pack().hash


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("setup.toml", "pawns = 8 ", "pawns = 80 ", "must be from 0 to 16"),
        ("setup.toml", '13 = "archer"', '13 = "dragon"', "not one of"),
        ("setup.toml", '20 = "paladin"', "", "is missing"),
        ("layouts.toml", '["A3", "H3"]', '["A3", "A3"]', "no square has two treasures"),
        ("layouts.toml", '["A3", "H3"]', '["A3", "Z9"]', "two squares"),
        ("layouts.toml", '["A3", "H3"]', '["A3", "H4"]', "rows 2 and 3"),
        ("layouts.toml", '"wings"', '"heart"', "two layouts called"),
        ("layouts.toml", "[[layout]]", "[[layouts]]", "is missing"),
    ],
)
def test_a_bad_pack_says_what_is_wrong(file: str, old: str, new: str, says: str) -> None:
    files = texts()
    assert old in files[file]
    with pytest.raises(PackError, match=says):
        read_pack({**files, file: files[file].replace(old, new)})


def test_a_missing_file_is_a_fault() -> None:
    with pytest.raises(PackError, match="missing"):
        read_pack({})
