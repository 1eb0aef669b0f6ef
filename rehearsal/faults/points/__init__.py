"""Places where a fault can be injected, by subject."""
