"""Access to properties, methods and indexes."""
