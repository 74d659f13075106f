"""The ways in: each door brings orders to the referee and shows what he answers."""
