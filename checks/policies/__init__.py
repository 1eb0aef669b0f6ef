"""Checks of the IAM policies."""
