"""The object model: values, .NET types, errors."""
