"""What all tests share: the synthesized templates, made once."""

from __future__ import annotations

from typing import Any

import pytest

from rehearsal.aws.cloudformation.synthesis import templates
from tests.unit.rehearsal.engines.powershell.conformance_summary import pytest_terminal_summary

__all__ = ["pytest_terminal_summary", "synthesized"]


@pytest.fixture(scope="session")
def synthesized() -> dict[str, dict[str, Any]]:
    """Stack name -> template; from the cache by content, so that an unchanged tree isn't synthesized twice."""
    return templates()
