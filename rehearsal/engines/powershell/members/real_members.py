"""Members that common .NET types really have, so that a missing one is answered as PowerShell does and an existing
one that this engine lacks is refused instead of being called missing.

Types listed here are known completely; of any other type every unknown member is refused.
"""

from __future__ import annotations

from collections.abc import Iterable

from rehearsal.engines.powershell.objects.net_type import NetType

_OBJECT = "Equals GetHashCode GetType ToString ReferenceEquals"
_CONVERTIBLE = (
    "GetTypeCode ToBoolean ToByte ToChar ToDateTime ToDecimal ToDouble ToInt16 ToInt32 ToInt64 ToSByte ToSingle "
    "ToType ToUInt16 "
    "ToUInt32 ToUInt64"
)
_NUMBER = f"{_OBJECT} {_CONVERTIBLE} CompareTo"

_TABLE: dict[str, str] = {
    "System.String": f"{_OBJECT} {_CONVERTIBLE} Chars Length Clone CompareTo Contains CopyTo EndsWith "
    "GetEnumerator IndexOf IndexOfAny "
    "Insert IsNormalized LastIndexOf LastIndexOfAny Normalize PadLeft PadRight Remove Replace Split StartsWith "
    "Substring ToCharArray "
    "ToLower ToLowerInvariant ToUpper ToUpperInvariant Trim TrimEnd TrimStart",
    "System.Char": _NUMBER,
    "System.Boolean": _NUMBER,
    "System.Int16": _NUMBER,
    "System.Int32": _NUMBER,
    "System.Int64": _NUMBER,
    "System.UInt16": _NUMBER,
    "System.UInt32": _NUMBER,
    "System.UInt64": _NUMBER,
    "System.Byte": _NUMBER,
    "System.SByte": _NUMBER,
    "System.Single": _NUMBER,
    "System.Double": _NUMBER,
    "System.Decimal": _NUMBER,
    "System.Collections.ArrayList": f"{_OBJECT} Add AddRange BinarySearch Capacity Clear Clone Contains "
    "CopyTo Count GetEnumerator "
    "GetRange IndexOf Insert InsertRange IsFixedSize IsReadOnly IsSynchronized Item LastIndexOf Remove RemoveAt "
    "RemoveRange Reverse "
    "SetRange Sort SyncRoot ToArray TrimToSize",
    "System.Collections.DictionaryEntry": f"{_OBJECT} Key Name Value",
    "System.DateTime": f"{_OBJECT} {_CONVERTIBLE} Add AddDays AddHours AddMilliseconds AddMinutes "
    "AddMonths AddSeconds AddTicks AddYears "
    "CompareTo Date DateTime Day DayOfWeek DayOfYear DisplayHint GetDateTimeFormats Hour IsDaylightSavingTime "
    "Kind Millisecond Minute Month "
    "Second Subtract Ticks TimeOfDay ToBinary ToFileTime ToFileTimeUtc ToLocalTime ToLongDateString "
    "ToLongTimeString ToOADate "
    "ToShortDateString ToShortTimeString ToUniversalTime Year",
    "System.TimeSpan": f"{_OBJECT} Add CompareTo Days Duration Hours Milliseconds Minutes Negate Seconds "
    "Subtract Ticks TotalDays TotalHours "
    "TotalMilliseconds TotalMinutes TotalSeconds",
    "System.Guid": f"{_OBJECT} CompareTo ToByteArray Guid",
    "System.Version": f"{_OBJECT} Build Clone CompareTo Major MajorRevision Minor MinorRevision Revision",
    "System.Management.Automation.ScriptBlock": f"{_OBJECT} Ast Attributes CheckRestrictedLanguage "
    "DebuggerHidden File GetNewClosure "
    "GetPowerShell GetSteppablePipeline Id Invoke InvokeReturnAsIs InvokeWithContext IsConfiguration IsFilter "
    "Module StartPosition",
    "System.Management.Automation.SwitchParameter": f"{_OBJECT} IsPresent ToBool",
}
_TABLE["System.Collections.Generic.List`1"] = (
    f"{_OBJECT} Add AddRange AsReadOnly BinarySearch Capacity Clear Contains ConvertAll CopyTo Count Exists Find "
    f"FindAll FindIndex FindLast "
    "FindLastIndex ForEach GetEnumerator GetRange IndexOf Insert InsertRange Item LastIndexOf Remove RemoveAll "
    "RemoveAt RemoveRange Reverse "
    "Sort ToArray TrimExcess TrueForAll"
)
_KNOWN: dict[str, frozenset[str]] = {
    name: frozenset(member.lower() for member in text.split()) for name, text in _TABLE.items()
}


_PROPERTIES: dict[str, frozenset[str]] = {}


def declare_properties(type_name: str, names: Iterable[str]) -> None:
    """`names` are all properties of the type; of its methods nothing is said."""
    _PROPERTIES[type_name] = frozenset(name.lower() for name in names)


def is_real_member(of: NetType, name: str, what: str = "member") -> bool:
    """Whether the real type has a member of that name, as far as known; an unlisted type may have any."""
    if what == "property" and of.full_name in _PROPERTIES:
        return name.lower() in _PROPERTIES[of.full_name]
    if of.script_class is not None or of.full_name == "System.Management.Automation.PSCustomObject":
        return False
    if of.enum_members is not None:
        return name.lower() in ("value__", "hasflag", "compareto", "gettypecode")
    known = _KNOWN.get(of.full_name)
    if known is None and of.generic_definition is not None:
        known = _KNOWN.get(of.generic_definition.full_name)
    if known is None:
        return not of.closed
    return name.lower() in known
