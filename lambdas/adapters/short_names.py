"""The deployment's key for ids in the place of names, where its owner wants them."""

import os
from collections.abc import Mapping

from cachewarden.short_names import NameKind, ShortNames


def short_names(names: Mapping[str, NameKind] | None = None) -> ShortNames:
    """By NAME_KEY of the environment; without it names stay names."""
    return ShortNames(os.environ.get("NAME_KEY") or None, names or {})
