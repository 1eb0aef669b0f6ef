"""What the Lambda functions read and return, read off their Python source."""
