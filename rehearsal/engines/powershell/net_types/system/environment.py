"""System.Environment: the process's variables and names, from the host."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.objects.member_declarations import net_static, net_static_property
from rehearsal.engines.powershell.objects.type_table import net_enum, net_type
from rehearsal.engines.powershell.objects.values import EnumValue
from rehearsal.engines.powershell.runtime.file_access import paths_of

ENVIRONMENT_VARIABLE_TARGET = net_enum("System.EnvironmentVariableTarget", {"Process": 0, "User": 1, "Machine": 2})


@net_type("System.Environment")
class Environment:
    """Static members only."""

    @net_static("GetEnvironmentVariable", "string", returns="string", context=True)
    @net_static("GetEnvironmentVariable", "string", "System.EnvironmentVariableTarget", returns="string", context=True)
    def get_variable(run: Any, name: str, target: EnumValue | None = None) -> str | None:
        value: str | None = run.host.environment.get(name)
        return value

    @net_static("SetEnvironmentVariable", "string", "string", returns="void", context=True)
    def set_variable(run: Any, name: str, value: str | None) -> None:
        if value:
            run.host.environment[name] = value
        else:
            run.host.environment.pop(name, None)

    @net_static_property("NewLine", "string", context=True)
    def new_line(run: Any) -> str:
        return paths_of(run).newline

    @net_static_property("MachineName", "string", context=True)
    def machine_name(run: Any) -> str:
        name: str = run.host.machine_name
        return name

    @net_static_property("UserName", "string", context=True)
    def user_name(run: Any) -> str:
        name: str = run.host.user_name
        return name

    @net_static_property("TickCount", "int", context=True)
    def tick_count(run: Any) -> int:
        milliseconds = int(run.host.monotonic() * 1000) % 2**32
        return milliseconds - 2**32 if milliseconds >= 2**31 else milliseconds
