"""The actions of schema 0.3 that reach into the account; those that don't are in `flow.py`."""
