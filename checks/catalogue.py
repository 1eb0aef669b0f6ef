"""All checks, in the order in which they are run and shown."""

from __future__ import annotations

from checks.check import Check
from checks.documentation import citations, named_things, named_uses
from checks.documents import call_parameters, event_shapes, sizes
from checks.documents import form as document_form
from checks.documents import references as document_references
from checks.functions import environment as function_environment
from checks.functions import payloads, remedies, result_codes, unknown_values
from checks.host_scripts import (
    command_parameters,
    declared_variables,
    function_contracts,
    inlined_functions,
    seams,
    status_numbers,
)
from checks.host_scripts import commands as host_commands
from checks.host_scripts import evidence as host_evidence
from checks.host_scripts import parameter_sets as host_parameter_sets
from checks.host_scripts import properties as host_properties
from checks.host_scripts import unknown_values as host_unknown_values
from checks.machines import aws_calls, execution_input
from checks.machines import definition as machine_definition
from checks.machines import errors as machine_errors
from checks.machines import expressions as machine_expressions
from checks.machines import flow as machine_flow
from checks.machines import variables as machine_variables
from checks.policies import granted_calls, grants, statements
from checks.sql import rows as sql_rows
from checks.sql import texts as sql_texts
from checks.stories import endings as story_endings

CHECKS: tuple[Check, ...] = (
    machine_flow.CHECK,
    machine_definition.CHECK,
    machine_expressions.CHECK,
    machine_variables.CHECK,
    machine_errors.CHECK,
    aws_calls.CHECK,
    document_form.CHECK,
    document_references.CHECK,
    call_parameters.CHECK,
    command_parameters.CHECK,
    execution_input.CHECK,
    payloads.CHECK,
    function_environment.CHECK,
    event_shapes.CHECK,
    host_commands.CHECK,
    host_parameter_sets.CHECK,
    host_properties.CHECK,
    inlined_functions.CHECK,
    seams.CHECK,
    function_contracts.CHECK,
    declared_variables.CHECK,
    status_numbers.CHECK,
    sql_texts.CHECK,
    sql_rows.CHECK,
    host_evidence.CHECK,
    result_codes.CHECK,
    remedies.CHECK,
    unknown_values.CHECK,
    host_unknown_values.CHECK,
    sizes.CHECK,
    citations.CHECK,
    named_things.CHECK,
    named_uses.CHECK,
    statements.CHECK,
    story_endings.CHECK,
    granted_calls.CHECK,
    grants.CHECK,
)
