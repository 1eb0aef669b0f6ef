"""Types, values and conversions."""
