"""From an event to what it asks for."""
