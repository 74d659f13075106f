"""A Discord of our own on 127.0.0.1, for the real discord.py."""
