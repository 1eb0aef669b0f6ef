"""Databases, their files, logs and backups."""
