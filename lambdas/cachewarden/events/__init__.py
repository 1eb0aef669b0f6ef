"""One file per kind of AWS event: its shape as AWS sends it, and what it says."""
