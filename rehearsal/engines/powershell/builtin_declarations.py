"""Imports every module that declares built-in cmdlets and .NET types, so that the tables are full."""

from __future__ import annotations

import importlib
import pkgutil


def load() -> None:
    """Idempotent; the packages net_types and cmdlets are walked module by module, their folders included."""
    for package_name in ("rehearsal.engines.powershell.net_types", "rehearsal.engines.powershell.cmdlets"):
        package = importlib.import_module(package_name)
        for module in sorted(pkgutil.walk_packages(package.__path__, f"{package_name}."), key=lambda found: found.name):
            importlib.import_module(module.name)
