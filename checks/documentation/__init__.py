"""Pages of docs/ that are written from the code, and the facts that the code cites."""
