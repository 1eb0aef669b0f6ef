"""Executes SSM Automation runbooks (schema 0.3): parsed once, steps as actors on the clock, real API calls."""
