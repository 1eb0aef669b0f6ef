"""What the operation's node lacks to be started again after a stop; it travels as JSON with the evidence."""

from dataclasses import dataclass

from cachewarden.json_reader import Json, JsonReader


@dataclass(frozen=True, slots=True, kw_only=True)
class StartNeeds:
    """`keys`: keys of its EBS volumes with which CacheWarden couldn't start it, each with the reason. `licences`: its
    License Manager configurations that the deployment doesn't name. `reservation`: why the capacity reservation that it
    must start in doesn't take it; `reserved`: whether a reservation keeps its place. `quota`: what the account's quota
    of vCPUs leaves, where that is less than the node needs. `unread`: what isn't known, and why.
    """

    keys: tuple[str, ...] = ()
    licences: tuple[str, ...] = ()
    reservation: str | None = None
    reserved: bool | None = None
    quota: str | None = None
    unread: tuple[str, ...] = ()


def parse_start_needs(source: JsonReader) -> StartNeeds:
    """Raises `UnexpectedJsonError` where it doesn't fit."""
    return StartNeeds(
        keys=source.texts("keys"),
        licences=source.texts("licences"),
        reservation=source.optional("reservation", source.text),
        reserved=source.optional("reserved", source.flag),
        quota=source.optional("quota", source.text),
        unread=source.texts("unread"),
    )


def start_needs_to_json(needs: StartNeeds) -> dict[str, Json]:
    """What `parse_start_needs` reads back unchanged."""
    return {
        "keys": list(needs.keys),
        "licences": list(needs.licences),
        "reservation": needs.reservation,
        "reserved": needs.reserved,
        "quota": needs.quota,
        "unread": list(needs.unread),
    }
