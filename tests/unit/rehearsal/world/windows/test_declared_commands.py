"""The world's cmdlets against the signatures of Windows PowerShell 5.1."""

from __future__ import annotations

import pytest

from rehearsal.world.windows.command_table import world_commands

COMMANDS = sorted(world_commands().commands.values(), key=lambda command: command.name)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_honoured_parameter_is_one_of_the_real_command(command):
    known = set(command.signature.parameters)
    assert command.honours is not None, "a simulated command says what it honours"
    assert command.honours - known - {"whatif", "confirm"} == set()


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_functions_of_cdxml_modules_end_their_error_ids_in_their_own_name(command):
    if command.signature.kind == "function":
        assert command.implementing_type == command.name
    else:
        assert command.implementing_type.endswith("Command")
