"""The address of the pages that messages link to."""

import os

from cachewarden.code_page import IN_THE_REPOSITORY


def docs_url() -> str:
    """DOCS_URL of the environment; no message is lost for want of it, so without it the folder in the repository."""
    return os.environ.get("DOCS_URL", IN_THE_REPOSITORY)
