"""The tokens of a batch and the position of the parser in them: the base of every part of the parser."""

from __future__ import annotations

from rehearsal.engines.tsql.errors import SqlError, Unsupported
from rehearsal.engines.tsql.syntax.lexer import Token, TokenKind
from rehearsal.engines.tsql.syntax.nodes import Place

MAX_DEPTH = 50  # nesting of expressions and queries; deeper text is refused instead of exhausting Python's stack

_RESERVED_WORDS = """
ADD ALL ALTER AND ANY AS ASC AUTHORIZATION BACKUP BEGIN BETWEEN BREAK BROWSE BULK BY CASCADE CASE CHECK CHECKPOINT
CLOSE CLUSTERED COALESCE COLLATE COLUMN COMMIT COMPUTE CONSTRAINT CONTAINS CONTAINSTABLE CONTINUE CONVERT CREATE
CROSS CURRENT CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP CURRENT_USER CURSOR DATABASE DBCC DEALLOCATE DECLARE
DEFAULT DELETE DENY DESC DISK DISTINCT DISTRIBUTED DOUBLE DROP DUMP ELSE END ERRLVL ESCAPE EXCEPT EXEC EXECUTE
EXISTS EXIT EXTERNAL FETCH FILE FILLFACTOR FOR FOREIGN FREETEXT FREETEXTTABLE FROM FULL FUNCTION GOTO GRANT GROUP
HAVING HOLDLOCK IDENTITY IDENTITY_INSERT IDENTITYCOL IF IN INDEX INNER INSERT INTERSECT INTO IS JOIN KEY KILL LEFT
LIKE LINENO LOAD MERGE NATIONAL NOCHECK NONCLUSTERED NOT NULL NULLIF OF OFF OFFSETS ON OPEN OPENDATASOURCE OPENQUERY
OPENROWSET OPENXML OPTION OR ORDER OUTER OVER PERCENT PIVOT PLAN PRECISION PRIMARY PRINT PROC PROCEDURE PUBLIC
RAISERROR READ READTEXT RECONFIGURE REFERENCES REPLICATION RESTORE RESTRICT RETURN REVERT REVOKE RIGHT ROLLBACK
ROWCOUNT ROWGUIDCOL RULE SAVE SCHEMA SECURITYAUDIT SELECT SEMANTICKEYPHRASETABLE SEMANTICSIMILARITYDETAILSTABLE
SEMANTICSIMILARITYTABLE SESSION_USER SET SETUSER SHUTDOWN SOME STATISTICS SYSTEM_USER TABLE TABLESAMPLE TEXTSIZE
THEN TO TOP TRAN TRANSACTION TRIGGER TRUNCATE TRY_CONVERT TSEQUAL UNION UNIQUE UNPIVOT UPDATE UPDATETEXT USE USER
VALUES VARYING VIEW WAITFOR WHEN WHERE WHILE WITH WITHIN WRITETEXT
"""
RESERVED = frozenset(_RESERVED_WORDS.split())
_NOT_COVERED_WORDS = """
ADD ALTER AT BULK CLOSE CONTAINS CONTAINSTABLE CREATE CUBE CURSOR DBCC DEALLOCATE DELETE DIALOG DISABLE DISTRIBUTED
DROP DUMP ENABLE FETCH FOR FREETEXT FREETEXTTABLE GET GOTO GROUPING INSERT INTO KILL LINENO LISTENER LOAD MERGE MOVE
NEXT OPEN OPENDATASOURCE OPENQUERY OPENROWSET OPENXML OPTION OUTPUT PIVOT READTEXT RECEIVE RECONFIGURE REVERT
ROLLUP SEND SETUSER SHUTDOWN TABLE TABLESAMPLE TRUNCATE TSEQUAL UNPIVOT UPDATE UPDATETEXT WINDOW WRITETEXT XMLNAMESPACES
. ::
"""
_NOT_COVERED = frozenset(_NOT_COVERED_WORDS.split())


class Cursor:
    """Tokens of one batch and the place in them.

    A token that no T-SQL could have at its place is SQL Server's syntax error (102, 156). One that begins something the
    engine doesn't cover is a refusal (`Unsupported`), and so is every surprise inside of DDL, whose grammar is larger
    than ours: there a mistake and what isn't covered look the same.
    """

    def __init__(self, text: str, tokens: tuple[Token, ...]) -> None:
        self.text = text
        self.tokens = tokens
        self.index = 0
        self.token = tokens[0]
        self.depth = 0
        self.in_server_statement = False

    @property
    def place(self) -> Place:
        return Place(self.token.line, self.token.column)

    def peek(self, ahead: int = 1) -> Token:
        return self.tokens[min(self.index + ahead, len(self.tokens) - 1)]

    def advance(self) -> Token:
        token = self.token
        if token.kind is not TokenKind.END:
            self.index += 1
            self.token = self.tokens[self.index]
        return token

    def at(self, *words: str) -> bool:
        """Do these keywords or symbols come next, in this order?"""
        if self.token.upper != words[0]:
            return False
        return all(self.peek(ahead).upper == word for ahead, word in enumerate(words[1:], 1))

    def at_any(self, *words: str) -> bool:
        return self.token.upper in words

    def accept(self, *words: str) -> bool:
        if not self.at(*words):
            return False
        for _ in words:
            self.advance()
        return True

    def expect(self, *words: str) -> None:
        for word in words:
            if self.token.upper != word:
                raise self.unexpected(f"where {word} was expected")
            self.advance()

    def accept_any(self, *words: str) -> str | None:
        """The one of these keywords that comes next, taken; None when none of them does."""
        return self.advance().upper if self.token.upper in words else None

    def expect_any(self, *words: str) -> str:
        found = self.accept_any(*words)
        if found is None:
            raise self.unexpected(f"where one of {', '.join(words)} was expected")
        return found

    def token_at(self, place: Place) -> Token:
        """The token that starts at a node's place."""
        return next(token for token in self.tokens if (token.line, token.column) == (place.line, place.column))

    def at_name(self) -> bool:
        return self.token.kind is TokenKind.QUOTED or (
            self.token.kind is TokenKind.WORD and self.token.upper not in RESERVED
        )

    def name(self) -> str:
        """A quoted name, or an unquoted one that is no reserved word."""
        if not self.at_name():
            raise self.unexpected("where a name was expected")
        if not self.token.text:
            raise self.refusal("a name without characters")
        return self.advance().text

    def string(self) -> str:
        if self.token.kind not in (TokenKind.STRING, TokenKind.NATIONAL):
            raise self.unexpected("where a string was expected")
        return self.advance().text

    def integer(self) -> int:
        if self.token.kind is not TokenKind.INTEGER:
            raise self.unexpected("where a whole number was expected")
        return int(self.advance().text)

    def dotted_name(self, most: int) -> tuple[str, ...]:
        parts = [self.name()]
        while self.at("."):
            self.advance()
            if self.at("."):  # database..object: the default schema
                parts.append("")
                continue
            parts.append(self.name())
        if len(parts) > most:
            raise self.refusal(f"a name of {len(parts)} parts")
        return tuple(parts)

    def refusal(self, construct: str, place: Place | None = None) -> Unsupported:
        where = place or self.place
        return Unsupported(construct, self.text, where.line, where.column)

    def unexpected(self, where: str) -> Unsupported | SqlError:
        """What the token at hand is: not covered, or a syntax error."""
        ends = self.token.kind is TokenKind.END
        before = self.tokens[self.index - 1]
        if self.token.upper == "." and before.upper != ")" and before.kind is not TokenKind.VARIABLE:
            return self.syntax_error()  # else it is the method of a value
        if self.token.upper in _NOT_COVERED or (self.in_server_statement and not ends):
            return self.not_covered(where)
        return self.syntax_error()

    def not_covered(self, where: str) -> Unsupported:
        return self.refusal(f"{self._shown()} {where}")

    def syntax_error(self, token: Token | None = None) -> SqlError:
        """156 near a keyword, 102 near anything else; at the end of the batch the last token is named."""
        near = token or self.token
        if near.kind is TokenKind.END:
            near = self.tokens[max(0, self.index - 1)]
            return self._near(102, f"Incorrect syntax near '{near.text}'.", near)
        if near.kind is TokenKind.WORD and near.upper in RESERVED:
            return self._near(156, f"Incorrect syntax near the keyword '{near.text}'.", near)
        return self._near(102, f"Incorrect syntax near '{near.text}'.", near)

    @staticmethod
    def _near(number: int, text: str, token: Token) -> SqlError:
        return SqlError(number, text, batch_aborting=True).at(token.line)

    def _shown(self) -> str:
        if self.token.kind is TokenKind.END:
            return "the end of the batch"
        return f"'{self.text[self.token.start : self.token.end][:60]}'"
