"""Built-in functions."""
