"""Tools that read scripts without running them, and the real PowerShell beside the engine."""
