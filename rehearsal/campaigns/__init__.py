"""Many runs: every place killed in turn."""
