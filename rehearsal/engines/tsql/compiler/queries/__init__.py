"""Queries, compiled to plans."""
