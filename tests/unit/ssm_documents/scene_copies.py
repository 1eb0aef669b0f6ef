"""A scene is made once a process for the same arguments, and copied: to install its hosts takes five times as long.

A copy plays as a scene made anew, trace and all: test_scene_copies.py.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from types import CellType, FunctionType
from typing import Any

from rehearsal.kernel.faults import Fault

KEPT_AT_MOST = 8
INSTALLER = "install_host"
_kept: dict[str, Any] = {}


def made_once(make: Callable[..., None]) -> Callable[..., None]:
    """Around a scene's `__init__`: what would be made a second time is copied."""

    @wraps(make)
    def init(scene: Any, *faults: Fault, **how: Any) -> None:
        if how.get("settings") is not None or not how.get("install", True) or not all(map(_is_later, faults)):
            make(scene, *faults, **how)
            return
        key = repr((type(scene).__name__, sorted(how.items())))
        if key not in _kept:
            if len(_kept) == KEPT_AT_MOST:
                del _kept[next(iter(_kept))]
            _kept[key] = object.__new__(type(scene))
            make(_kept[key], **how)
        with _functions_copied():
            scene.__dict__.update(copy.deepcopy(_kept[key].__dict__, {id(_kept[key]): scene}))
        _plan(scene.world.faults, faults)

    return init


def _is_later(fault: Fault) -> bool:
    """Whether nothing of the installation can be what the fault waits for."""
    return bool(fault.where.get("script", INSTALLER) != INSTALLER)


def _plan(faults: Any, planned: tuple[Fault, ...]) -> None:
    faults.planned, faults._reached = planned, [0] * len(planned)


@contextmanager
def _functions_copied() -> Iterator[None]:
    """`copy` takes functions as they are; those that wait for their time in a scene hold its objects in their cells."""
    dispatch: dict[type, Any] = copy._deepcopy_dispatch  # type: ignore[attr-defined]
    before, dispatch[FunctionType] = dispatch[FunctionType], _copied_function
    try:
        yield
    finally:
        dispatch[FunctionType] = before


def _copied_function(function: FunctionType, memo: dict[int, Any]) -> FunctionType:
    if not (function.__closure__ or function.__defaults__ or function.__kwdefaults__):
        return function
    cells = tuple(CellType() for _ in function.__closure__ or ())
    copied = FunctionType(function.__code__, function.__globals__, function.__name__, None, cells)
    memo[id(function)] = copied
    copied.__dict__.update(copy.deepcopy(function.__dict__, memo))
    copied.__qualname__ = function.__qualname__
    for cell, original in zip(cells, function.__closure__ or (), strict=True):
        cell.cell_contents = copy.deepcopy(original.cell_contents, memo)
    copied.__defaults__ = copy.deepcopy(function.__defaults__, memo)
    copied.__kwdefaults__ = copy.deepcopy(function.__kwdefaults__, memo)
    return copied
