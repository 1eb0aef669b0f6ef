"""Environment, Console, Thread, Stopwatch, hashes: effects through the host."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Any

from rehearsal.engines.powershell.conversion.composite_format import composite_format
from rehearsal.engines.powershell.conversion.to_text import to_text
from rehearsal.engines.powershell.net_types.numbers.versions import Version
from rehearsal.engines.powershell.net_types.time.time_span import TICKS_PER_SECOND, TimeSpan
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import (
    net_constructor,
    net_method,
    net_property,
    net_static,
    net_static_property,
)
from rehearsal.engines.powershell.objects.numbers import Int64
from rehearsal.engines.powershell.objects.type_table import BUILTIN_TYPES, net_enum, net_type
from rehearsal.engines.powershell.objects.values import EnumValue, NetObject, PSArray
from rehearsal.engines.powershell.runtime.file_access import paths_of

net_enum("System.EnvironmentVariableTarget", {"Process": 0, "User": 1, "Machine": 2})
net_enum(
    "System.ConsoleColor",
    {
        "Black": 0, "DarkBlue": 1, "DarkGreen": 2, "DarkCyan": 3, "DarkRed": 4, "DarkMagenta": 5, "DarkYellow": 6,
        "Gray": 7, "DarkGray": 8, "Blue": 9, "Green": 10, "Cyan": 11, "Red": 12, "Magenta": 13, "Yellow": 14,
        "White": 15,
    },
)  # fmt: skip


@net_type("System.Environment")
class Environment:
    """Static members only."""

    @net_static_property("NewLine", "string", context=True)
    def new_line(run: Any) -> str:
        return str(paths_of(run).newline)

    @net_static_property("MachineName", "string", context=True)
    def machine_name(run: Any) -> str:
        return str(run.host.machine_name)

    @net_static_property("UserName", "string", context=True)
    def user_name(run: Any) -> str:
        return str(run.host.user_name)

    @net_static_property("UserDomainName", "string", context=True)
    def user_domain_name(run: Any) -> str:
        return str(run.host.domain_name)

    @net_static_property("CurrentDirectory", "string", context=True)
    def current_directory(run: Any) -> str:
        return str(run.host.filesystem.current_directory)

    @net_static_property("TickCount", "int", context=True)
    def tick_count(run: Any) -> int:
        milliseconds = int(run.host.monotonic() * 1000)
        return (milliseconds + 2**31) % 2**32 - 2**31

    @net_static_property("Is64BitProcess", "bool")
    def is_64_bit_process() -> bool:
        return True

    @net_static_property("Is64BitOperatingSystem", "bool")
    def is_64_bit_system() -> bool:
        return True

    @net_static_property("UserInteractive", "bool")
    def user_interactive() -> bool:
        return False

    @net_static("GetEnvironmentVariable", "string", returns="string", context=True)
    @net_static("GetEnvironmentVariable", "string", "System.EnvironmentVariableTarget", returns="string", context=True)
    def get_variable(run: Any, name: str, target: EnumValue | None = None) -> str | None:
        if target is not None and target.value:
            raise run.refusal("environment variables of user or machine", None)
        if name is None:
            raise PSException("System.ArgumentNullException", "Value cannot be null.\r\nParameter name: variable")
        value: str | None = run.environment_variable(name)
        return value

    @net_static("SetEnvironmentVariable", "string", "string", returns="void", context=True)
    @net_static(
        "SetEnvironmentVariable", "string", "string", "System.EnvironmentVariableTarget", returns="void", context=True
    )
    def set_variable(run: Any, name: str, value: str | None, target: EnumValue | None = None) -> None:
        if target is not None and target.value:
            raise run.refusal("environment variables of user or machine", None)
        run.set_environment_variable(name, value or "")

    @net_static("ExpandEnvironmentVariables", "string", returns="string", context=True)
    def expand(run: Any, text: str) -> str:
        parts = text.split("%")
        out = parts[0]
        position = 1
        while position < len(parts):
            value = run.environment_variable(parts[position]) if parts[position] and position + 1 < len(parts) else None
            if value is None:
                out += "%" + parts[position]
                position += 1
            else:
                out += value + parts[position + 1]
                position += 2
        return out

    @net_static("Exit", "int", returns="void", context=True)
    def leave(run: Any, code: int) -> None:
        raise run.refusal("[Environment]::Exit()", None)


@net_type("System.Console")
class Console:
    """Text straight to the process's output."""

    @net_static("WriteLine", returns="void", context=True)
    def empty_line(run: Any) -> None:
        run.flush_output()
        run.stdout.write("\n")

    @net_static("WriteLine", "object", returns="void", context=True)
    def write_line(run: Any, value: Any) -> None:
        run.flush_output()
        run.stdout.write(("" if value is None else to_text(value, run)) + "\n")

    @net_static("WriteLine", "string", "params object[]", returns="void", context=True)
    def write_formatted_line(run: Any, template: str, arguments: PSArray) -> None:
        run.flush_output()
        run.stdout.write(composite_format(template, arguments.items, run) + "\n")

    @net_static("Write", "object", returns="void", context=True)
    def write(run: Any, value: Any) -> None:
        run.flush_output()
        run.stdout.write("" if value is None else to_text(value, run))

    @net_static("Write", "string", "params object[]", returns="void", context=True)
    def write_formatted(run: Any, template: str, arguments: PSArray) -> None:
        run.flush_output()
        run.stdout.write(composite_format(template, arguments.items, run))

    @net_static_property("Out", context=True)
    def out(run: Any) -> Writer:
        return Writer(run.stdout, run)

    @net_static_property("Error", context=True)
    def error(run: Any) -> Writer:
        return Writer(run.stderr, run)


@net_type("System.IO.TextWriter")
class Writer(NetObject):
    """[Console]::Out and [Console]::Error."""

    def __init__(self, sink: Any, run: Any) -> None:
        self.sink = sink
        self.run = run

    def _put(self, text: str) -> None:
        if self.sink is self.run.stdout:
            self.run.flush_output()
        self.sink.write(text)

    @net_method("WriteLine", returns="void")
    def empty_line(self) -> None:
        self._put("\n")

    @net_method("WriteLine", "object", returns="void")
    def write_line(self, value: Any) -> None:
        self._put(("" if value is None else to_text(value, self.run)) + "\n")

    @net_method("WriteLine", "string", "params object[]", returns="void")
    def write_formatted_line(self, template: str, arguments: PSArray) -> None:
        self._put(composite_format(template, arguments.items, self.run) + "\n")

    @net_method("Write", "object", returns="void")
    def write(self, value: Any) -> None:
        self._put("" if value is None else to_text(value, self.run))

    @net_method("Flush", returns="void")
    def flush(self) -> None:
        """Nothing waits."""


@net_type("System.Threading.Thread")
class Thread:
    """Sleeping only."""

    @net_static("Sleep", "int", returns="void", context=True)
    def sleep(run: Any, milliseconds: int) -> None:
        if milliseconds < -1:
            raise PSException(
                "System.ArgumentOutOfRangeException",
                "Number must be either non-negative and less than or equal to Int32.MaxValue or -1.\r\nParameter name: "
                "millisecondsTimeout",
            )
        if milliseconds == -1:
            raise run.refusal("an endless sleep", None)
        run.host.sleep(milliseconds / 1000)

    @net_static("Sleep", "timespan", returns="void", context=True)
    def sleep_span(run: Any, span: TimeSpan) -> None:
        run.host.sleep(span.ticks / TICKS_PER_SECOND)


@net_type("System.Diagnostics.Stopwatch")
class Stopwatch(NetObject):
    """Measures by the host's monotonic clock."""

    @net_constructor(context=True)
    def _make(run: Any) -> Stopwatch:
        made = Stopwatch()
        made.run = run
        return made

    def __init__(self) -> None:
        self.run: Any = None
        self.started: float | None = None
        self.before = 0.0

    @property
    def seconds(self) -> float:
        """Elapsed time."""
        running = self.run.host.monotonic() - self.started if self.started is not None else 0.0
        return float(self.before + running)

    @net_static("StartNew", context=True)
    def start_new(run: Any) -> Stopwatch:
        made = Stopwatch()
        made.run = run
        made.started = run.host.monotonic()
        return made

    @net_method("Start", returns="void")
    def start(self) -> None:
        if self.started is None:
            self.started = self.run.host.monotonic()

    @net_method("Stop", returns="void")
    def stop(self) -> None:
        self.before = self.seconds
        self.started = None

    @net_method("Reset", returns="void")
    def reset(self) -> None:
        self.before, self.started = 0.0, None

    @net_method("Restart", returns="void")
    def restart(self) -> None:
        self.before, self.started = 0.0, self.run.host.monotonic()

    @net_property("IsRunning", "bool")
    def is_running(self) -> bool:
        return self.started is not None

    @net_property("Elapsed", "timespan")
    def elapsed(self) -> TimeSpan:
        return TimeSpan(round(self.seconds * TICKS_PER_SECOND))

    @net_property("ElapsedMilliseconds", "long")
    def elapsed_milliseconds(self) -> Int64:
        return Int64(int(self.seconds * 1000))

    @net_property("ElapsedTicks", "long")
    def elapsed_ticks(self) -> Int64:
        return Int64(int(self.seconds * TICKS_PER_SECOND))


@lru_cache(maxsize=256)
def _digest(name: str, data: bytes) -> bytes:
    """Every look at a node hashes the same files of its bundle again, half a megabyte together."""
    return hashlib.new(name, data).digest()


class HashAlgorithm(NetObject):
    """A hash; `python_name` is hashlib's."""

    python_name = ""

    @net_method("ComputeHash", "byte[]", returns="byte[]")
    def compute(self, data: PSArray) -> PSArray:
        return PSArray.of_bytes(_digest(self.python_name, data.as_bytes()))

    @net_method("Dispose", returns="void")
    def dispose(self) -> None:
        """Nothing to free."""

    @net_method("Clear", returns="void")
    def clear(self) -> None:
        """Nothing to free."""


def _declare_hashes() -> None:
    for short, managed in (
        ("SHA256", "SHA256Managed"), ("SHA1", "SHA1Managed"), ("SHA512", "SHA512Managed"), ("SHA384", "SHA384Managed"),
        ("MD5", "MD5CryptoServiceProvider"),
    ):  # fmt: skip
        made = type(short, (HashAlgorithm,), {"python_name": short.lower(), "__module__": __name__})
        space = "System.Security.Cryptography."
        net_type(space + managed)(made)
        net_type(space + managed)(type("HashMembers", (), dict(vars(HashAlgorithm))))
        creators = {
            "create": net_static("Create")(lambda made=made: made()),
        }
        net_type(space + short)(type("HashStatics", (), creators))
        constructors = {"make": net_constructor()(lambda made=made: made())}
        net_type(space + managed)(type("HashConstructors", (), constructors))


_declare_hashes()


@net_type("System.OperatingSystem")
class OperatingSystem(NetObject):
    """[Environment]::OSVersion."""

    @net_property("Version", "version")
    def version(self) -> Version:
        return Version(10, 0, 20348, 0)

    @net_property("Platform")
    def platform(self) -> EnumValue:
        found = BUILTIN_TYPES.get("System.PlatformID")
        return EnumValue(found, 2)


net_enum(
    "System.PlatformID", {"Win32S": 0, "Win32Windows": 1, "Win32NT": 2, "WinCE": 3, "Unix": 4, "Xbox": 5, "MacOSX": 6}
)
