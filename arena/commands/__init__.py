"""The subcommands, a module each: its arguments, the call into the arena, what it prints, its exit code."""

# in the order of the help
COMMANDS = (
    "match",
    "run",
    "gate",
    "calibrate",
    "leaderboard",
    "check",
    "new-bot",
    "join",
    "verify",
    "replay",
    "explain",
    "export",
    "report",
    "serve",
    "play",
    "hands",
    "variants",
    "schema",
)
