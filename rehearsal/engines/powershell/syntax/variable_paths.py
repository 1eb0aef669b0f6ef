"""Splits `scope:name` and `drive:name`: what a variable's name means is known from its text."""

from __future__ import annotations

from rehearsal.engines.powershell.syntax import nodes
from rehearsal.engines.powershell.syntax.extents import Extent

_SCOPES = frozenset(["global", "local", "private", "script", "variable"])


def variable_node(path: str, extent: Extent, *, splatted: bool = False) -> nodes.Variable:
    qualifier, colon, name = path.partition(":")
    if not colon or not qualifier:
        return nodes.Variable(extent=extent, user_path=path, name=path, splatted=splatted)
    if qualifier.lower() in _SCOPES:
        return nodes.Variable(extent=extent, user_path=path, name=name, scope=qualifier.lower(), splatted=splatted)
    return nodes.Variable(extent=extent, user_path=path, name=name, drive=qualifier, splatted=splatted)
