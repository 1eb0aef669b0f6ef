""".NET collections."""
