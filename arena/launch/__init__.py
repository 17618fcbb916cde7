"""Bots as programs: their folders, builds, processes and what they may touch."""
