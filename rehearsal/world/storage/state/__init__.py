"""What the storage of a host is made of: disks and their content, pools, virtual disks, jobs."""
