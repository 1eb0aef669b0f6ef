"""How control leaves a statement other than by reaching its end."""


class Signal(Exception):  # noqa: N818 - control of flow, no error
    """BREAK, CONTINUE, RETURN, or the end of the batch after an error."""


class BreakLoop(Signal):
    pass


class ContinueLoop(Signal):
    pass


class LeaveBatch(Signal):
    """RETURN, or a name that wasn't found: this batch ends, the one that called it goes on."""


class AbortBatch(Signal):
    """An error that ends everything up to the batch that the client sent."""
