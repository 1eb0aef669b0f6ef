"""From evidence to the next decision."""
