"""Items, their content and paths."""
