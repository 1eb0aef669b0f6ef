"""Writing and formatting."""
