"""The CloudFormation stacks."""
