"""A whole cluster is stopped by consent, and started again: one operation that turns from node to node."""
