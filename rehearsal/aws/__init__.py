"""An AWS account in this process: deploys synthesized templates and answers boto3."""
