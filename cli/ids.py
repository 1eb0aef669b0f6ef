"""`cachewarden ids`: which name an id of a message stands for, where the deployment has `short_names`."""

from __future__ import annotations

import re
import sys
from typing import Annotated

import typer

HOW = "aws cloudformation describe-stacks --stack-name CacheWarden --query 'Stacks[0].StackId' --output text"
_STACK = re.compile(r"arn:[\w-]+:cloudformation:[\w-]+:\d{12}:stack/CacheWarden/([\w-]+)")


def ids(
    stack_id: Annotated[str, typer.Option("--stack-id", help=f"What is printed by: {HOW}")],
    names: Annotated[list[str], typer.Argument(help="Names of servers, databases, groups, clusters; ARNs of people.")],
) -> None:
    """Print each name's ids, one a line: as database (db), group (ag), server (srv), instance (sql), cluster, person.

    Exit code 2 where the stack's id is none.
    """
    from cachewarden.short_names import NameKind, short_id

    stack = _STACK.fullmatch(stack_id.strip())
    if stack is None:
        print(
            f"cachewarden: {stack_id!r} isn't the id of the stack CacheWarden, which is an ARN. Get it: {HOW}",
            file=sys.stderr,
        )
        raise typer.Exit(2)
    for name in names:
        for kind in NameKind:
            print(f"{short_id(stack.group(1), kind, name)}\t{name}")
