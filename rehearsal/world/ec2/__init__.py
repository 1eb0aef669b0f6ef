"""Instances and volumes."""
