"""The subcommands, a module each: its arguments, the call into the arena, what it prints, its exit code."""

COMMANDS = ("match", "run", "verify", "hands", "variants", "schema")  # in the order of the help
