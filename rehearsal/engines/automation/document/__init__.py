"""Runbooks as documents: what CreateDocument would refuse is refused here, before anything runs."""
