"""What the referee keeps: tables, the few queries on them, and one writer that commits in groups."""
