"""The actions of schema 0.3: one file for each kind; `flow.py` holds those that need no account."""
