"""The data Crusade plays by: dice tables, stock, and where treasures lie."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.crusade.names import (
    BLACK,
    KINDS,
    NOBLES,
    PAWNS,
    RELIC,
    SQUARES,
    SUPPLY,
    WHITE,
    Treasure,
    home_row,
    opposite,
)
from engine.kernel.figures import Findings, PackError, Reader

FILES: Final = ("setup.toml", "layouts.toml")
"""The files a pack consists of."""

NO_CHANGE, VARIANT, MORE_PAWNS, MORE_NOBLES = "no change", "variant", "more pawns", "more nobles"
CHOICE, NOTHING = "choice", "nothing"


@dataclass(frozen=True, slots=True)
class Layout:
    """Where White's treasures lie; Black's are the same turned about the middle."""

    name: str
    supplies: tuple[str, ...]
    relics: tuple[str, ...]

    def treasures(self) -> dict[str, Treasure]:
        """All eight treasures by square."""
        found = {}
        for kind, squares in ((SUPPLY, self.supplies), (RELIC, self.relics)):
            for square in squares:
                found[square] = Treasure(WHITE, kind)
                found[opposite(square)] = Treasure(BLACK, kind)
        return found


@dataclass(frozen=True, slots=True)
class Pack:
    """One edition. Dice tables are by face, from 1."""

    setup_dice: int
    pawn_dice: int
    noble_dice: int
    more_pawns: int
    more_nobles: int
    pawn_stock: int
    noble_stock: int
    quiet_turns: int
    passes_to_offer: int
    setup: tuple[str, ...]
    pawns: tuple[str, ...]
    nobles: tuple[str, ...]
    layouts: tuple[Layout, ...]
    provenance: Mapping[str, str]
    hash: str

    def layout(self, name: str) -> Layout:
        """The layout of this name. Raises LookupError when there is none."""
        for layout in self.layouts:
            if layout.name == name:
                return layout
        raise LookupError(f"no layout is called {name!r}")

    def stock(self, kind: str) -> int:
        """How many of a kind each player has in all."""
        return self.pawn_stock if kind in PAWNS else self.noble_stock


def read_pack(files: Mapping[str, str]) -> Pack:
    """The pack in these texts, by file name. Raises `PackError` with every fault there is."""
    findings = Findings()
    main = findings.open(files, "setup.toml")
    dice, stock, limits = main.table("dice"), main.table("stock"), main.table("limits")
    pack = Pack(
        setup_dice=dice.integer("setup", 0, 10),
        pawn_dice=dice.integer("pawns", 0, 16),
        noble_dice=dice.integer("nobles", 0, 8),
        more_pawns=dice.integer("more_pawns", 0, 16),
        more_nobles=dice.integer("more_nobles", 0, 8),
        pawn_stock=stock.integer("pawn", 0, 4),
        noble_stock=stock.integer("noble", 0, 2),
        quiet_turns=limits.integer("quiet_turns", 10, 1000),
        passes_to_offer=limits.integer("passes_to_offer", 1, 10),
        setup=_faces(main, "setup", 20, (NO_CHANGE, VARIANT, MORE_PAWNS, MORE_NOBLES, *KINDS)),
        pawns=_faces(main, "pawns", 6, (*PAWNS, CHOICE, NOTHING)),
        nobles=_faces(main, "nobles", 6, (*NOBLES, CHOICE, NOTHING)),
        layouts=_layouts(findings.open(files, "layouts.toml")),
        provenance=findings.provenance,
        hash=findings.digest(),
    )
    for table in (dice, stock, limits, main):
        table.close()
    if findings.faults:
        raise PackError(findings.faults)
    return pack


def _faces(main: Reader, key: str, sides: int, results: tuple[str, ...]) -> tuple[str, ...]:
    table = main.table(key)
    faces = tuple(table.choice(str(face), results) for face in range(1, sides + 1))
    table.close()
    return faces


def _layouts(main: Reader) -> tuple[Layout, ...]:
    layouts: list[Layout] = []
    for table in main.tables("layout"):
        name = table.text("name")
        supplies, relics = table.texts("supplies"), table.texts("relics")
        table.close()
        for key, squares in (("supplies", supplies), ("relics", relics)):
            if len(squares) != 2 or not set(squares) <= set(SQUARES):
                table.fault(key, "needs the names of two squares")
            elif not all(home_row(it, WHITE) in ((1,) if key == "relics" else (2, 3)) for it in squares):
                table.fault(key, "White's Relics lie on row 1, the Supplies on rows 2 and 3")
        if len({*supplies, *relics}) < 4:
            table.fault("relics", "no square has two treasures")
        if name in [layout.name for layout in layouts]:
            table.fault("name", f"there are two layouts called {name!r}")
        layouts.append(Layout(name, supplies, relics))
    if len(layouts) < 2:
        main.fault("layout", "needs the usual layout and at least one variant")
    main.close()
    return tuple(layouts)
