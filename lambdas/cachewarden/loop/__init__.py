"""One pass of the workflow's loop."""
