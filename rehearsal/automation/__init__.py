"""Executes SSM Automation runbooks (schema 0.3)."""
