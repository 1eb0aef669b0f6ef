"""GetCalendarState over the world's Change Calendars [change-management#calendar]."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rehearsal.aws.api.errors import ApiError, UnsupportedError
from rehearsal.aws.api.gateway import Handler
from rehearsal.aws.ssm.documents import Documents
from rehearsal.world.change_calendars import all_open, next_transition
from rehearsal.world.world import World


class Calendars:
    """The one call that reads calendars."""

    def __init__(self, world: World, documents: Documents) -> None:
        self._world = world
        self._documents = documents

    @property
    def operations(self) -> Mapping[str, Handler]:
        """By AWS's name."""
        return {"GetCalendarState": self.get_calendar_state}

    def get_calendar_state(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """OPEN if all calendars are; a name that isn't a document, or is another kind of document, is refused."""
        if "AtTime" in parameters:
            raise UnsupportedError("ssm:GetCalendarState with AtTime")
        found = []
        for name in parameters["CalendarNames"]:
            if name in self._documents.by_name:
                raise ApiError("InvalidDocumentType", f"{name} is no ChangeCalendar")
            if name not in self._world.calendars:
                raise ApiError("InvalidDocument", f"Document with name {name} does not exist.")
            found.append(self._world.calendars[name])
        moment = self._world.clock.now()
        changes = next_transition(found, moment)
        answer = {"State": "OPEN" if all_open(found, moment) else "CLOSED", "AtTime": f"{moment:%Y-%m-%dT%H:%M:%SZ}"}
        return answer if changes is None else {**answer, "NextTransitionTime": f"{changes:%Y-%m-%dT%H:%M:%SZ}"}
