"""What must hold after every event of every run; one invariant a file, each with the sentence that says it."""
