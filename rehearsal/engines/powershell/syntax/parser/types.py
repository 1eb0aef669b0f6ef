"""Parses type names `[a.b[c[],d]]`, assembly-qualified ones, and attributes `[Name(argument, Named = 1)]`."""

from __future__ import annotations

from rehearsal.engines.powershell.syntax import nodes
from rehearsal.engines.powershell.syntax.checks.class_checks import ClassChecks
from rehearsal.engines.powershell.syntax.checks.constant_arguments import is_constant_argument
from rehearsal.engines.powershell.syntax.checks.expression_checks import ExpressionChecks
from rehearsal.engines.powershell.syntax.checks.flow_checks import FlowChecks
from rehearsal.engines.powershell.syntax.lexer import Lexer
from rehearsal.engines.powershell.syntax.token_stream import DEPTH_LIMIT, TokenStream
from rehearsal.engines.powershell.syntax.tokens import Token


class TypeParser(TokenStream):
    # Inside classes an attribute's arguments can't be script blocks.
    _in_class = False

    def __init__(self, lexer: Lexer) -> None:
        super().__init__(lexer)
        self.expression_checks = ExpressionChecks(self.findings)
        self.flow_checks = FlowChecks(self.findings)
        self.class_checks = ClassChecks(self.findings)

    def attribute_list(self, *, in_expression: bool) -> list[nodes.AttributeLike]:
        attributes: list[nodes.AttributeLike] = []
        while True:
            attribute = self.attribute()
            if attribute is None:
                return attributes
            attributes.append(attribute)
            if len(attributes) > DEPTH_LIMIT:
                # Casts nest in the tree, though not in the text.
                self.fail("ScriptTooComplicated", attribute.extent)
            if not in_expression or type(attribute) is nodes.Attribute:
                self.skip_lines()

    def attribute(self) -> nodes.AttributeLike | None:
        """An attribute if parentheses follow the type's name, else a type constraint; None without `[`."""
        bracket = self.next_left_bracket()
        if bracket is None:
            return None
        self.skip_lines()
        type_name = self.type_name(with_assembly=True)
        if type_name is None:
            self.fail_after("MissingTypename", bracket.end)
        token = self.next_token()
        if token.kind == "(":
            return self._attribute_arguments(bracket, type_name, token)
        if token.kind != "]":
            before = max(token.start - 1, 0)
            self.fail("EndSquareBracketExpectedAtEndOfAttribute", self.extent(before, before))
        return nodes.TypeConstraint(extent=self.extent(bracket.start, token.end), type_name=type_name)

    def _attribute_arguments(
        self, bracket: Token, type_name: nodes.TypeNameLike, parenthesis: Token
    ) -> nodes.Attribute:
        self.skip_lines()
        mode = self.set_mode("expression")
        comma_was_operator = self._comma_is_operator
        self._comma_is_operator = False
        positional: list[nodes.Expression] = []
        named: list[nodes.NamedAttributeArgument] = []
        last_end = parenthesis.end
        comma: Token | None = None
        while True:
            self.skip_lines()
            name = self.simple_name()
            expression: nodes.Expression | None = None
            if name is not None:
                argument = self._named_argument(name)
                if any(other.name == argument.name for other in named):
                    self.fail("DuplicateNamedArgument", name.extent, name.value)
                if argument.argument is not None:
                    last_end = argument.argument.extent.end_offset
                named.append(argument)
            else:
                expression = self.expression()
                if expression is not None:
                    positional.append(expression)
                    last_end = expression.extent.end_offset
                elif comma is not None:
                    self.fail_after("MissingExpressionAfterToken", comma.end, ",")
            self.skip_lines()
            comma = self.peek_token()
            if comma.kind != ",":
                break
            last_end = comma.end
            self.skip_token()
        self._comma_is_operator = comma_was_operator
        self.set_mode(mode)
        self.skip_lines()
        closing = self.next_token()
        if closing.kind != ")":
            self.fail_after("MissingEndParenthesisInExpression", last_end)
        self.skip_lines()
        end = self.next_token()
        if end.kind != "]":
            self.fail_after("EndSquareBracketExpectedAtEndOfAttribute", closing.end)
        attribute = nodes.Attribute(
            extent=self.extent(bracket.start, end.end),
            type_name=type_name,
            positional_arguments=tuple(positional),
            named_arguments=tuple(named),
        )
        self._check_arguments(attribute)
        return attribute

    def _named_argument(self, name: nodes.StringConstant) -> nodes.NamedAttributeArgument:
        equals = self.peek_token()
        if equals.kind != "=":
            return nodes.NamedAttributeArgument(
                extent=name.extent, name=name.value, argument=None, expression_omitted=True
            )
        self.skip_token()
        self.skip_lines()
        expression = self.expression()
        if expression is None:
            self.fail_after("MissingExpressionInNamedArgument", equals.end)
        return nodes.NamedAttributeArgument(
            extent=self.extent(name.extent.start_offset, expression.extent.end_offset),
            name=name.value,
            argument=expression,
            expression_omitted=False,
        )

    def _check_arguments(self, attribute: nodes.Attribute) -> None:
        error = "ParameterAttributeArgumentNeedsToBeConstant"
        if not self._in_class:
            error += "OrScriptBlock"
        seen: set[str] = set()
        for named in attribute.named_arguments:
            if named.name.lower() in seen:
                self.findings.find("DuplicateNamedArgument", named.extent, named.name)
            seen.add(named.name.lower())
            if named.argument is not None and not is_constant_argument(named.argument, with_blocks=not self._in_class):
                self.findings.find(error, named.argument.extent)
        for argument in attribute.positional_arguments:
            if not is_constant_argument(argument, with_blocks=not self._in_class):
                self.findings.find(error, argument.extent)

    def simple_name(self) -> nodes.StringConstant | None:
        """An identifier that ends where a name does: keywords and dots have no meaning here."""
        self.lexer.want_simple_name = True
        token = self.peek_token()
        self.lexer.want_simple_name = False
        if token.kind != "identifier":
            return None
        self.skip_token()
        return nodes.StringConstant(
            extent=self.token_extent(token), value=self.text_of(token), kind=nodes.StringKind.BARE_WORD
        )

    # --- type names

    def type_name(self, *, with_assembly: bool) -> nodes.TypeNameLike | None:
        mode = self.set_mode("typename")
        token = self.next_token()
        name: nodes.TypeNameLike | None = None
        if token.kind == "identifier":
            name = self._type_name_from(token, with_assembly=with_assembly)
        else:
            self.put_back(token)
        self.set_mode(mode)
        return name

    def _plain_name(self, token: Token) -> nodes.TypeName:
        return nodes.TypeName(extent=self.token_extent(token), name=self.text_of(token))

    def _type_name_from(
        self, name: Token, *, with_assembly: bool = True, bare_argument: bool = False
    ) -> nodes.TypeNameLike:
        """`bare_argument`: a generic argument without brackets of its own, so a comma separates arguments."""
        token = self.peek_token()
        if token.kind == "[":
            self.skip_token()
            self.skip_lines()
            inner = self.next_token()
            if inner.kind in ("]", ","):
                return self._array(self._plain_name(name), inner)
            if inner.kind in ("[", "identifier"):
                return self._generic(name, inner, bare_argument)
            if inner.kind == "eof":
                self.fail_after("MissingTypename", token.end)
            self.fail_unexpected(inner)
        if token.kind == "," and with_assembly and not bare_argument:
            self.skip_token()
            assembly = self.lexer.assembly_name()
            if not assembly.strip():
                self.fail_after("MissingAssemblyNameSpecification", token.end)
            end = self.lexer.absolute(self.lexer.position)
            return nodes.TypeName(extent=self.extent(name.start, end), name=self.text_of(name), assembly=assembly)
        return self._plain_name(name)

    def _generic_argument(self, token: Token) -> nodes.TypeNameLike:
        if token.kind == "identifier":
            return self._type_name_from(token, bare_argument=True)
        name = self.next_token()
        if name.kind != "identifier":
            self.fail_after("MissingTypename", name.end)
        argument = self._type_name_from(name)
        bracket = self.next_token()
        if bracket.kind != "]":
            before = max(bracket.start - 1, 0)
            self.fail_after("EndSquareBracketExpectedAtEndOfType", before)
        return argument

    def _generic(self, name: Token, first: Token, bare_argument: bool) -> nodes.TypeNameLike:
        self.descend()
        arguments = [self._generic_argument(first)]
        while True:
            self.skip_lines()
            separator = self.next_token()
            if separator.kind != ",":
                break
            self.skip_lines()
            token = self.next_token()
            if token.kind not in ("identifier", "["):
                self.fail_after("MissingTypename", separator.end)
            arguments.append(self._generic_argument(token))
        if separator.kind != "]":
            self.fail_after("EndSquareBracketExpectedAtEndOfAttribute", max(separator.start - 1, 0))
        self.ascend()
        generic = nodes.GenericTypeName(
            extent=self.extent(name.start, separator.end),
            definition=self._plain_name(name),
            arguments=tuple(arguments),
        )
        token = self.peek_token()
        if token.kind == "[":
            self.skip_token()
            return self._array(generic, self.next_token())
        if token.kind == "," and not bare_argument:
            self.skip_token()
            assembly = self.lexer.assembly_name()
            if not assembly:
                self.fail_after("MissingAssemblyNameSpecification", token.end)
            return nodes.GenericTypeName(
                extent=generic.extent, definition=generic.definition, arguments=generic.arguments, assembly=assembly
            )
        return generic

    def _array(self, element: nodes.TypeNameLike, token: Token) -> nodes.TypeNameLike:
        """Behind `name[`, `token` being what follows; further `[]` make it jagged."""
        while True:
            rank = 1
            while token.kind == ",":
                rank += 1
                comma = token
                token = self.next_token()
            if token.kind != "]":
                if rank > 1:
                    self.fail_after("EndSquareBracketExpectedAtEndOfAttribute", comma.end)
                if token.kind == "eof":
                    self.fail_after("EndSquareBracketExpectedAtEndOfAttribute", max(token.start - 1, 0))
                self.fail_unexpected(token)
            element = nodes.ArrayTypeName(
                extent=self.extent(element.extent.start_offset, token.end), element=element, rank=rank
            )
            following = self.peek_token()
            if following.kind == ",":
                self.skip_token()
                if not self.lexer.assembly_name():
                    self.fail_after("MissingAssemblyNameSpecification", following.end)
                return element
            if following.kind != "[":
                return element
            self.skip_token()
            token = self.next_token()
