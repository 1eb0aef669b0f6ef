"""One file per kind of event: the event and what EC2 says of an instance in, one request out."""
