"""What Format-Table and Format-List pass to the end of the pipeline: an object together with how to show it."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.members.property_reading import get_property
from rehearsal.engines.powershell.objects.values import NetObject


class Column(NetObject):
    """One property to show: its label and how to get the value. `alignment`: left, right, center or None (by type)."""

    __slots__ = ("alignment", "format_text", "label", "read", "width")

    def __init__(
        self,
        label: str,
        read: Any,
        *,
        width: int | None = None,
        alignment: str | None = None,
        format_text: str | None = None,
    ) -> None:
        self.label = label
        self.read = read
        self.width = width
        self.alignment = alignment
        self.format_text = format_text


class FormatRequest(NetObject):
    """`kind` is table or list; `columns` empty means all properties of the first object; `key` tells when a new
    block begins.
    """

    net_name = "Microsoft.PowerShell.Commands.Internal.Format.FormatEntryData"

    def __init__(
        self, *, kind: str, columns: tuple[Column, ...], value: Any, key: object = None, hide_headers: bool = False
    ) -> None:
        self.kind = kind
        self.columns = columns
        self.value = value
        self.key = key
        self.hide_headers = hide_headers

    @classmethod
    def of_names(cls, kind: str, names: tuple[str, ...], value: Any) -> FormatRequest:
        """Plain properties by name."""
        return cls(kind=kind, columns=tuple(name_column(name) for name in names), value=value)


def name_column(name: str, label: str | None = None) -> Column:
    """A column of one property."""
    return Column(label or name, lambda run, value: get_property(value, name, run))
