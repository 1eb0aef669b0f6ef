"""What ships, parsed once for all tests of checks."""

from __future__ import annotations

import pytest

from checks.deployment import Deployment, read_deployment


@pytest.fixture(scope="session")
def deployment(synthesized) -> Deployment:
    """The tree as it is."""
    return read_deployment(synthesized)
