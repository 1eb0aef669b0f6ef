"""Disks and what is on them."""
