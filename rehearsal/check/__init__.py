"""What can be said about the deployment without playing it: its parts held against each other and against AWS's own models."""
