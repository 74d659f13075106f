"""The referee at work: store, desk, doors and the command line."""
