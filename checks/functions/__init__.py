"""Checks of the Lambda functions."""
