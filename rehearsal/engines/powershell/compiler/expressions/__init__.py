"""Expressions, one family a file."""
