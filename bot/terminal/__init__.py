"""A game at the keyboard: the referee's door in a terminal."""
