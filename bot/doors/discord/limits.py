"""Discord's limits, all of them here."""

from typing import Final

CONTENT: Final = 2_000
EMBEDS: Final = 10
EMBED_TOTAL: Final = 6_000
EMBED_TITLE: Final = 256
EMBED_TEXT: Final = 4_096
FILES: Final = 10
FILE_BYTES: Final = 10 * 1024 * 1024
ALT_TEXT: Final = 1_024
CHOICES: Final = 25
CHOICE_TEXT: Final = 100
OPTIONS: Final = 25
OPTION_TEXT: Final = 100
ROWS: Final = 5
BUTTONS_IN_ROW: Final = 5
BUTTON_TEXT: Final = 80
CUSTOM_ID: Final = 100
LINK: Final = 512
PLACEHOLDER: Final = 150
MODAL_TITLE: Final = 45
INPUT_TEXT: Final = 4_000
INPUT_LABEL: Final = 45
NONCE: Final = 25
THREAD_NAME: Final = 100
LONGEST_SLEEP: Final = 10_080
"""Minutes of silence after which a thread goes to sleep, at most."""
COMMANDS: Final = 100
COMMAND_NAME: Final = 32
COMMAND_TEXT: Final = 100
COMMAND_TOTAL: Final = 8_000
"""Characters of a command with everything below it."""

FIRST_ANSWER: Final = 3.0
"""Seconds in which an interaction has to be acknowledged."""
CHOICES_IN: Final = 2.0
"""Our own: seconds in which choices are found or left out, so that they are never late."""
TOKEN_LIFE: Final = 15 * 60.0
"""Seconds for which an interaction can be answered; what comes later goes out as a message."""

MESSAGES: Final = 5
"""Our own: a reply that would take more messages than this ends in a file."""
