"""What a Lambda handler sees as its own process: environment variables and standard output, for each actor apart.

Handlers of several functions interleave in one process (an API call is a place where others run), so patching
`os.environ` for the length of an invocation would show one function another's variables. Both are therefore routed by
context variables, which greenlets carry.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TextIO, cast
from unittest.mock import patch

_environment: ContextVar[dict[str, str] | None] = ContextVar("lambda_environment", default=None)
_log: ContextVar[list[str] | None] = ContextVar("lambda_log", default=None)


class RoutedEnvironment(MutableMapping[str, str]):
    """`os.environ` that shows an invocation its own variables, and all other code the process's."""

    def __init__(self, real: MutableMapping[str, str]) -> None:
        self._real = real

    def _here(self) -> MutableMapping[str, str]:
        mine = _environment.get()
        return self._real if mine is None else mine

    def __getitem__(self, key: str) -> str:
        return self._here()[key]

    def __setitem__(self, key: str, value: str) -> None:
        self._here()[key] = value

    def __delitem__(self, key: str) -> None:
        del self._here()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._here())

    def __len__(self) -> int:
        return len(self._here())

    def __contains__(self, key: object) -> bool:
        return key in self._here()

    def copy(self) -> dict[str, str]:
        """As `os.environ.copy()`."""
        return dict(self._here())


class RoutedOutput:
    """Standard output that goes to the invocation's log, and to the real one outside of invocations."""

    def __init__(self, real: TextIO) -> None:
        self.real = real

    def write(self, text: str) -> int:
        """As a text stream's."""
        log = _log.get()
        if log is None:
            return self.real.write(text)
        log.append(text)
        return len(text)

    def flush(self) -> None:
        """As a text stream's."""
        if _log.get() is None:
            self.real.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.real, name)


@contextmanager
def routed_process() -> Iterator[None]:
    """Inside the block `os.environ` and `sys.stdout` are routed, also for loggers that wrote to the latter before."""
    routed, real = RoutedOutput(sys.stdout), sys.stdout
    with patch.object(os, "environ", RoutedEnvironment(os.environ)), patch.object(sys, "stdout", routed):
        for handler in _handlers_that_write_to(real):
            handler.setStream(cast(TextIO, routed))
        yield


def _handlers_that_write_to(stream: TextIO) -> Iterator[logging.StreamHandler[TextIO]]:
    for logger in list(logging.Logger.manager.loggerDict.values()):
        for handler in logger.handlers if isinstance(logger, logging.Logger) else ():
            if isinstance(handler, logging.StreamHandler) and handler.stream is stream:
                yield handler


@contextmanager
def as_invocation(variables: Mapping[str, str], log: list[str]) -> Iterator[None]:
    """Inside the block (and in whatever it calls) the environment is `variables`, and output goes to `log`."""
    environment, output = _environment.set(dict(variables)), _log.set(log)
    try:
        yield
    finally:
        _environment.reset(environment)
        _log.reset(output)


@contextmanager
def outside_invocations() -> Iterator[None]:
    """Inside the block the process's own environment is seen, even in an invocation.

    For the services that an invocation calls: they are no part of its process, and moto reads its account number there.
    """
    environment, output = _environment.set(None), _log.set(None)
    try:
        yield
    finally:
        _environment.reset(environment)
        _log.reset(output)
