"""Bots that play from another host, or from a debugger: tickets, the arena's gateway, and who joins through it."""
