"""Refuses wheels: CacheWarden works from its checkout, as a CDK app does. `make setup` installs it editable."""

from __future__ import annotations

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

REFUSAL = (
    "No wheel of cachewarden is built: clone the repository and work from the checkout, where `make setup` installs it."
)


class RefuseWheels(BuildHookInterface):
    """Called by hatchling before it builds; `version` is `editable` or `standard`."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """A wheel would hold the Python files without templates, documents, scripts and stories: it couldn't run."""
        if version != "editable":
            self.app.abort(REFUSAL)
