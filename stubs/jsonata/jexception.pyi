class JException(RuntimeError):
    error: str
    location: int
    def __init__(
        self, error: str, location: int = 0, current_token: object = None, expected: object = None, extra: object = None
    ) -> None: ...
