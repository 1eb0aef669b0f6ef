"""Checks of the state machines."""
