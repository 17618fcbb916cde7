"""The subcommands, a module each: its arguments, the call into the arena, what it prints, its exit code."""

COMMANDS = ("match", "run", "leaderboard", "verify", "replay", "hands", "variants", "schema")  # as the help lists them
