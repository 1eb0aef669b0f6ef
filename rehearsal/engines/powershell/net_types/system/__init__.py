""".NET types for files and the system."""
