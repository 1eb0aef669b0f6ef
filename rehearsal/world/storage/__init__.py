"""Storage Spaces as the reference describes it (windows-storage-and-sql-ag.md part 1 and rules R1–R15)."""
