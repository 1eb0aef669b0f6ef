"""Imports every module that declares built-in cmdlets and .NET types, so that the tables are full."""

from __future__ import annotations

import importlib
import pkgutil


def load() -> None:
    """Idempotent; packages cmdlets and nettypes are walked module by module."""
    for package_name in ("rehearsal.powershell.nettypes", "rehearsal.powershell.cmdlets"):
        package = importlib.import_module(package_name)
        for module in sorted(pkgutil.iter_modules(package.__path__), key=lambda found: found.name):
            importlib.import_module(f"{package_name}.{module.name}")
