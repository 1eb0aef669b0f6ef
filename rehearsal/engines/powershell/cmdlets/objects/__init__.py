"""Objects in a pipeline."""
