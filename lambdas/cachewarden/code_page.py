"""Where a person reads about a code: its page in docs/errors, which is written from the catalogue."""

from typing import Final

from cachewarden.codes import Code

IN_THE_REPOSITORY: Final = "docs"
"""The folder in which the pages lie, where the deployment names no address of them."""


def page_of(code: Code, docs: str = IN_THE_REPOSITORY) -> str:
    """The page's address; `docs` is the address of the folder docs/, without a slash at its end."""
    return f"{docs}/errors/{code.value}.md"
