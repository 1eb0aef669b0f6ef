"""System.StringComparer: how dictionaries, sets and sorts compare text."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.objects.member_declarations import net_method, net_static_property
from rehearsal.engines.powershell.objects.string_order import compare_text
from rehearsal.engines.powershell.objects.type_table import net_type
from rehearsal.engines.powershell.objects.values import NetObject


@net_type(
    "System.StringComparer",
    interfaces=("System.Collections.IEqualityComparer", "System.Collections.IComparer"),
)
class StringComparer(NetObject):
    """`kind` is the static property's name."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.ignore_case = kind.endswith("IgnoreCase")

    def order(self, one: Any, other: Any) -> int:
        """Negative, zero, positive."""
        if one is None or other is None:
            return (one is not None) - (other is not None)
        if self.kind.startswith("Ordinal"):
            first, second = (one.upper(), other.upper()) if self.ignore_case else (one, other)
            return bool(first > second) - bool(first < second)
        return compare_text(one, other, self.ignore_case)

    @net_method("Compare", "string", "string", returns="int")
    def compare(self, one: str | None, other: str | None) -> int:
        return self.order(one, other)

    @net_method("Equals", "string", "string", returns="bool")
    def equals(self, one: str | None, other: str | None) -> bool:
        return self.order(one, other) == 0

    @net_static_property("Ordinal")
    def ordinal() -> StringComparer:
        return StringComparer("Ordinal")

    @net_static_property("OrdinalIgnoreCase")
    def ordinal_ignore_case() -> StringComparer:
        return StringComparer("OrdinalIgnoreCase")

    @net_static_property("InvariantCulture")
    def invariant_culture() -> StringComparer:
        return StringComparer("InvariantCulture")

    @net_static_property("InvariantCultureIgnoreCase")
    def invariant_culture_ignore_case() -> StringComparer:
        return StringComparer("InvariantCultureIgnoreCase")

    @net_static_property("CurrentCulture")
    def current_culture() -> StringComparer:
        return StringComparer("CurrentCulture")

    @net_static_property("CurrentCultureIgnoreCase")
    def current_culture_ignore_case() -> StringComparer:
        return StringComparer("CurrentCultureIgnoreCase")


net_type("System.Collections.IEqualityComparer")(type("IEqualityComparer", (), {}))
net_type("System.Collections.IComparer")(type("IComparer", (), {}))
