"""An instance as sessions see it."""
