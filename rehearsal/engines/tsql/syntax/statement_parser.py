"""Control of flow: what the session interprets itself, one statement after the other, with or without semicolons."""

from __future__ import annotations

from functools import lru_cache

from rehearsal.engines.tsql.errors import SqlError, Unsupported
from rehearsal.engines.tsql.syntax import nodes, statements
from rehearsal.engines.tsql.syntax.lexer import TokenKind, tokenize
from rehearsal.engines.tsql.syntax.nodes import Expression, Place
from rehearsal.engines.tsql.syntax.query_parser import COMPOUND_ASSIGNMENTS
from rehearsal.engines.tsql.syntax.server_statement_parser import ServerStatementParser
from rehearsal.engines.tsql.syntax.statements import Batch, Block, Statement
from rehearsal.engines.tsql.syntax.token_stream import RESERVED
from rehearsal.engines.tsql.values import types

_ON_OFF_OPTIONS = frozenset(
    {"NOCOUNT", "XACT_ABORT", "ANSI_NULLS", "QUOTED_IDENTIFIER", "ANSI_WARNINGS", "ARITHABORT", "ANSI_PADDING"}
)
_OPTIONS_THAT_CHANGE_MEANING_WHEN_OFF = frozenset({"ANSI_NULLS", "QUOTED_IDENTIFIER", "ANSI_WARNINGS", "ARITHABORT"})
_OPTIONS_NOT_COVERED = frozenset(
    {
        "ANSI_DEFAULTS", "ANSI_NULL_DFLT_OFF", "ANSI_NULL_DFLT_ON", "CONCAT_NULL_YIELDS_NULL", "CONTEXT_INFO",
        "CURSOR_CLOSE_ON_COMMIT", "DATEFORMAT", "FIPS_FLAGGER", "FMTONLY", "FORCEPLAN", "IDENTITY_INSERT",
        "IMPLICIT_TRANSACTIONS", "LANGUAGE", "NOEXEC", "NUMERIC_ROUNDABORT", "OFFSETS", "PARSEONLY",
        "QUERY_GOVERNOR_COST_LIMIT", "REMOTE_PROC_TRANSACTIONS", "ROWCOUNT", "SHOWPLAN_ALL", "SHOWPLAN_TEXT",
        "SHOWPLAN_XML", "STATISTICS", "TRANSACTION",
    }
)  # fmt: skip
_SERVER_VERBS = frozenset(
    {"ADD", "ALTER", "CREATE", "DROP", "BACKUP", "RESTORE", "GRANT", "DENY", "REVOKE", "CHECKPOINT"}
)
_SP_EXECUTESQL = ("sp_executesql", "sys.sp_executesql", "master.sys.sp_executesql", "master..sp_executesql")
_RAISERROR_OPTIONS = frozenset({"NOWAIT", "LOG", "SETERROR"})
_DEEPEST_STATEMENT = 30


class StatementParser(ServerStatementParser):
    """The whole parser: `batch` reads everything."""

    def batch(self) -> Batch:
        place = self.place
        found: list[Statement] = []
        while True:
            while self.accept(";"):
                pass
            if self.token.kind is TokenKind.END:
                return Batch(place=place, statements=tuple(found), text=self.text)
            found.append(self.statement())

    def statement(self) -> Statement:
        place = self.place
        self.depth += 1
        if self.depth > _DEEPEST_STATEMENT:
            raise self.refusal(f"statements nested deeper than {_DEEPEST_STATEMENT}")
        found = self._statement(place)
        self.depth -= 1
        self.accept(";")
        return found

    def _statement(self, place: Place) -> Statement:
        match self.token.upper:
            case "SELECT" | "WITH" | "(":
                return statements.QueryStatement(place=place, query=self.query())
            case "IF":
                return self._if(place)
            case "BEGIN":
                return self._begin(place)
            case "DECLARE":
                return self._declare(place)
            case "SET":
                return self._set(place)
            case "WHILE":
                self.advance()
                condition = self.condition()
                return statements.While(place=place, condition=condition, body=self.statement())
            case "BREAK":
                self.advance()
                return statements.Break(place=place)
            case "CONTINUE":
                self.advance()
                return statements.Continue(place=place)
            case "RETURN":
                return self._return(place)
            case "COMMIT" | "ROLLBACK":
                return self._end_transaction(place)
            case "SAVE":
                raise self.refusal("SAVE TRANSACTION")
            case "PRINT":
                self.advance()
                return statements.Print(place=place, message=self.scalar())
            case "THROW":
                return self._throw(place)
            case "RAISERROR":
                return self._raise_error(place)
            case "WAITFOR":
                self.expect("WAITFOR")
                if self.at("TIME") or self.at("("):
                    raise self.not_covered("after WAITFOR")
                self.expect("DELAY")
                return statements.WaitFor(place=place, delay=self.scalar())
            case "USE":
                self.advance()
                return statements.Use(place=place, database=self.name())
            case "EXEC" | "EXECUTE":
                self.advance()
                return self._execute(place)
            case _:
                if self.index == 0 and self.at_name():  # a batch may begin with a procedure's bare name
                    return self._execute(place)
                self.in_server_statement = self.token.upper in _SERVER_VERBS
                found = self.server_statement(place)
                self.in_server_statement = False
                return found

    def _return(self, place: Place) -> Statement:
        self.expect("RETURN")
        following = self.token
        if following.kind in (TokenKind.INTEGER, TokenKind.VARIABLE) or self.at_any("(", "-"):
            raise SqlError(
                178, "A RETURN statement with a return value cannot be used in this context.", batch_aborting=True
            ).at(place.line)
        return statements.Return(place=place)

    def _end_transaction(self, place: Place) -> Statement:
        action = self.advance().upper
        if self.accept_any("TRAN", "TRANSACTION") is not None:
            if self.token.kind is TokenKind.VARIABLE or self.at_name():
                raise self.refusal(f"{action} of a named transaction")
        else:
            self.accept("WORK")
        return statements.Transaction(place=place, action=action)

    def _if(self, place: Place) -> Statement:
        self.expect("IF")
        condition = self.condition()
        then = self.statement()
        otherwise = self.statement() if self.accept("ELSE") else None
        return statements.If(place=place, condition=condition, then=then, otherwise=otherwise)

    def _begin(self, place: Place) -> Statement:
        self.expect("BEGIN")
        if self.accept_any("TRAN", "TRANSACTION") is not None:
            if self.token.kind is TokenKind.VARIABLE or (self.at_name() and self.token.line == place.line):
                raise self.refusal("BEGIN of a named transaction")
            return statements.Transaction(place=place, action="BEGIN")
        if self.at_any("DISTRIBUTED", "ATOMIC", "DIALOG", "CONVERSATION"):
            raise self.not_covered("after BEGIN")
        if not self.accept("TRY"):
            return self._block(place, "END")
        attempt = self._block(place, "END", "TRY")
        self.accept(";")
        handler_place = self.place
        self.expect("BEGIN", "CATCH")
        return statements.TryCatch(place=place, attempt=attempt, handler=self._block(handler_place, "END", "CATCH"))

    def _block(self, place: Place, *end: str) -> Block:
        found: list[Statement] = []
        while True:
            while self.accept(";"):
                pass
            if self.at("END"):
                self.expect(*end)
                return Block(place=place, statements=tuple(found))
            if self.token.kind is TokenKind.END:
                raise self.unexpected("inside BEGIN")
            found.append(self.statement())

    def _declare(self, place: Place) -> Statement:
        self.expect("DECLARE")
        if self.at_name() and self.peek().upper in ("CURSOR", "INSENSITIVE", "SCROLL"):
            raise self.refusal("a cursor")
        variables = []
        while True:
            name = self._variable()
            self.accept("AS")
            if self.at_any("TABLE", "CURSOR"):
                raise self.not_covered("as the type of a variable")
            declared = self.type_name(default_length=1)
            variables.append((name, declared, self.scalar() if self.accept("=") else None))
            if not self.accept(","):
                return statements.Declare(place=place, variables=tuple(variables))

    def _variable(self) -> str:
        if self.token.kind is not TokenKind.VARIABLE or self.token.text.startswith("@@"):
            raise self.unexpected("where a variable was expected")
        return self.advance().text.lower()

    def _set(self, place: Place) -> Statement:
        self.expect("SET")
        if self.token.kind is TokenKind.VARIABLE:
            name = self._variable()
            operator = self.expect_any("=", *COMPOUND_ASSIGNMENTS)
            value = self.scalar()
            if operator != "=":
                current = nodes.Variable(place=place, name=name)
                value = nodes.Binary(place=place, operator=operator[0], left=current, right=value)
            return statements.SetVariable(place=place, name=name, value=value)
        option = self.token.upper
        if option in _ON_OFF_OPTIONS:
            self.advance()
            value_place, value_word = self.place, self.expect_any("ON", "OFF")
            if value_word == "OFF" and option in _OPTIONS_THAT_CHANGE_MEANING_WHEN_OFF:
                raise self.refusal(f"SET {option} OFF", value_place)
            return statements.SetOption(place=place, option=option, value=value_word)
        if option in ("LOCK_TIMEOUT", "DATEFIRST", "TEXTSIZE"):
            self.advance()
            sign = "-" if self.accept("-") else ""
            return statements.SetOption(place=place, option=option, value=f"{sign}{self.integer()}")
        if option == "DEADLOCK_PRIORITY":
            self.advance()
            return statements.SetOption(place=place, option=option, value=self.expect_any("LOW", "NORMAL", "HIGH"))
        if self.accept("TRANSACTION", "ISOLATION", "LEVEL"):
            words = [self.advance().upper]
            if words[0] in ("READ", "REPEATABLE"):
                words.append(self.advance().upper)
            return statements.SetOption(place=place, option="TRANSACTION ISOLATION LEVEL", value=" ".join(words))
        if self.token.kind is TokenKind.WORD and option not in _OPTIONS_NOT_COVERED:
            raise SqlError(195, f"'{self.token.text}' is not a recognized SET option.", batch_aborting=True).at(
                place.line
            )
        raise self.not_covered("after SET")

    def _throw(self, place: Place) -> Statement:
        self.expect("THROW")
        if self.token.kind in (TokenKind.END, TokenKind.WORD) or self.at(";"):
            return statements.Throw(place=place, number=None, message=None, state=None)
        number = self.scalar()
        self.expect(",")
        message = self.scalar()
        self.expect(",")
        return statements.Throw(place=place, number=number, message=message, state=self.scalar())

    def _raise_error(self, place: Place) -> Statement:
        self.expect("RAISERROR", "(")
        values = self.scalars()
        if len(values) < 3:
            raise self.refusal("RAISERROR with fewer than three arguments", place)
        self.expect(")")
        options: set[str] = set()
        if self.at("WITH") and self.peek().upper in _RAISERROR_OPTIONS:
            self.expect("WITH")
            options.add(self.advance().upper)
            while self.accept(","):
                options.add(self.expect_any(*sorted(_RAISERROR_OPTIONS)))
        return statements.RaiseError(
            place=place,
            message=values[0],
            severity=values[1],
            state=values[2],
            arguments=values[3:],
            options=frozenset(options),
        )

    def _execute(self, place: Place) -> Statement:
        if self.accept("("):
            text = self.scalar()
            self.expect(")")
            if self.at("AT") or self.at("AS"):
                raise self.refusal(f"EXEC … {self.token.upper}")
            return statements.ExecuteText(place=place, text=text)
        if self.at("AS"):
            raise self.refusal("EXECUTE AS")
        status = None
        if self.token.kind is TokenKind.VARIABLE:
            if self.peek().upper != "=":
                raise self.refusal("EXEC of a procedure that a variable names")
            status = self._variable()
            self.expect("=")
        procedure = ".".join(self.dotted_name(most=4)).lower()
        if procedure not in _SP_EXECUTESQL:
            if procedure.rpartition(".")[2].startswith(("sp_", "xp_")):
                raise self.refusal(f"procedure {procedure}", place)
            given = self._arguments()
            if self.at("WITH") and self.peek().upper in ("RECOMPILE", "RESULT"):
                raise self.refusal("EXEC … WITH")
            return statements.ExecuteProcedure(place=place, name=procedure, values=given, status=status)
        if self.token.kind is TokenKind.END:
            raise SqlError(
                201, "Procedure or function 'sp_executesql' expects parameter '@statement', which was not supplied."
            ).at(place.line)
        text = self._argument("@stmt", "@statement").value
        declarations: Expression | None = None
        values: list[statements.Argument] = []
        if self.accept(","):
            declarations = self._argument("@params", "@parameters").value
            while self.accept(","):
                values.append(self._argument())
        return statements.ExecuteText(
            place=place, text=text, declarations=declarations, values=tuple(values), status=status
        )

    def _arguments(self) -> tuple[statements.Argument, ...]:
        if self.token.kind is TokenKind.END or self.token.upper in RESERVED or self.at(";"):
            return ()
        found = [self._argument()]
        while self.accept(","):
            found.append(self._argument())
        return tuple(found)

    def _argument(self, *ignored_names: str) -> statements.Argument:
        place, name = self.place, None
        if self.token.kind is TokenKind.VARIABLE and self.peek().upper == "=":
            name = self._variable()
            self.expect("=")
            if name in ignored_names:
                name = None
        value = self.scalar()
        output = self.accept_any("OUTPUT", "OUT") is not None
        if output and not isinstance(value, nodes.Variable):
            raise SqlError(
                179, "Cannot use the OUTPUT option when passing a constant to a stored procedure.", batch_aborting=True
            ).at(place.line)
        return statements.Argument(place=place, name=name, value=value, output=output)

    def declarations(self) -> tuple[tuple[str, types.SqlType], ...]:
        """`@a int, @b nvarchar(30)`: the second argument of sp_executesql."""
        found = []
        while self.token.kind is not TokenKind.END:
            name = self._variable()
            found.append((name, self.type_name(default_length=1)))
            self.accept_any("OUTPUT", "OUT")
            if not self.accept(","):
                break
        if self.token.kind is not TokenKind.END:
            raise self.unexpected("in a parameter list")
        return tuple(found)


@lru_cache(maxsize=2048)
def parse(text: str) -> Batch:
    """The syntax tree of a batch, cached by its text.

    Raises Unsupported, with line and column, for all that the engine does not cover, and SqlError for what SQL Server's
    parser refuses, too (102, 156, 105 …).
    """
    tokens = tokenize(text)
    for token in tokens:
        if token.upper == "GO" and token.column == 1:
            raise Unsupported("GO (a batch separator of client tools, not T-SQL)", text, token.line, token.column)
    try:
        return StatementParser(text, tokens).batch()
    except RecursionError:
        raise Unsupported("nesting deeper than the interpreter's stack", text) from None


@lru_cache(maxsize=256)
def parse_declarations(text: str) -> tuple[tuple[str, types.SqlType], ...]:
    return StatementParser(text, tokenize(text)).declarations()
