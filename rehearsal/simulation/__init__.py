"""Running one scenario and judging how it ended."""
