"""Parses classes and enums."""

from __future__ import annotations

from rehearsal.engines.powershell.syntax import nodes
from rehearsal.engines.powershell.syntax.nodes import TypeKind
from rehearsal.engines.powershell.syntax.parser.statements import StatementParser
from rehearsal.engines.powershell.syntax.tokens import Token


class ClassParser(StatementParser):
    def class_definition(self, keyword: Token, attributes: list[nodes.AttributeLike]) -> nodes.Statement:
        self.skip_lines()
        name = self.simple_name()
        if name is None:
            self.fail_after("MissingNameAfterKeyword", keyword.end, self.text_of(keyword))
        self.skip_lines()
        mode = self.set_mode("signature")
        bases = self._base_types()
        curly = self.next_token()
        if curly.kind != "{":
            end = (bases[-1] if bases else name).extent.end_offset
            self.fail_after("MissingTypeBody", end, "class")
        self.open_bracket(curly)
        was_in_class, self._in_class = self._in_class, True
        members: list[nodes.PropertyMember | nodes.FunctionMember] = []
        while True:
            member = self._class_member(name.value)
            if member is None:
                break
            members.append(member)
        closing = self.next_token()
        if closing.kind != "}":
            self.fail_incomplete("MissingEndCurlyBrace", self.extent(curly.end, curly.end), seen_until=closing.end)
        self._in_class = was_in_class
        self.close_bracket()
        self.set_mode(mode)
        start = attributes[0].extent.start_offset if attributes else keyword.start
        definition = nodes.TypeDefinition(
            extent=self.extent(start, closing.end),
            kind=TypeKind.CLASS,
            name=name.value,
            attributes=tuple(attributes),
            base_types=tuple(bases),
            members=tuple(members),
        )
        self.class_checks.check_class(definition)
        return definition

    def _base_types(self) -> list[nodes.TypeConstraint]:
        bases: list[nodes.TypeConstraint] = []
        separator = self.peek_token()
        if separator.kind != ":":
            return bases
        while True:
            self.skip_token()
            self.skip_lines()
            base = self.type_name(with_assembly=False)
            if base is None:
                self.fail_after("TypeNameExpected", separator.end)
            bases.append(nodes.TypeConstraint(extent=base.extent, type_name=base))
            self.skip_lines()
            separator = self.peek_token()
            if separator.kind != ",":
                return bases

    def _class_member(self, class_name: str) -> nodes.PropertyMember | nodes.FunctionMember | None:
        attributes: list[nodes.Attribute] = []
        member_type: nodes.TypeConstraint | None = None
        modifiers: set[str] = set()
        start: int | None = None
        last_end: int | None = None
        while True:
            self.skip_lines()
            attribute = self.attribute()
            if attribute is not None:
                start = attribute.extent.start_offset if start is None else start
                last_end = attribute.extent.end_offset
                if isinstance(attribute, nodes.Attribute):
                    attributes.append(attribute)
                elif member_type is None:
                    member_type = attribute
                else:
                    self.fail("TooManyTypes", attribute.extent)
                continue
            token = self.peek_token()
            start = token.start if start is None else start
            if token.kind not in ("static", "hidden"):
                break
            if token.kind in modifiers:
                self.fail("DuplicateQualifier", self.token_extent(token), self.text_of(token))
            modifiers.add(token.kind)
            last_end = token.end
            self.skip_token()
        static, hidden = "static" in modifiers, "hidden" in modifiers
        if token.kind == "variable":
            self.skip_token()
            return self._property(token, start, member_type, tuple(attributes), static, hidden)
        if token.kind == "identifier":
            self.skip_token()
            return self._method(token, start, class_name, member_type, tuple(attributes), static, hidden)
        if last_end is not None:
            self.fail_after("IncompleteMemberDefinition", last_end)
        return None

    def _property(
        self,
        variable: Token,
        start: int,
        property_type: nodes.TypeConstraint | None,
        attributes: tuple[nodes.Attribute, ...],
        static: bool,
        hidden: bool,
    ) -> nodes.PropertyMember:
        value: nodes.Expression | None = None
        end = variable.end
        if self.peek_token().kind == "=":
            self.skip_token()
            self.skip_lines()
            self.class_checks.enter_property(static=static)
            value = self.expression()
            self.class_checks.leave_property()
            if value is not None:
                end = value.extent.end_offset
        end = self._member_end(end)
        return nodes.PropertyMember(
            extent=self.extent(start, end),
            name=str(variable.value),
            property_type=property_type,
            attributes=attributes,
            initial_value=value,
            static=static,
            hidden=hidden,
        )

    def _member_end(self, end: int) -> int:
        token = self.peek_token()
        if token.kind not in ("newline", ";", "}"):
            self.fail_after("MissingPropertyTerminator", end)
        self.skip_lines_and_semicolons()
        return token.end if token.kind == ";" else end

    def _method(
        self,
        name: Token,
        start: int,
        class_name: str,
        return_type: nodes.TypeConstraint | None,
        attributes: tuple[nodes.Attribute, ...],
        static: bool,
        hidden: bool,
    ) -> nodes.FunctionMember:
        text = self.text_of(name)
        if self.peek_token().kind != "(":
            self.fail_after("MissingMethodParameterList", name.end)
        self.class_checks.enter_method(return_type, static=static)
        parameters, last_end = self.declared_parameters()
        assert parameters is not None
        is_constructor = text.lower() == class_name.lower()
        base_call = self._base_call() if is_constructor and not static else None
        curly = self.next_token()
        if curly.kind != "{":
            self.fail_after("MissingFunctionBody", name.end if last_end is None else last_end)
        mode = self.set_mode("command")
        body = self.script_block(curly, is_filter=False)
        self.set_mode(mode)
        member = nodes.FunctionMember(
            extent=self.extent(start, body.extent.end_offset),
            name=text,
            return_type=return_type,
            attributes=attributes,
            parameters=tuple(parameters),
            body=body,
            is_constructor=is_constructor,
            base_call=base_call,
            static=static,
            hidden=hidden,
        )
        self.class_checks.leave_method(member, self.token_extent(name))
        return member

    def _base_call(self) -> nodes.BaseConstructorCall | None:
        self.skip_lines()
        mode = self.set_mode("signature")
        colon = self.peek_token()
        if colon.kind != ":":
            self.set_mode(mode)
            return None
        self.skip_token()
        self.skip_lines()
        base = self.peek_token()
        if base.kind != "base":
            self.fail_after("MissingBaseCtorCall", colon.end)
        self.skip_token()
        self.skip_lines()
        parenthesis = self.peek_token()
        if parenthesis.kind != "(":
            self.fail_after("MissingMethodParameterList", base.end)
        self.skip_token()
        arguments, end = self.call_arguments(parenthesis)
        self.skip_lines()
        self.set_mode(mode)
        return nodes.BaseConstructorCall(extent=self.extent(base.start, end), arguments=arguments)

    # --- enums

    def enum_definition(self, keyword: Token, attributes: list[nodes.AttributeLike]) -> nodes.Statement:
        self.skip_lines()
        name = self.simple_name()
        if name is None:
            self.fail_after("MissingNameAfterKeyword", keyword.end, self.text_of(keyword))
        self.skip_lines()
        curly = self.next_token()
        if curly.kind != "{":
            self.fail_after("MissingTypeBody", name.extent.end_offset, "enum")
        self.open_bracket(curly)
        members: list[nodes.PropertyMember] = []
        while True:
            member = self._enum_member()
            if member is None:
                break
            members.append(member)
        closing = self.next_token()
        if closing.kind != "}":
            self.fail_incomplete("MissingEndCurlyBrace", self.extent(curly.end, curly.end), seen_until=closing.end)
        self.close_bracket()
        start = attributes[0].extent.start_offset if attributes else keyword.start
        definition = nodes.TypeDefinition(
            extent=self.extent(start, closing.end),
            kind=TypeKind.ENUM,
            name=name.value,
            attributes=tuple(attributes),
            base_types=(),
            members=tuple(members),
        )
        self.class_checks.check_class(definition)
        return definition

    def _enum_member(self) -> nodes.PropertyMember | None:
        self.skip_lines()
        name = self.simple_name()
        if name is None:
            return None
        end = name.extent.end_offset
        value: nodes.Expression | None = None
        mode = self.set_mode("expression")
        equals = self.peek_token()
        if equals.kind == "=":
            self.skip_token()
            value = self.expression()
            if value is None:
                self.fail("ExpectedValueExpression", self.extent(equals.end, equals.end), "=")
            end = value.extent.end_offset
        self.set_mode(mode)
        end = self._member_end(end)
        return nodes.PropertyMember(
            extent=self.extent(name.extent.start_offset, end),
            name=name.value,
            property_type=None,
            attributes=(),
            initial_value=value,
            static=True,
        )
