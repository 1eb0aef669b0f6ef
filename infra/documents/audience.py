"""For whom an Automation document is: whose managed policy lets people start it."""

from enum import StrEnum


class Audience(StrEnum):
    """One policy each; whoever needs two is given both."""

    OPERATOR = "operator"
    """Takes nodes out of service and brings them back, safely."""
    APPROVER = "approver"
    """Gives consents: to start such a document is to consent."""
    REQUESTER = "requester"
    """Asks the deployment's approvers for a consent: to start such a document gives none."""
    ADMINISTRATOR = "administrator"
    """Sets nodes up, rebuilds what is lost, and breaks the glass."""
