"""From tree to Python closures."""
