"""What an operation carries from step to step."""
