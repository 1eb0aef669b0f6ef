"""Hundreds of small cases as one test: pytest and xdist take longer for a test than most of these do."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import pytest

SHOWN = 20


def in_one_test(name: str, values: Iterable[Any], *, ids: Callable[[Any], object] = str) -> Callable[..., Any]:
    """As `pytest.mark.parametrize`, but one test: it goes through all cases and fails with each that does.

    The cases share the fixtures, so they must leave them as they were.
    """
    cases = list(values)

    def decorated(test: Callable[..., None]) -> Callable[..., None]:
        signature = inspect.signature(test)

        @wraps(test)
        def run(**fixtures: Any) -> None:
            assert cases
            failures = []
            for case in cases:
                try:
                    test(**fixtures, **{name: case})
                except (Exception, pytest.fail.Exception) as error:
                    failures.append(f"{ids(case)}: {type(error).__name__}: {error}")
            if failures:
                told = "\n\n".join(failures[:SHOWN])
                pytest.fail(f"{len(failures)} of {len(cases)} cases fail:\n{told}", pytrace=False)

        parameters = [each for each in signature.parameters.values() if each.name != name]
        run.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
        return run

    return decorated
