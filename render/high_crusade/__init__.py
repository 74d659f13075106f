"""Pictures of The High Crusade."""
