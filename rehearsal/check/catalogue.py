"""All checks, in the order in which they are run and shown."""

from __future__ import annotations

from rehearsal.check import (
    aws_calls,
    document_calls,
    document_form,
    document_references,
    event_shapes,
    execution_input,
    function_calls,
    function_environment,
    host_commands,
    host_functions,
    host_parameter_sets,
    host_properties,
    machine_definition,
    machine_expressions,
    machine_flow,
    machine_variables,
    result_codes,
    sizes,
    sql_texts,
)
from rehearsal.check.check import Check

CHECKS: tuple[Check, ...] = (
    machine_flow.CHECK,
    machine_definition.CHECK,
    machine_expressions.CHECK,
    machine_variables.CHECK,
    aws_calls.CHECK,
    document_form.CHECK,
    document_references.CHECK,
    document_calls.CHECK,
    execution_input.CHECK,
    function_calls.CHECK,
    function_environment.CHECK,
    event_shapes.CHECK,
    host_commands.CHECK,
    host_parameter_sets.CHECK,
    host_properties.CHECK,
    host_functions.CHECK,
    sql_texts.CHECK,
    result_codes.CHECK,
    sizes.CHECK,
)
