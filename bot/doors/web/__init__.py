"""The local table: the referee behind a web page, for one machine or a few friends."""
