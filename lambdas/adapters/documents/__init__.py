"""People's documents for single acts: their runs, and the leases that they own."""
