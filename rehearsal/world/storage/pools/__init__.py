"""Storage pools and virtual disks."""
