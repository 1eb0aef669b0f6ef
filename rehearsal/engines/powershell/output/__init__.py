"""Streams and the formatting of what they show."""
