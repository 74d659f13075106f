"""The Discord door: slash commands, buttons and messages around the desk."""
