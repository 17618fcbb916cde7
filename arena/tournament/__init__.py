"""Tournaments: what is to be played, in which matches, where, and what to do after an interruption."""
