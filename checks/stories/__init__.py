"""What is proven by playing the stories."""
