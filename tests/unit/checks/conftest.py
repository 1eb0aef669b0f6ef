"""What ships, parsed once for all tests of checks."""

from __future__ import annotations

import pytest

from checks.deployment import Shipment, shipment


@pytest.fixture(scope="session")
def shipped(synthesized) -> Shipment:
    """The tree as it is."""
    return shipment(synthesized)
