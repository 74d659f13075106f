"""A View in, an image out; never a State."""
