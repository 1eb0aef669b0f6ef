"""Conversions between types, and to text."""
