from typing import Any

class Parser:
    class Symbol:
        type: str
        value: Any
        # What else a node has depends on its type.
        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...
