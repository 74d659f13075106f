"""The pack of The High Crusade."""
