"""Statements, one family a file."""
