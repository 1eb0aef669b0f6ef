"""Text and JSON."""
