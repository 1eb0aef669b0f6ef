"""CIM objects and queries."""
