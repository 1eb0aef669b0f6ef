""".NET types for time."""
