"""What is left out of moto's work because nothing reads it."""
