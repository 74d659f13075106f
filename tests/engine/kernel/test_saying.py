"""Putting an order together from what is offered, on the tiny game."""

from engine.kernel.dice import CommittedDice
from engine.kernel.players import SeatOptions
from engine.kernel.saying import NOTHING, say
from tests.support.tiny_game import GOODS, LEFT, TinyGame


def options() -> SeatOptions:
    game = TinyGame()
    return SeatOptions(game, game.open(game.start({}), CommittedDice(b"1")).after, LEFT)


def test_a_value_a_list_or_a_choice() -> None:
    offers = options().begin("bid").offers()
    bid = say(options(), "bid", card=offers[1])
    assert bid is not None
    assert bid.text() == f"bid {offers[1]}"
    highest = say(options(), "bid", card=lambda found, line: max(found))
    assert highest is not None
    assert highest.text() == f"bid {max(offers)}"
    boast = say(options(), "boast", goods=[GOODS[1], "nothing of the kind", GOODS[0]])
    assert boast is not None
    assert boast.text() == "boast of salt, gold"


def test_what_is_left_out_is_left_out_or_the_first() -> None:
    plain = say(options(), "bid")
    assert plain is not None
    assert plain.text() == f"bid {options().begin('bid').offers()[0]}"


def test_what_is_not_offered_cannot_be_said() -> None:
    assert say(options(), "bid", card=77) is None
    assert say(options(), "fly") is None
    assert say(options(), "boast", goods=["nothing of the kind"]) is None
    assert say(options(), "bid", card=lambda found, line: NOTHING) is None
