"""Templates, and the resources that a deployment makes of them."""
