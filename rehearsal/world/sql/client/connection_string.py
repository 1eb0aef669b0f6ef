"""What a connection string says, by the keywords and synonyms of SqlConnectionStringBuilder (.NET Framework)."""

from __future__ import annotations

import re
from dataclasses import dataclass

_SYNONYMS = {
    "data source": "data source", "server": "data source", "address": "data source", "addr": "data source",
    "network address": "data source", "initial catalog": "initial catalog", "database": "initial catalog",
    "integrated security": "integrated security", "trusted_connection": "integrated security",
    "connect timeout": "connect timeout", "connection timeout": "connect timeout", "timeout": "connect timeout",
    "application name": "application name", "app": "application name", "pooling": "pooling",
    "encrypt": "encrypt", "trustservercertificate": "trustservercertificate",
    "multisubnetfailover": "multisubnetfailover", "applicationintent": "applicationintent",
    "workstation id": "workstation id", "wsid": "workstation id", "packet size": "packet size",
    "multipleactiveresultsets": "multipleactiveresultsets", "connectretrycount": "connectretrycount",
    "connectretryinterval": "connectretryinterval", "persist security info": "persist security info",
    "persistsecurityinfo": "persist security info", "network library": "network library", "net": "network library",
    "user id": "user id", "uid": "user id", "user": "user id", "password": "password", "pwd": "password",
    "max pool size": "max pool size", "min pool size": "min pool size", "enlist": "enlist",
    "current language": "current language", "language": "current language",
    "type system version": "type system version",
    "failover partner": "failover partner", "connection lifetime": "load balance timeout",
    "load balance timeout": "load balance timeout",
}  # fmt: skip
_PAIR = re.compile(r"""\s*([^=;]+?)\s*=\s*("(?:[^"]|"")*"|'(?:[^']|'')*'|[^;]*?)\s*(?:;|$)""")
_PROTOCOLS = ("tcp", "lpc", "np", "admin")
_LOCAL = frozenset({"", ".", "(local)", "localhost", "127.0.0.1", "::1"})


class BadConnectionString(ValueError):  # noqa: N818 - becomes an ArgumentException of the client
    """Text that SqlConnection refuses with an ArgumentException."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DataSource:
    """`tcp:SALES1\\INST,1433` taken apart; `host` is lower case, without domain; `instance` upper case or None."""

    text: str
    protocol: str | None
    host: str
    instance: str | None
    port: int | None

    def is_local(self, computer_name: str) -> bool:
        return self.host in _LOCAL or self.host == computer_name.lower()


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionOptions:
    """The keywords that mean something to the model."""

    text: str
    source: DataSource
    database: str
    timeout_s: int
    application_name: str
    workstation: str
    integrated: bool
    user: str | None
    read_only_intent: bool = False


def parse(text: str) -> ConnectionOptions:
    """Raises BadConnectionString with the framework's message."""
    values: dict[str, str] = {}
    position = 0
    while position < len(text):
        if text[position:].strip(" ;") == "":
            break
        match = _PAIR.match(text, position)
        if match is None:
            raise BadConnectionString(
                f"Format of the initialization string does not conform to specification starting at index {position}."
            )
        keyword, value = match.group(1).lower(), match.group(2)
        position = match.end()
        known = _SYNONYMS.get(keyword)
        if known is None:
            raise BadConnectionString(f"Keyword not supported: '{keyword}'.")
        if len(value) > 1 and value[0] in "\"'" and value[-1] == value[0]:
            value = value[1:-1].replace(value[0] * 2, value[0])
        values[known] = value
    security = values.get("integrated security", "false").lower()
    if security not in ("true", "false", "yes", "no", "sspi"):
        raise BadConnectionString("Invalid value for key 'integrated security'.")
    intent = values.get("applicationintent", "readwrite").lower()
    if intent not in ("readonly", "readwrite"):
        raise BadConnectionString("Invalid value for key 'applicationintent'.")
    timeout = values.get("connect timeout", "15")
    if not timeout.isdigit():
        raise BadConnectionString("Invalid value for key 'connect timeout'.")
    return ConnectionOptions(
        text=text,
        source=data_source(values.get("data source", "")),
        database=values.get("initial catalog", ""),
        timeout_s=int(timeout),
        application_name=values.get("application name", ".Net SqlClient Data Provider"),
        workstation=values.get("workstation id", ""),
        integrated=security in ("true", "yes", "sspi"),
        user=values.get("user id"),
        read_only_intent=intent == "readonly",
    )


def data_source(text: str) -> DataSource:
    """Protocol prefix, host, instance and port of a Data Source."""
    rest = text.strip()
    protocol = None
    head, colon, tail = rest.partition(":")
    if colon and head.lower() in _PROTOCOLS:
        protocol, rest = head.lower(), tail
    rest, comma, port_text = rest.partition(",")
    host, _, instance = rest.partition("\\")
    host = host.strip().lower()
    if host not in _LOCAL:
        host = host.split(".")[0]
    port = int(port_text.strip()) if comma and port_text.strip().isdigit() else None
    return DataSource(text=text, protocol=protocol, host=host, instance=instance.strip().upper() or None, port=port)
