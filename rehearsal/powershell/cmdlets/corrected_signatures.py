"""Parameter attributes that the reference marks "not recorded", from 5.1's own help: position and pipeline input."""

from __future__ import annotations

from dataclasses import replace

from rehearsal.powershell.signatures import ALL_SETS, CommandSignature, ParameterInSet, signature_of


def with_attributes(module: str, name: str, **attributes: dict[str, ParameterInSet]) -> CommandSignature:
    """The reference's signature with the sets of some parameters (by name) filled in."""
    real = signature_of(module, name)
    parameters = dict(real.parameters)
    for parameter, sets in attributes.items():
        lower = parameter.lower()
        parameters[lower] = replace(parameters[lower], sets=sets)
    return replace(real, parameters=parameters)


def everywhere(**attributes: object) -> dict[str, ParameterInSet]:
    """The same attributes in every set."""
    return {ALL_SETS: ParameterInSet(**attributes)}  # type: ignore[arg-type]
