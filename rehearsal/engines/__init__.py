"""The interpreters: each runs one language of what ships, knows no world and imports none of the others."""
