"""What onlookers saw between two entries: nothing sealed, nothing that was taken back."""

from bot.news import news_of
from bot.pictures import Film
from engine.kernel.record import Record
from engine.kernel.seats import SPECTATOR, Seat, viewer_of
from tests.support.tiny_game import LEFT, RIGHT, Boasted, Shown, State, TinyGame


def filmed(record: Record[State]) -> Film:
    return Film("tiny", record.game, SPECTATOR, tuple(record.entries))


def begun() -> Record[State]:
    return Record.create(TinyGame(), b"\7" * 32)


def bid(record: Record[State], seat: Seat) -> None:
    hand = record.game.view(record.state, viewer_of(seat)).hand
    record.submit(seat, f"bid {hand[0]}")


def test_sealed_events_are_left_out() -> None:
    record = begun()
    bid(record, LEFT)
    bid(record, RIGHT)
    seen = news_of(filmed(record), 0, 2)
    assert [type(event) for event in seen.events] == [Shown]
    assert seen.since == record.game.view(record.at(0), SPECTATOR)
    assert seen.view == record.game.view(record.state, SPECTATOR)


def test_what_was_taken_back_did_not_happen() -> None:
    record = begun()
    record.submit(LEFT, "boast of gold")
    record.submit(LEFT, "boast of salt")
    record.accept(record.propose_undo(1, by=LEFT))
    seen = news_of(filmed(record), 0, 3)
    assert seen.events == (Boasted(LEFT, ("gold",)),)
    back = news_of(filmed(record), 2, 3)
    assert back.events == ()
    assert back.since == back.view, "from a position that counts no longer one goes back to one that does"


def test_before_the_first_entry_there_is_nothing_to_compare_with() -> None:
    record = begun()
    seen = news_of(filmed(record), -1, 0)
    assert seen.since is None
    assert seen.view is not None
