"""Lambda handlers: gather, call the domain, act, report. Importing one reads no environment and makes no client."""
