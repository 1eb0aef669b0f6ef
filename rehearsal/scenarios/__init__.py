"""Scenarios as data, and the cluster that they are set on."""
