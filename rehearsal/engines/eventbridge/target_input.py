"""What a target receives: the event, a constant, a part of the event, or a transformed text.

Source: page "Amazon EventBridge input transformation". A path that the event lacks is refused in a
transformer: what AWS puts there depends on the template.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rehearsal.engines.eventbridge.errors import TargetInputError

_PATH = re.compile(r"\$(?:\.[A-Za-z0-9_\-]+|\[\d+\])*")
_STEP = re.compile(r"\.([A-Za-z0-9_\-]+)|\[(\d+)\]")
_VARIABLE = re.compile(r"<([A-Za-z0-9_.\-]+)>")
_MISSING = object()


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetInput:
    """At most one of the three is set; none of them means the whole event."""

    constant: str | None = None
    path: str | None = None
    template: str | None = None
    template_paths: Mapping[str, str] | None = None

    @classmethod
    def parse(cls, target: Mapping[str, Any]) -> "TargetInput":
        """From a rule's target. Raises TargetInputError."""
        given = [name for name in ("Input", "InputPath", "InputTransformer") if target.get(name) is not None]
        if len(given) > 1:
            raise TargetInputError(f"a target takes one of {', '.join(given)}")
        transformer = target.get("InputTransformer") or {}
        paths = dict(transformer.get("InputPathsMap") or {})
        for path in (*paths.values(), *([target["InputPath"]] if "InputPath" in given else [])):
            if not isinstance(path, str) or not _PATH.fullmatch(path):
                raise TargetInputError(f"the path {path} isn't covered")
        return cls(
            constant=target.get("Input"),
            path=target.get("InputPath"),
            template=transformer.get("InputTemplate"),
            template_paths=paths,
        )

    def value(self, event: Mapping[str, Any], rule_name: str) -> Any:
        """The input as JSON. Raises TargetInputError."""
        if self.constant is not None:
            return json.loads(self.constant)
        if self.path is not None:
            found = _look_up(self.path, event)
            return None if found is _MISSING else found
        if self.template is not None:
            return _transform(self.template, self._variables(event, rule_name))
        return event

    def _variables(self, event: Mapping[str, Any], rule_name: str) -> dict[str, Any]:
        found = {name: _look_up(path, event) for name, path in (self.template_paths or {}).items()}
        return found | {"aws.events.rule-name": rule_name, "aws.events.event.json": event}


def _look_up(path: str, event: Any) -> Any:
    value = event
    for name, index in _STEP.findall(path):
        if name and isinstance(value, dict) and name in value:
            value = value[name]
        elif index and isinstance(value, list) and int(index) < len(value):
            value = value[int(index)]
        else:
            return _MISSING
    return value


def _transform(template: str, variables: Mapping[str, Any]) -> Any:
    """Inside quotes a variable's text, outside of them its JSON."""
    parts: list[str] = []
    end = 0
    for found in _VARIABLE.finditer(template):
        value = variables.get(found[1], _MISSING)
        if value is _MISSING:
            raise TargetInputError(f"<{found[1]}> is unknown, or the event lacks its path")
        before = template[end : found.start()]
        quoted = _inside_quotes("".join(parts) + before)
        text = value if quoted and isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        parts += [before, json.dumps(text, ensure_ascii=False)[1:-1] if quoted else text]
        end = found.end()
    text = "".join(parts) + template[end:]
    try:
        return json.loads(text)
    except ValueError as broken:
        raise TargetInputError(f"the template doesn't give JSON: {text}") from broken


def _inside_quotes(text: str) -> bool:
    return len(re.findall(r'(?<!\\)"', text)) % 2 == 1
