"""Storage Spaces as docs/reference describes it (storage-pools.md, write-cache.md, windows.md)."""
