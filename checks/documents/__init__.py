"""Checks of the SSM documents and event patterns."""
