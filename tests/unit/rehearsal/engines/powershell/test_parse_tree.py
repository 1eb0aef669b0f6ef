"""What tree a text becomes: one construct per test, by the language's rules."""

from __future__ import annotations

from decimal import Decimal

import pytest

from rehearsal.engines.powershell.syntax import nodes
from rehearsal.engines.powershell.syntax.nodes import BinaryOperator, NumberType, StringKind
from rehearsal.engines.powershell.syntax.parser.script import parse


def statement(text: str) -> nodes.Statement:
    tree = parse(text, "t.ps1")
    assert tree.end is not None
    assert len(tree.end.statements) == 1, [type(found).__name__ for found in tree.end.statements]
    return tree.end.statements[0]


def expression(text: str) -> nodes.Expression:
    found = statement(text)
    assert isinstance(found, nodes.Pipeline)
    pure = found.pure_expression()
    assert pure is not None, found
    return pure


def command(text: str) -> nodes.Command:
    found = statement(text)
    assert isinstance(found, nodes.Pipeline)
    element = found.elements[0]
    assert isinstance(element, nodes.Command)
    return element


def words(text: str) -> list[object]:
    """A command's elements: bare values, `-Name`, or the node's class."""
    found: list[object] = []
    for element in command(text).elements:
        match element:
            case nodes.CommandParameter():
                found.append(f"-{element.name}")
            case nodes.StringConstant() | nodes.Constant():
                found.append(element.value)
            case _:
                found.append(type(element).__name__)
    return found


@pytest.mark.parametrize(
    ("text", "value", "number_type"),
    [
        ("5", 5, NumberType.INT32),
        ("-5", -5, NumberType.INT32),
        ("2147483648", 2147483648, NumberType.INT64),
        ("9223372036854775808", Decimal("9223372036854775808"), NumberType.DECIMAL),
        ("5l", 5, NumberType.INT64),
        ("5d", Decimal(5), NumberType.DECIMAL),
        ("1.50d", Decimal("1.50"), NumberType.DECIMAL),
        ("1.5", 1.5, NumberType.DOUBLE),
        (".5", 0.5, NumberType.DOUBLE),
        ("1e3", 1000.0, NumberType.DOUBLE),
        ("1KB", 1024, NumberType.INT32),
        ("2gb", 2147483648, NumberType.INT64),
        ("1.5kb", 1536.0, NumberType.DOUBLE),
        ("0x1F", 31, NumberType.INT32),
        ("0xFFFFFFFF", -1, NumberType.INT32),
        ("0xFFFFFFFFF", 0xFFFFFFFFF, NumberType.INT64),
        ("0x10L", 16, NumberType.INT64),
        ("0x7FFFFFFFFFFFFFFF", 2**63 - 1, NumberType.INT64),
    ],
)
def test_a_number_has_the_type_that_its_size_and_suffix_give(text, value, number_type):
    node = expression(text)
    assert isinstance(node, nodes.Constant)
    assert (node.value, node.type) == (value, number_type)
    assert type(node.value) is type(value)


@pytest.mark.parametrize("text", ["100u", "5y", "0b101", "12n", "77z", "0x", "1kbx"])
def test_what_5_1_takes_for_no_number_is_a_word(text):
    assert words(text) == [text]


def test_operators_of_higher_precedence_bind_first():
    tree = expression("1 + 2 * 3 -eq 7 -and $true")
    assert isinstance(tree, nodes.BinaryExpression)
    assert tree.operator is BinaryOperator.AND
    comparison = tree.left
    assert isinstance(comparison, nodes.BinaryExpression)
    assert comparison.operator is BinaryOperator.EQ
    assert isinstance(comparison.left, nodes.BinaryExpression)
    assert comparison.left.operator is BinaryOperator.ADD


def test_the_format_operator_binds_tighter_than_multiplication():
    for text in ("'{0}' -f 2 * 3", "2 * '{0}' -f 3"):
        tree = expression(text)
        assert isinstance(tree, nodes.BinaryExpression)
        assert tree.operator is BinaryOperator.MULTIPLY


def test_the_range_operator_binds_tighter_than_the_format_operator():
    tree = expression("'{0}{1}' -f 1..2")
    assert isinstance(tree, nodes.BinaryExpression)
    assert tree.operator is BinaryOperator.FORMAT


def test_operators_of_one_precedence_go_from_left_to_right():
    tree = expression("10 - 3 - 2")
    assert isinstance(tree, nodes.BinaryExpression)
    assert isinstance(tree.left, nodes.BinaryExpression)
    assert isinstance(tree.right, nodes.Constant)


def test_shifts_have_the_precedence_of_comparisons():
    tree = expression("1 -shl 2 + 1")
    assert isinstance(tree, nodes.BinaryExpression)
    assert tree.operator is BinaryOperator.SHL


@pytest.mark.parametrize(
    ("text", "operator", "case_sensitive"),
    [
        ("-eq", BinaryOperator.EQ, False),
        ("-ieq", BinaryOperator.EQ, False),
        ("-ceq", BinaryOperator.EQ, True),
        ("-cin", BinaryOperator.IN, True),
        ("-CNotMatch", BinaryOperator.NOTMATCH, True),
        ("-creplace", BinaryOperator.REPLACE, True),
        ("-isplit", BinaryOperator.SPLIT, False),
    ],
)
def test_case_variants_are_one_operator_and_a_flag(text, operator, case_sensitive):
    tree = expression(f"$a {text} $b")
    assert isinstance(tree, nodes.BinaryExpression)
    assert (tree.operator, tree.case_sensitive) == (operator, case_sensitive)


def test_a_cast_takes_one_unary_expression_before_the_comma():
    tree = expression("[int]'1', 2")
    assert isinstance(tree, nodes.ArrayLiteral)
    assert isinstance(tree.elements[0], nodes.ConvertExpression)


def test_a_unary_comma_makes_an_array_of_one():
    tree = expression(", 1")
    assert isinstance(tree, nodes.ArrayLiteral)
    assert len(tree.elements) == 1


def test_increments_know_which_side_they_stand_on():
    before, after = expression("++$x"), expression("$x++")
    assert isinstance(before, nodes.UnaryExpression)
    assert isinstance(after, nodes.UnaryExpression)
    assert (before.operator, after.operator) == (
        nodes.UnaryOperator.PRE_INCREMENT,
        nodes.UnaryOperator.POST_INCREMENT,
    )


def test_minus_behind_a_word_is_part_of_an_argument_and_behind_a_space_in_an_expression_an_operator():
    assert words("foo -1") == ["foo", "-1"]
    assert isinstance(expression("$x -1"), nodes.BinaryExpression)
    assert isinstance(expression("$x-1"), nodes.BinaryExpression)


def test_member_access_chains_with_indices_and_calls():
    tree = expression("$a.b[0].C(1, $d)::E")
    assert isinstance(tree, nodes.Member)
    assert tree.static
    call = tree.expression
    assert isinstance(call, nodes.InvokeMember)
    assert len(call.arguments) == 2
    assert isinstance(call.expression, nodes.Index)


def test_a_script_block_behind_a_method_is_its_argument():
    for text in ("$a.ForEach{ $_ }", "$a.ForEach({ $_ })"):
        call = expression(text)
        assert isinstance(call, nodes.InvokeMember)
        assert [type(argument) for argument in call.arguments] == [nodes.ScriptBlockExpression]


def test_generic_types_nest():
    literal = expression("[Collections.Generic.Dictionary[string, Collections.Generic.List[int[]]]]")
    assert isinstance(literal, nodes.TypeExpression)
    generic = literal.type_name
    assert isinstance(generic, nodes.GenericTypeName)
    assert generic.full_name == "Collections.Generic.Dictionary[string,Collections.Generic.List[int[]]]"


def test_an_assembly_name_belongs_to_the_type():
    literal = expression("[System.Foo, System.Bar, Version=1.0.0.0]")
    assert isinstance(literal, nodes.TypeExpression)
    assert isinstance(literal.type_name, nodes.TypeName)
    assert literal.type_name.assembly == "System.Bar, Version=1.0.0.0"


def test_an_expandable_string_holds_its_parts_as_nodes():
    tree = expression('"a $x.y $($x.y + "in $z") `$n {0} ${a b} $env:P ""q"""')
    assert isinstance(tree, nodes.ExpandableString)
    kinds = [part if isinstance(part, str) else type(part).__name__ for part in tree.parts]
    assert kinds == ["a ", "Variable", ".y ", "SubExpression", " $n {0} ", "Variable", " ", "Variable", ' "q"']
    assert [part.extent.text for part in tree.parts if not isinstance(part, str)] == [
        "$x",
        '$($x.y + "in $z")',
        "${a b}",
        "$env:P",
    ]


def test_doubled_quotes_inside_a_subexpression_of_a_string_are_plain_quotes_and_positions_stay_right():
    tree = expression('"v: $(Get-It ""a b"" -X $y)!"')
    assert isinstance(tree, nodes.ExpandableString)
    inner = next(part for part in tree.parts if isinstance(part, nodes.SubExpression))
    pipeline = inner.block.statements[0]
    assert isinstance(pipeline, nodes.Pipeline)
    call = pipeline.elements[0]
    assert isinstance(call, nodes.Command)
    assert isinstance(call.elements[1], nodes.StringConstant)
    assert call.elements[1].value == "a b"
    assert call.elements[-1].extent.text == "$y"
    assert inner.extent.text == '$(Get-It ""a b"" -X $y)'


def test_a_string_without_anything_to_expand_is_a_constant():
    tree = expression('"a`tb`"c""d"')
    assert isinstance(tree, nodes.StringConstant)
    assert (tree.value, tree.kind) == ('a\tb"c"d', StringKind.DOUBLE_QUOTED)


def test_escapes_of_powershell_7_are_letters():
    tree = expression('"`e`u{41}"')
    assert isinstance(tree, nodes.StringConstant)
    assert tree.value == "eu{41}"


def test_a_here_string_leaves_out_the_line_ends_at_its_borders():
    literal = expression("@'\na 'b' $c `n\n\nd\n'@")
    assert isinstance(literal, nodes.StringConstant)
    assert literal.value == "a 'b' $c `n\n\nd"
    tree = expression('@"\r\nx "$y"\r\n "@ no\r\n"@')
    assert isinstance(tree, nodes.ExpandableString)
    assert tree.parts[0] == 'x "'
    assert tree.parts[-1] == '"\r\n "@ no'
    empty = expression("@'\n'@")
    assert isinstance(empty, nodes.StringConstant)
    assert empty.value == ""


def test_typographic_quotes_and_dashes_are_quotes_and_dashes():
    tree = expression("“a” –eq ‘b’")
    assert isinstance(tree, nodes.BinaryExpression)
    assert tree.operator is BinaryOperator.EQ


@pytest.mark.parametrize(
    ("text", "scope", "drive", "name"),
    [
        ("$a", None, None, "a"),
        ("$Script:a", "script", None, "a"),
        ("$env:Path", None, "env", "Path"),
        ("${function:Get-It}", None, "function", "Get-It"),
        ("${a b}", None, None, "a b"),
        ("$?", None, None, "?"),
        ("$a?", None, None, "a?"),
    ],
)
def test_a_variable_knows_its_scope_or_drive(text, scope, drive, name):
    variable = expression(text)
    assert isinstance(variable, nodes.Variable)
    assert (variable.scope, variable.drive, variable.name) == (scope, drive, name)


def test_using_variables_are_wrapped():
    tree = expression("$using:a.b[0]")
    assert isinstance(tree, nodes.UsingExpression)
    assert isinstance(tree.sub_expression, nodes.Index)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("foo -Bar baz", ["foo", "-Bar", "baz"]),
        ("foo a=b c#d e/f", ["foo", "a=b", "c#d", "e/f"]),
        ("foo a`  b", ["foo", "a ", "b"]),
        ("foo 'a b'c \"d\"'e'", ["foo", "a b", "c", "d", "e"]),
        ("foo x'a b'\"c\"", ["foo", "xa bc"]),
        ("foo $a/b", ["foo", "ExpandableString"]),
        ("foo $a.b $a[0]", ["foo", "Member", "Index"]),
        ("foo a,b c", ["foo", "ArrayLiteral", "c"]),
        ("foo -x:1", ["foo", "-x"]),
        ("foo -- -x", ["foo", "--", "-x"]),
        ("foo ::x :y $a::b", ["foo", "::x", ":y", "Member"]),
        ("foo 1 1kb 0x10 1.5", ["foo", 1, 1024, 16, 1.5]),
        ("foo if while -eq", ["foo", "if", "while", "-eq"]),
        ("foo @a @{b=1} @(1)", ["foo", "Variable", "Hashtable", "ArrayExpression"]),
        ("foo.exe --% /c a | %b%", ["foo.exe", "--%", "/c a "]),
        ('foo --% "a | b" & c', ["foo", "--%", '"a | b" & c']),
        ("foo <# c #> b # d", ["foo", "b"]),
        ("foo `\n  b", ["foo", "b"]),
        ("..\\foo.ps1 ..", ["..\\foo.ps1", ".."]),
        ("throw'x'", ["throwx"]),
        ("foo %a *.txt ~/b [c]", ["foo", "%a", "*.txt", "~/b", "[c]"]),
        ("foo (1).x", ["foo", "Member"]),
        ("foo (1) .x", ["foo", "ParenExpression", ".x"]),
    ],
)
def test_arguments_are_cut_as_command_mode_has_it(text, expected):
    assert words(text) == expected


def test_a_command_name_is_not_expanded_but_what_follows_the_call_operator_is():
    assert words("foo$x") == ["foo$x"]
    called = command("& foo$x")
    assert called.invocation_operator is nodes.InvocationOperator.CALL
    assert isinstance(called.elements[0], nodes.ExpandableString)
    assert command(". $x").invocation_operator is nodes.InvocationOperator.DOT


def test_redirections_know_stream_target_and_append():
    found = command("foo 2>> err.txt 3>&1 *> all.txt").redirections
    file, merge, everything = found
    assert isinstance(file, nodes.FileRedirection)
    assert (file.from_stream, file.append) == (nodes.Stream.ERROR, True)
    assert isinstance(merge, nodes.MergingRedirection)
    assert merge.from_stream is nodes.Stream.WARNING
    assert isinstance(everything, nodes.FileRedirection)
    assert everything.from_stream is nodes.Stream.ALL


def test_an_expression_can_be_redirected():
    found = statement("'x' > out.txt")
    assert isinstance(found, nodes.Pipeline)
    assert len(found.elements[0].redirections) == 1


def test_the_right_side_of_an_assignment_is_a_statement():
    found = statement("$x = if ($y) { 1 } else { 2 }")
    assert isinstance(found, nodes.Assignment)
    assert isinstance(found.right, nodes.If)
    chained = statement("$a, [int]$b.c = $d += 1")
    assert isinstance(chained, nodes.Assignment)
    assert isinstance(chained.left, nodes.ArrayLiteral)
    assert isinstance(chained.right, nodes.Assignment)
    assert chained.right.operator is nodes.AssignmentOperator.PLUS


def test_a_pipeline_goes_on_behind_the_pipe_on_the_next_line():
    found = statement("1..3 |\n  # comment\n  foo |\n bar")
    assert isinstance(found, nodes.Pipeline)
    assert len(found.elements) == 3


def test_a_param_block_is_one_only_with_parentheses_right_at_the_start():
    tree = parse('param($A) "got $A"', "t.ps1")
    assert tree.param_block is not None
    assert tree.end is not None
    assert len(tree.end.statements) == 1
    assert words("param a") == ["param", "a"]


def test_parameters_keep_attributes_types_and_defaults():
    tree = parse(
        "[CmdletBinding(SupportsShouldProcess, ConfirmImpact = 'High')] param(\n"
        "  [Parameter(Mandatory, Position = 0)] [ValidateSet('a', 'b')] [string[]] $Name = @('a'),\n"
        "  [switch] $Force)",
        "t.ps1",
    )
    block = tree.param_block
    assert block is not None
    binding = block.attributes[0]
    assert isinstance(binding, nodes.Attribute)
    assert [(a.name, a.expression_omitted) for a in binding.named_arguments] == [
        ("SupportsShouldProcess", True),
        ("ConfirmImpact", False),
    ]
    first = block.parameters[0]
    assert [type(attribute).__name__ for attribute in first.attributes] == ["Attribute", "Attribute", "TypeConstraint"]
    assert isinstance(first.default_value, nodes.ArrayExpression)


def test_named_blocks_and_the_filter_body():
    tree = parse("begin { 1 } process { 2 } end { 3 }", "t.ps1")
    assert tree.begin is not None and not tree.begin.unnamed
    assert tree.process is not None and tree.end is not None
    found = statement("filter f { $_ }")
    assert isinstance(found, nodes.FunctionDefinition)
    assert found.is_filter
    assert found.body.process is not None and found.body.process.unnamed


def test_a_script_block_knows_the_text_between_its_braces():
    tree = expression("{ 1 + 2 }")
    assert isinstance(tree, nodes.ScriptBlockExpression)
    assert tree.script_block.text_extent.text == " 1 + 2 "


def test_traps_are_kept_apart_from_statements():
    tree = parse("trap [Exception] { continue }\nfoo", "t.ps1")
    assert tree.end is not None
    assert len(tree.end.statements) == 1
    assert len(tree.end.traps) == 1


def test_switch_keeps_options_clauses_and_default():
    found = statement("switch -Wildcard -CaseSensitive ($x) { 'a*' { 1 } default { 2 } {$_ -gt 3} { 3 } }")
    assert isinstance(found, nodes.Switch)
    assert (found.match, found.case_sensitive, found.from_file) == (nodes.SwitchMatch.WILDCARD, True, False)
    assert [type(clause.condition).__name__ for clause in found.clauses] == ["StringConstant", "ScriptBlockExpression"]
    assert found.default is not None


def test_labels_are_stored_without_their_colon():
    found = statement(":outer foreach ($a in 1..3) { break outer }")
    assert isinstance(found, nodes.ForEach)
    assert found.label == "outer"
    jump = found.body.statements[0]
    assert isinstance(jump, nodes.Break)
    assert isinstance(jump.label, nodes.StringConstant)


def test_the_parts_of_a_for_may_be_missing():
    found = statement("for (;;) { }")
    assert isinstance(found, nodes.For)
    assert (found.initializer, found.condition, found.iterator) == (None, None, None)
    half = statement("for ($i = 0; $i -lt 3) { }")
    assert isinstance(half, nodes.For)
    assert half.condition is not None and half.iterator is None


def test_try_keeps_its_typed_catches():
    found = statement("try { 1 } catch [A.B], [C] { 2 } catch { 3 } finally { 4 }")
    assert isinstance(found, nodes.Try)
    assert [len(clause.types) for clause in found.catches] == [2, 0]
    assert found.finally_block is not None


def test_hash_literals_take_bare_quoted_and_computed_keys_and_statements_as_values():
    tree = expression("@{ a = 1; 'b c' = if ($x) { 2 };\n $k = foo; 5 = { } }")
    assert isinstance(tree, nodes.Hashtable)
    assert [type(pair.key).__name__ for pair in tree.pairs] == [
        "StringConstant",
        "StringConstant",
        "Variable",
        "Constant",
    ]
    assert isinstance(tree.pairs[1].value, nodes.If)


def test_classes_have_members_with_modifiers():
    found = statement(
        "class B : A, IDisposable {\n"
        "  hidden [int] $Count = 5\n"
        "  static [string] $Name\n"
        "  B([int] $n) : base($n, 'x') { $this.Count = $n }\n"
        "  [int] Get($x) { return $x }\n"
        "  static [void] Run() { }\n"
        "}"
    )
    assert isinstance(found, nodes.TypeDefinition)
    assert [base.type_name.full_name for base in found.base_types] == ["A", "IDisposable"]
    count, name, constructor, get, run = found.members
    assert isinstance(count, nodes.PropertyMember) and count.hidden and not count.static
    assert isinstance(name, nodes.PropertyMember) and name.static
    assert isinstance(constructor, nodes.FunctionMember) and constructor.is_constructor
    assert constructor.base_call is not None and len(constructor.base_call.arguments) == 2
    assert isinstance(get, nodes.FunctionMember) and get.return_type is not None
    assert isinstance(run, nodes.FunctionMember) and run.static


def test_enums_have_names_and_values():
    found = statement("[Flags()] enum E { A = 1; B = 2\n C }")
    assert isinstance(found, nodes.TypeDefinition)
    assert found.kind is nodes.TypeKind.ENUM
    assert [member.name for member in found.members] == ["A", "B", "C"]


def test_using_statements_come_first():
    tree = parse("using namespace System.Text\nusing module Foo; 1", "t.ps1")
    assert [(found.kind, found.name and found.name.value) for found in tree.using_statements] == [
        (nodes.UsingKind.NAMESPACE, "System.Text"),
        (nodes.UsingKind.MODULE, "Foo"),
    ]


def test_requires_comments_are_read_wherever_they_stand_but_not_in_strings():
    tree = parse(
        "'#requires -Version 9'\n#Requires -Version 5.1 -RunAsAdministrator\n  #requires -Modules A, B\n1", "t.ps1"
    )
    assert tree.requirements is not None
    assert tree.requirements.version == "5.1"
    assert tree.requirements.run_as_administrator
    assert tree.requirements.modules == ("A", "B")


def test_positions_count_from_one_with_any_line_end():
    for newline in ("\n", "\r\n", "\r"):
        found = parse(f"1{newline}  foo -a", "t.ps1").end.statements[1]
        assert (found.extent.start_line, found.extent.start_column) == (2, 3)
        assert found.extent.line_text == "  foo -a"


def test_a_byte_order_mark_is_no_part_of_the_script():
    assert words("\ufefffoo") == ["foo"]


def test_nodes_compare_by_identity():
    assert expression("1") is not None
    tree = parse("1; 1", "t.ps1")
    assert tree.end.statements[0] != tree.end.statements[1]
    assert parse("1; 1", "t.ps1") is tree
