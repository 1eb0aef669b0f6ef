"""What the #requires comments of a script ask for. Source: about_Requires."""

from __future__ import annotations

import re

from rehearsal.powershell import nodes
from rehearsal.powershell.extents import Source
from rehearsal.powershell.token_stream import TokenStream

_MAY_REQUIRE = re.compile("#requires", re.IGNORECASE)


def requirements_of(source: Source, parser: TokenStream) -> nodes.Requirements | None:
    if _MAY_REQUIRE.search(source.text) is None:
        return None
    return None
