"""Guards, in order of danger."""
