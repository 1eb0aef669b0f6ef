"""Tokens that make an act the same act when it is delivered twice."""

import uuid

NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "https://cachewarden.invalid/action")


def action_token(*, execution_arn: str, action: str, node: str, attempt: int) -> str:
    """UUID of one attempt at one act: SSM's ClientToken, the child execution's name and the host's ActionToken."""
    return str(uuid.uuid5(NAMESPACE, f"{execution_arn}|{action}|{node}|{attempt}"))
