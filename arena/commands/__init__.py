"""The subcommands, a module each: its arguments, the call into the arena, what it prints, its exit code."""

COMMANDS = ("run", "hands", "variants")  # in the order of the help
