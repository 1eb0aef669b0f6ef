"""AWS CloudTrail: which calls are recorded, and what reaches EventBridge of them."""
