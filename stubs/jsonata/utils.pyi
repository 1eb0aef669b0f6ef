from collections.abc import Iterable
from typing import Any

class Utils:
    NONE: object
    NULL_VALUE: object

    class JList(list[Any]):
        sequence: bool
        outer_wrapper: bool
        tuple_stream: bool
        keep_singleton: bool

    @staticmethod
    def is_numeric(v: object) -> bool: ...
    @staticmethod
    def is_array_of_strings(v: object) -> bool: ...
    @staticmethod
    def is_array_of_numbers(v: object) -> bool: ...
    @staticmethod
    def is_sequence(result: object) -> bool: ...
    @staticmethod
    def is_deep_equal(lhs: object, rhs: object) -> bool: ...
    @staticmethod
    def create_sequence(el: object = ...) -> list[Any]: ...
    @staticmethod
    def create_sequence_from_iter(it: Iterable[Any]) -> list[Any]: ...
    @staticmethod
    def convert_number(n: float) -> float | None: ...
