"""Every version of the tables, one module each."""
