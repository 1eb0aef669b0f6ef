"""Expressions and conditions, compiled to functions of a row."""
