"""Errors that are the user's to mend: shown as one sentence, never as a traceback."""


class UserError(Exception):
    """Something the person at the keyboard can put right; its text is one complete sentence."""

    exit_code: int = 1
