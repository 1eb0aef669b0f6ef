""".NET types for text."""
