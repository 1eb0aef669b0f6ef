"""Statements other than queries, compiled to steps of a batch."""
