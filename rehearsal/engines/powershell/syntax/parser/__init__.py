"""The recursive-descent parser, one file for each family of statements and expressions."""
