"""What PowerShell's parser refuses, by its own error ids."""

from __future__ import annotations

import pytest

from rehearsal.engines.powershell.syntax.parse_errors import ParseError, RefusedSyntaxError
from rehearsal.engines.powershell.syntax.parser.script import parse
from rehearsal.engines.powershell.syntax.refused_syntax import RefusedConstruct


def error_of(text: str) -> ParseError:
    with pytest.raises(ParseError) as raised:
        parse(text, "t.ps1")
    return raised.value


@pytest.mark.parametrize(
    ("text", "error_id"),
    [
        ("for", "MissingOpenParenthesisAfterKeyword"),
        ("for (1; 2", "MissingEndParenthesisAfterStatement"),
        ("for () 1", "MissingLoopStatement"),
        ("foreach (x", "MissingVariableNameAfterForeach"),
        ("foreach ($a of $b) { }", "MissingInInForeach"),
        ("foreach ($a in) { }", "MissingForeachExpression"),
        ("foreach ($a in $b { }", "MissingEndParenthesisAfterForeach"),
        ("foreach -nope ($a in $b) { }", "InvalidForeachFlag"),
        ("while () { }", "MissingExpressionAfterKeyword"),
        ("do { } 1", "MissingWhileOrUntilInDoWhile"),
        ("if $x { }", "MissingOpenParenthesisInIfStatement"),
        ("if () { }", "IfStatementMissingCondition"),
        ("if (1) 2", "MissingStatementBlock"),
        ("if (1) { } else 2", "MissingStatementBlockAfterElse"),
        ("switch (1) { a }", "MissingSwitchStatementClause"),
        ("switch (1) { default { } default { } }", "MultipleSwitchDefaultClauses"),
        ("switch -nope (1) { a { } }", "InvalidSwitchFlag"),
        ("switch { }", "PipelineValueRequired"),
        ("try { }", "MissingCatchOrFinally"),
        ("try { } catch", "MissingCatchHandlerBlock"),
        ("try { } catch [A], { }", "MissingTypeLiteralToken"),
        ("try { } catch { } catch [A] { }", "EmptyCatchNotLast"),
        ("try { } catch [Exception] { } catch [ArgumentException] { }", "ExceptionTypeAlreadyCaught"),
        ("try { } finally { return }", "ControlLeavingFinally"),
        ("while (1) { try { } finally { break } }", "ControlLeavingFinally"),
        ("trap 1", "MissingTrapStatement"),
        ("function { }", "MissingNameAfterKeyword"),
        ("function f", "MissingFunctionBody"),
        ("function f($a { }", "MissingEndParenthesisInFunctionParameterList"),
        ("function f($a, $A) { }", "DuplicateFormalParameter"),
        ("function f($a) { param($b) }", "OnlyOneParameterListAllowed"),
        ("param([Parameter()])", "InvalidFunctionParameter"),
        ("param($a,)", "MissingExpressionAfterToken"),
        ("begin { } 1", "UnexpectedToken"),
        ("begin { } begin { }", "DuplicateScriptCommandClause"),
        ("process", "MissingNamedStatementBlock"),
        ("1; using namespace System", "UsingMustBeAtStartOfScript"),
        ("using nothing", "MissingUsingStatementDirective"),
        ("gps |", "EmptyPipeElement"),
        ("| gps", "EmptyPipeElement"),
        ("1 | 2", "ExpressionsMustBeFirstInPipeline"),
        ("$a =", "ExpectedValueExpression"),
        ("1 +", "ExpectedValueExpression"),
        ("-not", "MissingExpressionAfterOperator"),
        ("1,", "MissingExpressionAfterToken"),
        ("()", "ExpectedExpression"),
        ("(1", "MissingEndParenthesisInExpression"),
        ("(1 2)", "MissingEndParenthesisInExpression"),
        ("while ($a $b) { }", "MissingEndParenthesisAfterStatement"),
        ("$(1", "MissingEndParenthesisInSubexpression"),
        ("$a[", "MissingArrayIndexExpression"),
        ("$a[1", "MissingEndSquareBracket"),
        ("$a.", "MissingPropertyName"),
        ("$a.b(1", "MissingEndParenthesisInMethodCall"),
        ("$a.b(1,)", "MissingExpressionAfterToken"),
        ("[int", "EndSquareBracketExpectedAtEndOfAttribute"),
        ("[]", "MissingTypename"),
        ("@{ a }", "MissingEqualsInHashLiteral"),
        ("@{ a = }", "MissingStatementInHashLiteral"),
        # Looking for its else, the if takes the line end that would separate the entries.
        ("@{ a = if (1) { 2 }\n b = 3 }", "MissingEndCurlyBrace"),
        ("@{ a = 1; A = 2 }", "DuplicateKeyInHashLiteral"),
        ("{", "MissingEndCurlyBrace"),
        ("}", "UnexpectedToken"),
        (")", "UnexpectedToken"),
        ("1 2", "UnexpectedToken"),
        ("$a -nope $b", "UnexpectedToken"),
        ("1 = 2", "InvalidLeftHandSide"),
        ("$a, 5 = 1, 2", "InvalidLeftHandSide"),
        ("$a, $b += 1", "InvalidLeftHandSide"),
        ("5++", "OperatorRequiresVariableOrProperty"),
        ("[ordered] 1", "OrderedAttributeOnlyOnHashLiteralNode"),
        ("[int][ref]$x", "ReferenceNeedsToBeLastTypeInTypeConversion"),
        ("[ref][ref]$x", "ReferenceNeedsToBeByItselfInTypeSequence"),
        ("[int][ref]$x = 1", "ReferenceNeedsToBeByItselfInTypeConstraint"),
        ("[void]$x = 1", "VoidTypeConstraintNotAllowed"),
        ("[ValidateNotNull()] 1", "UnexpectedAttribute"),
        ("@x", "SplattingNotPermitted"),
        ("foo @x, 1", "SplattingNotPermittedInArgumentList"),
        ("foo ,", "MissingArgument"),
        ("foo a,", "MissingExpression"),
        ("foo -x:", "ParameterRequiresArgument"),
        ("&", "MissingExpression"),
        ("foo >", "MissingFileSpecification"),
        ("foo < a", "RedirectionNotSupported"),
        ("foo 1>&2", "RedirectionNotSupported"),
        ("foo > a > b", "StreamAlreadyRedirected"),
        ("'abc", "TerminatorExpectedAtEndOfString"),
        ('"abc', "TerminatorExpectedAtEndOfString"),
        ('"$(', "TerminatorExpectedAtEndOfString"),
        ("@'\nabc", "TerminatorExpectedAtEndOfString"),
        ("@'abc\n'@", "UnexpectedCharactersAfterHereStringHeader"),
        ("@'\nabc\n  '@", "WhitespaceBeforeHereStringFooter"),
        ("<# abc", "MissingTerminatorMultiLineComment"),
        ("foo `", "IncompleteString"),
        ("@", "UnrecognizedToken"),
        ("${}", "EmptyVariableReference"),
        ("${a", "IncompleteDollarVariableReference"),
        ("${a{b}", "OpenBraceNeedsToBeBackTickedInVariableName"),
        ('"$a: b"', "InvalidVariableReferenceWithDrive"),
        ("$script: = 1", "InvalidVariableReference"),
        ("$x = 99999999999999999999999999999999999999999999999999999999999d", "BadNumericConstant"),
        ("var x", "ReservedKeywordNotAllowed"),
        ("[ValidateSet($x)] $a = 1", "ParameterAttributeArgumentNeedsToBeConstantOrScriptBlock"),
        ("param([Parameter(Mandatory, Mandatory)] $a)", "DuplicateNamedArgument"),
        ("[int] param($a)", "TypeNotAllowedBeforeParam"),
        ("[A()] foreach ($a in $b) { }", "UnexpectedAttribute"),
        ("[int] foreach ($a in $b) { }", "UnexpectedToken"),
        ("[int] class C { }", "TypeNotAllowedBeforeStatement"),
        ("$using:a.b() ", "InvalidUsingExpression"),
        ("#requires -Version x", "RequiresVersionInvalid"),
        ("#requires -Nothing x", "ScriptRequiresInvalidFormat"),
        ("data { $x }", "VariableReferenceNotSupportedInDataSection"),
        ("data { Get-Date }", "CmdletNotInAllowedListForDataSection"),
        ("data d { 'a'.Length }", "PropertyReferenceNotSupportedInDataSection"),
    ],
)
def test_broken_text_is_refused_with_powershells_error_id(text, error_id):
    assert error_of(text).error_id == error_id


@pytest.mark.parametrize(
    ("body", "error_id"),
    [
        ("[int] f() { }", "MethodHasCodePathNotReturn"),
        ("[int] f() { if ($true) { return 1 } }", "MethodHasCodePathNotReturn"),
        ("[int] f() { try { throw 1 } catch { } }", "MethodHasCodePathNotReturn"),
        ("[int] f() { switch (1) { default { return 1 } } }", "MethodHasCodePathNotReturn"),
        ("[int] f() { return }", "NonVoidMethodMissingReturnValue"),
        ("f() { return 1 }", "VoidMethodHasReturn"),
        ("f() { $x = $y }", "VariableNotLocal"),
        ("f() { if ($true) { $x = 1 }; $x }", "VariableNotLocal"),
        ("f() { try { $x = 1 } finally { } $x }", "VariableNotLocal"),
        ("f() { param($x) }", "ParamBlockNotAllowedInMethod"),
        ("f() { end { } }", "NamedBlockNotAllowedInMethod"),
        ("[int] C() { return 1 }", "ConstructorCantHaveReturnType"),
        ("f([string][int] $x) { }", "MultipleTypeConstraintsOnMethodParam"),
        ("$p; f() { $p = 1 }", "MissingThis"),
        ("static $p; f() { $p = 1 }", "MissingTypeInStaticPropertyAssignment"),
        ("$p; static f() { $this.p = 1 }", "NonStaticMemberAccessInStaticMember"),
        ("[int][string] $p", "TooManyTypes"),
        ("static static $p", "DuplicateQualifier"),
        ("[int]", "IncompleteMemberDefinition"),
        # 7 allows keywords as names of methods.
        ("[void] Begin() { }", "IncompleteMemberDefinition"),
        ("$p 1", "MissingPropertyTerminator"),
        ("[void] $p", "TypeNotAllowedForProperty"),
        ("f { }", "MissingMethodParameterList"),
        ("[ValidateScript({ $true })] $p", "ParameterAttributeArgumentNeedsToBeConstant"),
    ],
)
def test_a_class_is_refused_for_what_powershell_finds_in_its_members(body, error_id):
    assert error_of(f"class C {{ {body} }}").error_id == error_id


@pytest.mark.parametrize(
    "body",
    [
        "[int] f() { try { throw 1 } catch { throw } }",
        "[int] f() { if ($true) { return 1 } else { throw 2 } }",
        "[int] f() { do { return 1 } while ($false) }",
        "[int] f() { for (;;) { } }",
        "[int] f() { try { } finally { throw 1 } }",
        "[int] f($x) { foreach ($i in $x) { $j = $i; $i }; return $i }",
        "f() { $x = 1; & { $y }; { $z }; $x }",
        "f() { [int]::TryParse('1', [ref] $x); $x }",
        "f() { $global:a; $script:b; $env:c; $LASTEXITCODE; $Matches; $_; $null }",
        "$p; f() { & { $p = 1 } }",
    ],
)
def test_a_class_is_accepted_where_every_path_returns_and_every_variable_is_known(body):
    parse(f"class C {{ {body} }}", "t.ps1")


@pytest.mark.parametrize(
    "text",
    [
        "try { } finally { & { return } }",
        "try { } finally { function f { return } }",
        "try { } finally { trap { continue } }",
        "try { } finally { while (1) { break } }",
        ":a while (1) { try { } finally { :b foreach ($x in 1) { continue b } } }",
        "try { return } finally { }",
    ],
)
def test_control_may_leave_what_is_inside_a_finally_block(text):
    parse(text, "t.ps1")


def test_two_types_of_one_name_in_one_scope_are_refused_but_not_in_two():
    assert error_of("class C { } class c { }").error_id == "MemberAlreadyDefined"
    parse("class C { }\nfunction f { class C { } }", "t.ps1")


@pytest.mark.parametrize(
    ("text", "construct"),
    [
        ("$a ?? $b", "the null-coalescing operator ??"),
        ("$a ??= 1", "the null-coalescing operator ??"),
        ("$a ? 1 : 2", "the ternary operator ? :"),
        ("${a}?.b", "the null-conditional operator ?."),
        ("${a}?[0]", "the null-conditional operator ?["),
        ("foo && bar", "the chain operator &&"),
        ("foo || bar", "the chain operator ||"),
        ("foo\n  | bar", "a pipeline continued by | at the start of a line"),
        ("foo &", "the background operator &"),
        ("$a &", "the background operator &"),
        ("1..3 | ForEach-Object -Parallel { $_ }", "ForEach-Object -Parallel"),
        ("function f { begin { } clean { } }", "the clean block"),
        ("function f { clean { } }", "the clean block"),
    ],
)
def test_what_only_powershell_7_knows_is_refused_by_name(text, construct):
    error = error_of(text)
    assert isinstance(error, RefusedSyntaxError)
    assert error.construct == construct
    assert "PowerShell 7" in error.message


@pytest.mark.parametrize(
    ("text", "construct"),
    [
        ("configuration C { }", "DSC configuration"),
        ("workflow W { }", "workflow"),
        ("foreach -Parallel ($a in $b) { }", "foreach -Parallel"),
    ],
)
def test_what_is_not_covered_of_5_1_is_refused_by_name(text, construct):
    error = error_of(text)
    assert isinstance(error, RefusedSyntaxError)
    assert error.construct == construct


def test_every_refused_construct_is_refused_by_some_text_above():
    marks = [
        mark
        for test in (
            test_what_only_powershell_7_knows_is_refused_by_name,
            test_what_is_not_covered_of_5_1_is_refused_by_name,
        )
        for mark in test.pytestmark
    ]
    named = {construct for mark in marks for _, construct in mark.args[1]}
    assert named == {construct.title for construct in RefusedConstruct}


@pytest.mark.parametrize("text", ["Clear-It", "foo clean { }", "& clean { }", "clean", "$a?.b", "ls ?", "?{ 1 }"])
def test_what_merely_looks_like_powershell_7_is_accepted(text):
    parse(text, "t.ps1")


def test_the_position_is_that_of_the_first_wrong_thing():
    error = error_of("1\n  $a = \n\n  foo ,")
    assert (error.line, error.column, error.error_id) == (4, 7, "MissingArgument")


def test_a_brace_never_closed_is_reported_where_it_was_opened_though_something_else_is_found_first():
    error = error_of("function f {\n  if ($x) {\n    1 2\n")
    assert (error.line, error.column, error.error_id) == (1, 12, "MissingEndCurlyBrace")
    assert error.incomplete


def test_only_a_lack_at_the_end_of_the_text_is_incomplete():
    assert error_of("if (1) {").incomplete
    assert error_of("'abc").incomplete
    assert not error_of("1 2").incomplete
    assert not error_of("if (1\n{ }").incomplete


def test_findings_behind_the_syntax_are_reported_only_when_the_whole_text_is_well_formed():
    assert error_of("1 = 2; (").error_id == "ExpectedExpression"
