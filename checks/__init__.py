"""What can be said about the deployment without playing it: its parts against each other and against AWS's models."""
