"""The errors of invalid patterns and of target inputs that aren't covered."""


class InvalidPatternError(ValueError):
    """EventBridge refuses the pattern; `path` is the dotted path of the field, empty for the whole."""

    def __init__(self, message: str, path: str = "") -> None:
        super().__init__(f"{message} (at {path})" if path else message)
        self.path = path


class TargetInputError(ValueError):
    """A target's Input, InputPath or InputTransformer needs something that isn't covered here."""
