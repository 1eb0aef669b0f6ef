"""parse(): a script's text made a tree, or the first thing that PowerShell's parser would complain about."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import lru_cache

from rehearsal.engines.powershell.syntax import nodes
from rehearsal.engines.powershell.syntax.checks.unclosed_brackets import first_by_position
from rehearsal.engines.powershell.syntax.extents import Extent, Source
from rehearsal.engines.powershell.syntax.lexer import Lexer
from rehearsal.engines.powershell.syntax.parse_errors import ParseError, RefusedSyntaxError, parse_error
from rehearsal.engines.powershell.syntax.parser.definitions import DefinitionParser
from rehearsal.engines.powershell.syntax.parser.requirements import requirements_of

# Enough for DEPTH_LIMIT levels of nesting, each a dozen Python frames (pure Python calls need no C stack).
_RECURSION_ROOM = 6000


@lru_cache(maxsize=512)
def parse(text: str, name: str) -> nodes.ScriptBlock:
    """The whole script. Raises ParseError, or RefusedSyntaxError for what 5.1 lacks or is not covered; nothing else.

    Trees are immutable and cached by content and name.
    """
    text = text.removeprefix("\ufeff")
    limit = sys.getrecursionlimit()
    if limit < _RECURSION_ROOM:
        sys.setrecursionlimit(_RECURSION_ROOM)
    source = Source(text, name)
    parser = DefinitionParser(Lexer(source, text))
    try:
        block = parser.script_block(None, is_filter=False)
    except RefusedSyntaxError:
        raise
    except ParseError as error:
        raise first_by_position(error, parser) from None
    except RecursionError:
        raise parse_error(Extent(source, 0, 0), "ScriptTooComplicated") from None
    finally:
        if limit < _RECURSION_ROOM:
            sys.setrecursionlimit(limit)
    requirements = requirements_of(source, parser.findings)
    if parser.findings.found:
        raise min(parser.findings.found, key=lambda finding: (finding.line, finding.column))
    return block if requirements is None else replace(block, requirements=requirements)
