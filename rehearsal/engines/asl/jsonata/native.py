"""Functions written here, in the form in which the JSONata evaluator calls them."""

import copy
from collections.abc import Callable, Sequence
from typing import Any

from jsonata.jsonata import Jsonata
from jsonata.signature import Signature
from jsonata.utils import Utils


class ArgumentError(ValueError):
    """An argument that the function doesn't take."""


class NullAwareSignature(Signature):
    """Checks arguments as JSONata does: null is a type of its own, which the library takes for undefined."""

    def get_symbol(self, value: Any) -> str:
        return "l" if value is Utils.NULL_VALUE else super().get_symbol(value)


def null_aware(function: Jsonata.JFunction) -> Jsonata.JFunction:
    """The library's function, checking its arguments so; the library's own stays as it is."""
    aware = copy.copy(function)
    if aware.signature is not None:
        aware.signature = copy.copy(aware.signature)
        aware.signature.__class__ = NullAwareSignature
    return aware


class _Body(Jsonata.JFunctionCallable):
    def __init__(self, body: Callable[..., Any]) -> None:
        self._body = body

    def call(self, input: Any, args: Sequence[Any] | None) -> Any:  # noqa: A002
        return self._body(*(args or ()))


class NativeFunction(Jsonata.JFunction):
    """`signature` is JSONata's own notation; undefined arguments arrive as None."""

    def __init__(self, name: str, signature: str, body: Callable[..., Any], arguments: int) -> None:
        super().__init__(_Body(body), None)
        self.signature = NullAwareSignature(signature, name)
        self.function_name = name
        self._arguments = arguments

    def doing(self, body: Callable[..., Any]) -> "NativeFunction":
        """The same function with another body."""
        function = copy.copy(self)
        function.function = _Body(body)
        return function

    def get_number_of_args(self) -> int:
        return self._arguments
