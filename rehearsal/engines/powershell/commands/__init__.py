"""Commands as stages of a pipeline."""
