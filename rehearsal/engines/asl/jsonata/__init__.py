"""JSONata expressions as Step Functions evaluates them."""
