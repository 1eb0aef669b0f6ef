"""What was observed, typed."""
