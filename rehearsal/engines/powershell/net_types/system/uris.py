"""System.Uri of absolute addresses, and System.Net.IPAddress."""

from __future__ import annotations

import ipaddress
from typing import Any
from urllib.parse import quote, urlsplit

from rehearsal.engines.powershell.objects.errors import PSException, Unsupported
from rehearsal.engines.powershell.objects.member_declarations import (
    net_constructor,
    net_conversion,
    net_method,
    net_property,
    net_setter,
    net_static,
    net_static_property,
)
from rehearsal.engines.powershell.objects.type_table import net_enum, net_type
from rehearsal.engines.powershell.objects.values import EnumValue, NetObject, PSArray

URI_KIND = net_enum("System.UriKind", {"RelativeOrAbsolute": 0, "Absolute": 1, "Relative": 2})
_PORTS = {"http": 80, "https": 443, "ftp": 21, "ldap": 389}
_BAD_FORMAT = "Invalid URI: The format of the URI could not be determined."
_UNRESERVED = "-_.~"


def _parse(text: str) -> Uri:
    parts = urlsplit(text)
    if not parts.scheme or len(parts.scheme) == 1:
        raise PSException("System.UriFormatException", _BAD_FORMAT)
    if parts.scheme.lower() not in _PORTS:
        raise Unsupported(f"[uri] with scheme {parts.scheme}")
    if not parts.hostname:
        raise PSException("System.UriFormatException", "Invalid URI: The hostname could not be parsed.")
    try:
        port = parts.port
    except ValueError:
        raise PSException("System.UriFormatException", "Invalid URI: Invalid port specified.") from None
    if not text.isascii() or " " in text or "\\" in text or "/./" in text or "/../" in text or parts.username:
        raise Unsupported("[uri] with characters that .NET rewrites")
    return Uri(text, parts.scheme.lower(), parts.hostname.lower(), port, parts.path or "/", parts.query, parts.fragment)


@net_type("System.Uri", accelerators=("uri",))
class Uri(NetObject):
    """An absolute http, https, ftp or ldap address."""

    def __init__(
        self, original: str, scheme: str, host: str, port: int | None, path: str, query: str, fragment: str
    ) -> None:
        self.original = original
        self.scheme_name = scheme
        self.host_name = host
        self.port_number = port if port is not None else _PORTS[scheme]
        self.path = path
        self.query_text = f"?{query}" if query else ""
        self.fragment_text = f"#{fragment}" if fragment else ""

    def _authority(self) -> str:
        default = _PORTS[self.scheme_name] == self.port_number
        return self.host_name if default else f"{self.host_name}:{self.port_number}"

    def ps_string(self) -> str:
        return f"{self.scheme_name}://{self._authority()}{self.path}{self.query_text}{self.fragment_text}"

    def ps_json(self) -> str:
        return f'"{self.original}"'

    def ps_equals(self, other: object, ignore_case: bool) -> bool:
        return isinstance(other, Uri) and self.ps_string() == other.ps_string()

    @net_constructor("string")
    def _make(text: str) -> Uri:
        return _parse(text)

    @net_conversion
    def _convert(value: Any, run: Any) -> Any:
        if not isinstance(value, str):
            return NotImplemented
        try:
            return _parse(value)
        except PSException:
            raise Unsupported("[uri] of a relative address") from None

    @net_static("IsWellFormedUriString", "string", "System.UriKind", returns="bool")
    def is_well_formed(text: str, kind: EnumValue) -> bool:
        raise Unsupported("[uri]::IsWellFormedUriString()")

    @net_static("EscapeDataString", "string", returns="string")
    def escape(text: str) -> str:
        return quote(text, safe=_UNRESERVED)

    @net_static("UnescapeDataString", "string", returns="string")
    def unescape(text: str) -> str:
        from urllib.parse import unquote

        return unquote(text)

    @net_property("Scheme", "string")
    def scheme(self) -> str:
        return self.scheme_name

    @net_property("Host", "string")
    def host(self) -> str:
        return self.host_name

    @net_property("DnsSafeHost", "string")
    def dns_safe_host(self) -> str:
        return self.host_name

    @net_property("Port", "int")
    def port(self) -> int:
        return self.port_number

    @net_property("IsDefaultPort", "bool")
    def is_default_port(self) -> bool:
        return _PORTS[self.scheme_name] == self.port_number

    @net_property("Authority", "string")
    def authority(self) -> str:
        return self._authority()

    @net_property("AbsolutePath", "string")
    def absolute_path(self) -> str:
        return self.path

    @net_property("LocalPath", "string")
    def local_path(self) -> str:
        if "%" in self.path:
            raise Unsupported("LocalPath of an escaped address")
        return self.path

    @net_property("Query", "string")
    def query(self) -> str:
        return self.query_text

    @net_property("Fragment", "string")
    def fragment(self) -> str:
        return self.fragment_text

    @net_property("PathAndQuery", "string")
    def path_and_query(self) -> str:
        return self.path + self.query_text

    @net_property("AbsoluteUri", "string")
    def absolute_uri(self) -> str:
        return self.ps_string()

    @net_property("OriginalString", "string")
    def original_string(self) -> str:
        return self.original

    @net_property("IsAbsoluteUri", "bool")
    def is_absolute(self) -> bool:
        return True

    @net_property("Segments", "string[]")
    def segments(self) -> PSArray:
        pieces = self.path.split("/")
        out = [piece + "/" for piece in pieces[:-1]]
        if pieces[-1]:
            out.append(pieces[-1])
        return PSArray(out, "System.String")

    @net_method("ToString", returns="string")
    def to_string(self) -> str:
        return self.ps_string()


@net_type("System.Net.IPAddress", accelerators=("ipaddress",))
class IPAddress(NetObject):
    """A version 4 or 6 address."""

    def __init__(self, value: ipaddress.IPv4Address | ipaddress.IPv6Address) -> None:
        self.value = value

    def ps_string(self) -> str:
        return str(self.value)

    def ps_equals(self, other: object, ignore_case: bool) -> bool:
        return isinstance(other, IPAddress) and self.value == other.value

    def ps_hash_key(self) -> object:
        return self.value

    @net_conversion
    def _convert(value: Any, run: Any) -> Any:
        if not isinstance(value, str):
            return NotImplemented
        found = _address(value)
        if found is None:
            from rehearsal.engines.powershell.conversion.conversion_errors import convert_error

            text = "An invalid IP address was specified."
            raise convert_error(
                f'Cannot convert value "{value}" to type "System.Net.IPAddress". Error: "{text}"',
                "InvalidCastParseTargetInvocation",
                PSException("System.FormatException", text),
            )
        return found

    @net_static("Parse", "string")
    def parse(text: str) -> IPAddress:
        found = _address(text)
        if found is None:
            raise PSException("System.FormatException", "An invalid IP address was specified.")
        return found

    @net_static("TryParse", "string", "ref", returns="bool")
    def try_parse(text: str | None, result: Any) -> bool:
        found = _address(text or "")
        result.set(found)
        return found is not None

    @net_static_property("Loopback")
    def loopback() -> IPAddress:
        return IPAddress(ipaddress.IPv4Address("127.0.0.1"))

    @net_property("IPAddressToString", "string")
    def text(self) -> str:
        return self.ps_string()

    @net_method("ToString", returns="string")
    def to_string(self) -> str:
        return self.ps_string()


def _address(text: str) -> IPAddress | None:
    if text.isdigit() or (text.count(".") < 3 and ":" not in text and text.replace(".", "").isdigit()):
        raise Unsupported("[ipaddress] in a short form")
    try:
        return IPAddress(ipaddress.ip_address(text))
    except ValueError:
        return None


@net_type("System.UriBuilder")
class UriBuilder(NetObject):
    """An address put together from its parts; `port` -1 is the scheme's own."""

    @net_constructor()
    @net_constructor("string")
    def __init__(self, text: str | None = None) -> None:
        found = _parse(text) if text is not None else None
        self.scheme = found.scheme_name if found else "http"
        self.host = found.host_name if found else "localhost"
        self.port = found.port_number if found else -1
        self.path = found.path if found else "/"
        self.query = found.query_text.removeprefix("?") if found else ""
        self.fragment = found.fragment_text.removeprefix("#") if found else ""

    def ps_string(self) -> str:
        port = f":{self.port}" if self.port >= 0 else ""
        query = f"?{self.query}" if self.query else ""
        fragment = f"#{self.fragment}" if self.fragment else ""
        return f"{self.scheme}://{self.host}{port}{self.path}{query}{fragment}"

    @net_property("Uri")
    def uri(self) -> Uri:
        return _parse(self.ps_string())

    @net_method("ToString", returns="string")
    def to_string(self) -> str:
        return self.ps_string()

    @net_property("Scheme", "string")
    def get_scheme(self) -> str:
        return self.scheme

    @net_setter("Scheme")
    def set_scheme(self, value: str) -> None:
        self.scheme = value.lower()

    @net_property("Host", "string")
    def get_host(self) -> str:
        return self.host

    @net_setter("Host")
    def set_host(self, value: str) -> None:
        self.host = value

    @net_property("Port", "int")
    def get_port(self) -> int:
        return self.port

    @net_setter("Port")
    def set_port(self, value: int) -> None:
        if not -1 <= value <= 65535:
            raise PSException(
                "System.ArgumentOutOfRangeException",
                "Specified argument was out of the range of valid values.\r\nParameter name: value",
            )
        self.port = value

    @net_property("Path", "string")
    def get_path(self) -> str:
        return self.path

    @net_setter("Path")
    def set_path(self, value: str) -> None:
        self.path = value if value.startswith("/") else f"/{value}"

    @net_property("Query", "string")
    def get_query(self) -> str:
        return f"?{self.query}" if self.query else ""

    @net_setter("Query")
    def set_query(self, value: str) -> None:
        self.query = value

    @net_property("Fragment", "string")
    def get_fragment(self) -> str:
        return f"#{self.fragment}" if self.fragment else ""

    @net_setter("Fragment")
    def set_fragment(self, value: str) -> None:
        self.fragment = value
