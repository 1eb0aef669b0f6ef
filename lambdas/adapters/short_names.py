"""The deployment's key for ids in the place of names, where its owner wants them."""

import os
from collections.abc import Mapping

from cachewarden.operation.policy import NOTHING_LISTED
from cachewarden.short_names import NameKind, ShortNames


def short_names(names: Mapping[str, NameKind] | None = None) -> ShortNames:
    """By NAME_KEY of the environment; `none`: names stay names, as they do outside a function."""
    key = os.environ.get("NAME_KEY", NOTHING_LISTED)
    return ShortNames(None if key == NOTHING_LISTED else key, {} if names is None else names)
