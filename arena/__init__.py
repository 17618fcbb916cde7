"""A bot-tournament arena for the poker games of the rule book."""

__version__ = "0.1.0"
