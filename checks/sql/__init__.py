"""Checks of the SQL texts."""
