"""The list of checks that any bot can be put through, whatever it is written in."""
