"""Arguments to parameters."""
