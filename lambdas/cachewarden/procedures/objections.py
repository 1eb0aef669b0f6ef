"""All that guards have to say, not only the first of it: for a report, or before several nodes are touched."""

from collections.abc import Iterable

from cachewarden.procedures.decision import Abandon, Complete, Execute, Refuse, Wait
from cachewarden.procedures.situation import Rule, Situation


def objections(situation: Situation, guards: Iterable[Rule]) -> Wait | list[Refuse | Abandon]:
    """Every objection, in the guards' order; a Wait instead, where one of them wants one and none before it objects.

    What has been waited for in vain would otherwise be followed by the next wait, and that by the first one again.
    """
    found: list[Refuse | Abandon] = []
    for guard in guards:
        answer = guard(situation)
        match answer:
            case Wait():
                if not found:
                    return answer
            case Refuse() | Abandon():
                found.append(answer)
            case None | Complete() | Execute():
                pass
    return found
