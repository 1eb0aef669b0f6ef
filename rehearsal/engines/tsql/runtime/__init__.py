"""What a batch needs while it runs: the session, what it sends back, and functions of a row."""
