""".NET numbers and what is made of them."""
