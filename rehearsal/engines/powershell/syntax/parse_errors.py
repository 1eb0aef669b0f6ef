"""What a script that doesn't parse is refused with.

Error ids are PowerShell's own (FullyQualifiedErrorId of its ParseException); the texts follow PowerShell's.
"""

from __future__ import annotations

import re

from rehearsal.engines.powershell.syntax.extents import Extent


class ParseError(Exception):
    """The first thing PowerShell's parser would complain about. `incomplete`: more input might have made it right."""

    def __init__(
        self,
        *,
        file: str,
        line: int,
        column: int,
        message: str,
        error_id: str,
        incomplete: bool = False,
        extent: Extent | None = None,
    ) -> None:
        super().__init__(f"{file}:{line}:{column}: {message}")
        self.file = file
        self.line = line
        self.column = column
        self.message = message
        self.error_id = error_id
        self.incomplete = incomplete
        self.extent = extent


class RefusedSyntaxError(ParseError):
    """Syntax that is refused by name: what only PowerShell 7 knows, DSC configurations, workflows.

    `construct` names it; Windows PowerShell 5.1 refuses the first sort, too, with the same error id.
    """

    def __init__(self, *, construct: str, file: str, line: int, column: int, message: str, error_id: str) -> None:
        super().__init__(file=file, line=line, column=column, message=message, error_id=error_id)
        self.construct = construct


MESSAGES: dict[str, str] = {
    "AmpersandNotAllowed": "The ampersand (&) character is not allowed. The & operator is reserved for future use; "
    'wrap an ampersand in double quotation marks ("&") to pass it as part of a string.',
    "AssignmentStatementToAutomaticNotSupported": "Cannot assign automatic variable '{0}' with type '{1}'",
    "BadNumericConstant": "The numeric constant {0} is not valid.",
    "ConstructorCantHaveReturnType": "Constructor cannot have a return type.",
    "ControlLeavingFinally": "Control cannot leave a finally block.",
    "DuplicateFormalParameter": "Duplicate parameter ${0} in parameter list.",
    "DuplicateKeyInHashLiteral": "Duplicate keys '{0}' are not allowed in hash literals.",
    "DuplicateNamedArgument": "The named argument '{0}' has already been specified.",
    "DuplicateQualifier": "Duplicate modifier '{0}'.",
    "DuplicateScriptCommandClause": "Script command clause '{0}' has already been defined.",
    "EmptyCatchNotLast": "Catch block must be the last catch block.",
    "EmptyPipeElement": "An empty pipe element is not allowed.",
    "EmptyVariableReference": "The variable reference is empty: ${{}} names no variable.",
    "EndSquareBracketExpectedAtEndOfAttribute": "Unexpected attribute or type: ']' is expected at its end.",
    "EndSquareBracketExpectedAtEndOfType": "Missing ] at end of type token.",
    "EnumeratorLoopback": "Enumerator '{0}' refers to itself.",
    "ExceptionTypeAlreadyCaught": "Exception type {0} is already handled by a previous handler.",
    "ExpectedExpression": "An expression was expected after '('.",
    "ExpectedValueExpression": "You must provide a value expression following the '{0}' operator.",
    "ExpressionsMustBeFirstInPipeline": "Expressions are only allowed as the first element of a pipeline.",
    "IfStatementMissingCondition": "Missing condition in {0} statement after '{0} ('.",
    "IncompleteDollarSubexpressionReference": "The $( of a subexpression is missing its closing parenthesis.",
    "IncompleteDollarVariableReference": "The ${{ of a variable reference is missing its closing brace.",
    "IncompleteMemberDefinition": "Incomplete class member definition.",
    "IncompleteString": "Incomplete string token.",
    "InvalidBracedVariableReference": "Variable reference is not valid. The variable name is missing.",
    "InvalidEndOfLine": "The token '{0}' is not a valid statement separator in this version.",
    "InvalidForeachFlag": "The flag '{0}' is not valid in the foreach statement.",
    "InvalidFunctionParameter": "A parameter's variable is expected after its attributes.",
    "InvalidLeftHandSide": "The assignment expression is not valid. The input to an assignment operator must be an "
    "object that is able to accept assignments, such as a variable or a property.",
    "InvalidParameterForDataSectionStatement": "The parameter '{0}' is not valid for the data section.",
    "InvalidSwitchFlag": "The flag '{0}' is not valid in the switch statement.",
    "InvalidUsingExpression": "A Using expression may hold a variable, its properties and constant indices only.",
    "InvalidValueForUsingItemName": "The value '{0}' is not valid for using.",
    "InvalidVariableReference": "Variable reference is not valid. ':' was not followed by a valid variable name "
    "character. Consider using ${{}} to delimit the name.",
    "InvalidVariableReferenceWithDrive": "Variable reference is not valid. ':' was not followed by a valid variable "
    "name character. Consider using ${{}} to delimit the name.",
    "KeywordParameterReservedForFutureUse": "The '{0}' keyword parameter '{1}' is reserved for future use.",
    "LabelNotFound": "Label '{0}' was not found.",
    "MemberAlreadyDefined": "Member '{0}' is already defined.",
    "MethodHasCodePathNotReturn": "Not all code path returns value within method.",
    "MissingArgument": "Missing argument in parameter list.",
    "MissingArrayIndexExpression": "Array index expression is missing or not valid.",
    "MissingAssemblyNameSpecification": "Assembly name is expected after the comma.",
    "MissingBaseCtorCall": "A call of the base class constructor is expected after ':'.",
    "MissingCatchHandlerBlock": "The Catch block is missing its statement block.",
    "MissingCatchOrFinally": "The Try statement is missing its Catch or Finally block.",
    "MissingCurlyBraceInSwitchStatement": "Missing '{{' in switch statement.",
    "MissingEndCurlyBrace": "Missing closing '}}' in statement block or type definition.",
    "MissingEndParenthesisAfterForeach": "Missing closing ')' after expression in 'foreach' loop.",
    "MissingEndParenthesisAfterStatement": "Missing closing ')' after expression in '{0}' statement.",
    "MissingEndParenthesisInExpression": "Missing closing ')' in expression.",
    "MissingEndParenthesisInFunctionParameterList": "Missing ')' in function parameter list.",
    "MissingEndParenthesisInMethodCall": "Missing ')' in method call.",
    "MissingEndParenthesisInSubexpression": "Missing closing ')' in subexpression.",
    "MissingEndParenthesisInSwitchStatement": "Missing ')' in switch statement.",
    "MissingEndSquareBracket": "Missing ']' after array index expression.",
    "MissingEqualsInHashLiteral": "Missing '=' operator after key in hash literal.",
    "MissingEqualsInUsingAlias": "Missing '=' operator in using alias.",
    "MissingExpression": "Missing expression after '{0}'.",
    "MissingExpressionAfterKeyword": "Missing expression after '{0}' in loop.",
    "MissingExpressionAfterOperator": "Missing expression after unary operator '{0}'.",
    "MissingExpressionAfterToken": "Missing expression after '{0}'.",
    "MissingExpressionInNamedArgument": "An expression is expected after '=' in a named argument.",
    "MissingFileSpecification": "Missing file specification after redirection operator.",
    "MissingFilenameOption": "Missing file name after -file in switch statement.",
    "MissingFinallyStatementBlock": "The Finally block is missing its statement block.",
    "MissingForeachExpression": "Missing expression after 'in' in foreach loop.",
    "MissingForeachStatement": "Missing statement body in foreach loop.",
    "MissingFunctionBody": "Missing function body in function declaration.",
    "MissingInInForeach": "Missing 'in' after variable in foreach loop.",
    "MissingLoopStatement": "Missing statement body in {0} loop.",
    "MissingMethodParameterList": "Method is missing its parameter list.",
    "MissingNameAfterKeyword": "Missing name after {0} keyword.",
    "MissingNamedStatementBlock": "Missing statement block after '{0}'.",
    "MissingNamespaceAlias": "A name is expected after '=' in using.",
    "MissingOpenParenthesisAfterKeyword": "Missing opening '(' after keyword '{0}'.",
    "MissingOpenParenthesisInIfStatement": "Missing '(' after '{0}' in if statement.",
    "MissingPropertyName": "Missing property name after reference operator.",
    "MissingPropertyTerminator": "Missing a new line or semicolon in property definition.",
    "MissingStatementAfterKeyword": "Missing statement after '{0}' keyword.",
    "MissingStatementBlock": "Missing statement block after {0} ( condition ).",
    "MissingStatementBlockAfterElse": "Missing statement block after 'else' keyword.",
    "MissingStatementBlockForDataSection": "The data section is missing its statement block.",
    "MissingStatementInHashLiteral": "Missing statement after '=' in hash literal.",
    "MissingStatementTerminator": "Missing newline or semicolon after statement.",
    "MissingSwitchConditionExpression": "Missing condition in switch statement clause.",
    "MissingSwitchStatementClause": "Missing statement block in switch statement clause.",
    "MissingTerminatorMultiLineComment": "The terminator '#>' is missing from the multiline comment.",
    "MissingThis": "The property '{0}' needs $this. before it.",
    "MissingThrottleLimit": "Missing value after -throttlelimit.",
    "MissingTrapStatement": "Missing statement block of trap.",
    "MissingTryStatementBlock": "The Try statement is missing its statement block.",
    "MissingTypeInStaticPropertyAssignment": "The static property needs its type before it: [{0}]::{1}.",
    "MissingTypeBody": "Missing {0} body in {0} declaration.",
    "MissingTypeLiteralToken": "Missing type literal after ','.",
    "MissingTypename": "Missing type name after '['.",
    "MissingUsingItemName": "A name is expected after using and its kind.",
    "MissingUsingStatementDirective": "using must be followed by assembly, module or namespace.",
    "MissingValueForSupportedCommandInDataSectionStatement": "Command names are expected after -SupportedCommand.",
    "MissingVariableNameAfterForeach": "Missing variable name after foreach.",
    "MissingWhileOrUntilInDoWhile": "Missing while or until keyword in do loop.",
    "MultipleSwitchDefaultClauses": "A switch statement can have only one default clause.",
    "MultipleTypeConstraintsOnMethodParam": "A method's parameter can have only one type.",
    "NamedBlockNotAllowedInMethod": "begin, process, end and dynamicparam are not allowed in a method.",
    "NonStaticMemberAccessInStaticMember": "Cannot access the non-static member '{0}' in a static member.",
    "NonVoidMethodMissingReturnValue": "Invalid return statement within non-void method.",
    "OnlyOneParameterListAllowed": "Parameters are already declared behind the function's name: param() is one list "
    "too many.",
    "OpenBraceNeedsToBeBackTickedInVariableName": "'{{' in a variable name needs a backtick before it.",
    "OperatorRequiresVariableOrProperty": "The '{0}' operator works only on variables or on properties.",
    "OrderedAttributeOnlyOnHashLiteralNode": "The ordered attribute can be specified only on a hash literal node.",
    "ParamBlockNotAllowedInMethod": "A param block is not allowed in a method.",
    "ParameterAttributeArgumentNeedsToBeConstant": "Attribute argument must be a constant.",
    "ParameterAttributeArgumentNeedsToBeConstantOrScriptBlock": "Attribute argument must be a constant or a script "
    "block.",
    "ParameterCannotHaveArgument": "The parameter '{0}' takes no argument.",
    "ParameterRequiresArgument": "The parameter '{0}' requires an argument.",
    "PipelineValueRequired": "A value is required in the switch statement: ( … ) or -file name.",
    "RedirectionNotSupported": "The '{0}' operator is reserved for future use.",
    "ReferenceNeedsToBeByItselfInTypeConstraint": "[ref] can only be the final type in a type constraint sequence.",
    "ReferenceNeedsToBeByItselfInTypeSequence": "Multiple [ref] in a type sequence are not allowed.",
    "ReferenceNeedsToBeLastTypeInTypeConversion": "[ref] can only be the final type in a conversion sequence.",
    "RequiresArgumentMustBeConstant": "#requires takes constants only.",
    "RequiresVersionInvalid": "#requires -Version takes a version number.",
    "ReservedKeywordNotAllowed": "The '{0}' keyword is not supported in this version of the language.",
    "ScriptRequiresInvalidFormat": "The #requires statement is not in a valid format.",
    "ScriptTooComplicated": "The script is nested too deeply.",
    "SplattingNotPermitted": "The splatting operator '@' cannot be used to reference variables in an expression. "
    "'@{0}' can be used only as an argument to a command. To reference variables in an expression use '${0}'.",
    "SplattingNotPermittedInArgumentList": "The splatting operator '@' cannot be used to reference variables in an "
    "argument list. '@{0}' must be an argument by itself.",
    "StreamAlreadyRedirected": "The {0} stream for this command is already redirected.",
    "TerminatorExpectedAtEndOfString": "The string is missing the terminator: {0}.",
    "ThrottleLimitRequiresParallelFlag": "-throttlelimit needs -parallel.",
    "TokenAfterEndOfValidScriptText": "Script text is not allowed after the signature.",
    "TooManyTypes": "Only one type may be specified on class members.",
    "TypeAlreadyDefined": "A type named '{0}' is already defined.",
    "TypeNameExpected": "A type name is expected.",
    "TypeNotAllowedBeforeParam": "The type [{0}] is not allowed before param.",
    "TypeNotAllowedBeforeStatement": "The type [{0}] is not allowed before a statement.",
    "TypeNotAllowedForProperty": "The type [{0}] is not allowed for a property.",
    "UnexpectedAttribute": "Unexpected attribute '{0}'.",
    "UnexpectedCharactersAfterHereStringHeader": "No characters are allowed after a here-string header but before "
    "the end of the line.",
    "UnexpectedKeyword": "Unexpected keyword '{0}'.",
    "UnexpectedToken": "Unexpected token '{0}' in expression or statement.",
    "UnrecognizedToken": "Unrecognized token in source text.",
    "UsingMustBeAtStartOfScript": "A 'using' statement must appear before any other statements in a script.",
    "UsingStatementNotSupported": "This using statement is not supported.",
    "VariableNotLocal": "Variable is not assigned in the method.",
    "VoidMethodHasReturn": "Invalid return statement within void method.",
    "VoidTypeConstraintNotAllowed": "[void] is not allowed as a type constraint.",
    "WhitespaceBeforeHereStringFooter": "White space is not allowed before the string terminator.",
}


def parse_error(extent: Extent, error_id: str, *arguments: str, incomplete: bool = False) -> ParseError:
    return ParseError(
        file=extent.file,
        line=extent.start_line,
        column=extent.start_column,
        message=_message(error_id, arguments),
        error_id=error_id,
        incomplete=incomplete,
        extent=extent,
    )


def _message(error_id: str, arguments: tuple[str, ...]) -> str:
    text = MESSAGES.get(error_id)
    if text is None and error_id.endswith("DataSection"):
        words = re.sub(r"(NotSupported|NotAllowed|NotInAllowedList)(In|For)DataSection$", "", error_id)
        return f"{words} is not allowed in a data section."
    assert text is not None, error_id
    return text.format(*arguments)


class Findings:
    """What is wrong but no syntax error: PowerShell looks for it only when the whole text has parsed."""

    def __init__(self) -> None:
        self.found: list[ParseError] = []

    def find(self, error_id: str, extent: Extent, *arguments: str) -> None:
        self.found.append(parse_error(extent, error_id, *arguments))

    def take_back(self, error_id: str, extent: Extent) -> None:
        self.found = [finding for finding in self.found if finding.error_id != error_id or finding.extent != extent]
