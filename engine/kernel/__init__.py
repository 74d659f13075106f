"""What every game shares: seats, orders, events, decisions, dice, log, view, errors."""
