"""A goal's procedure is a list of rules in order of danger; the first that has an answer gives the decision."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from cachewarden.procedures.decision import Decision
from cachewarden.procedures.situation import Situation

Rule: TypeAlias = Callable[[Situation], Decision | None]
"""Answers, or leaves it to the next. Its docstring's first line is what the table prints."""


def first_answer(rules: Iterable[Rule], situation: Situation) -> Decision | None:
    """The first rule's answer, None when no rule has anything to say."""
    for rule in rules:
        answer = rule(situation)
        if answer is not None:
            return answer
    return None


def printed(title: str, rules: Sequence[Rule]) -> str:
    """The rules as a table for people, one line each."""
    width = max(len(rule.__name__) for rule in rules)
    lines = [f"{title}"]
    for number, rule in enumerate(rules, start=1):
        says = (rule.__doc__ or "").strip().partition("\n")[0]
        lines.append(f"{number:3}  {rule.__name__:<{width}}  {says}")
    return "\n".join(lines)
