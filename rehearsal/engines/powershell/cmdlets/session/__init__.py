"""The session: variables, aliases, commands, time."""
