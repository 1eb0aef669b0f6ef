"""Stored procedures and what signs them: CREATE OR ALTER PROCEDURE, certificates, signatures, users.

Source: CREATE PROCEDURE, CREATE/ALTER/DROP/BACKUP CERTIFICATE, CREATE MASTER KEY, ADD SIGNATURE, CREATE USER
(Transact-SQL).
"""

from __future__ import annotations

from rehearsal.engines.tsql.errors import SqlError
from rehearsal.engines.tsql.syntax import statements
from rehearsal.engines.tsql.syntax.lexer import TokenKind
from rehearsal.engines.tsql.syntax.nodes import Name, Place
from rehearsal.engines.tsql.syntax.query_parser import QueryParser
from rehearsal.engines.tsql.syntax.statements import Statement
from rehearsal.engines.tsql.values.types import SqlType


class ModuleParser(QueryParser):
    """The part of the parser for procedures and their signatures."""

    def create_procedure(self, place: Place) -> Statement:
        """The rest of the batch is its body: it is kept as text, with its lines, and compiled when it runs."""
        if self.index:
            raise SqlError(
                111, "'CREATE/ALTER PROCEDURE' must be the first statement in a query batch.", batch_aborting=True
            ).at(place.line)
        self.expect("CREATE")
        or_alter = self.accept("OR", "ALTER")
        self.expect_any("PROCEDURE", "PROC")
        name = self.dotted_name(most=2)
        parameters: list[tuple[str, SqlType]] = []
        while self.token.kind is TokenKind.VARIABLE:
            variable = self.advance().text.lower()
            self.accept("AS")
            parameters.append((variable, self.type_name(default_length=1)))
            if self.at_any("=", "OUTPUT", "OUT", "READONLY"):
                raise self.not_covered("in the parameters of a procedure")
            if not self.accept(","):
                break
        self.expect("AS")
        body = "\n" * (self.token.line - 1) + self.text[self.token.start :]
        while self.token.kind is not TokenKind.END:
            self.advance()
        return statements.CreateProcedure(
            place=place, name=name, parameters=tuple(parameters), body=body, or_alter=or_alter
        )

    def module_statement(self, place: Place) -> Statement:
        match self.advance().upper, self.advance().upper:
            case ("CREATE", "MASTER"):
                self.expect("KEY", "ENCRYPTION", "BY", "PASSWORD", "=")
                return statements.CreateMasterKey(place=place, password=self.string())
            case ("BACKUP", "CERTIFICATE"):
                certificate = self.name()
                self.expect("TO")
                file, key_file, password = self._certificate_files("ENCRYPTION")
                return statements.BackupCertificate(
                    place=place, certificate=certificate, file=file, key_file=key_file, password=password
                )
            case ("CREATE", "CERTIFICATE"):
                certificate = self.name()
                if self.accept("FROM"):
                    file, key_file, password = self._certificate_files("DECRYPTION")
                    return statements.RestoreCertificate(
                        place=place, certificate=certificate, file=file, key_file=key_file, password=password
                    )
                self.expect("ENCRYPTION", "BY", "PASSWORD", "=")
                password = self.string()
                self.expect("WITH", "SUBJECT", "=")
                subject = self.string()
                if self.accept(","):
                    self.expect("EXPIRY_DATE", "=")
                    self.string()
                return statements.CreateCertificate(
                    place=place, certificate=certificate, password=password, subject=subject
                )
            case ("ALTER", "CERTIFICATE"):
                certificate = self.name()
                self.expect("REMOVE", "PRIVATE", "KEY")
                return statements.AlterCertificate(place=place, certificate=certificate)
            case ("DROP", "CERTIFICATE"):
                return statements.DropCertificate(place=place, certificate=self.name())
            case ("ADD", "SIGNATURE"):
                return self._add_signature(place)
            case _:
                user = self.name()
                self.expect("FOR", "LOGIN")
                return statements.CreateUser(place=place, user=user, login=self.name())

    def _certificate_files(self, purpose: str) -> tuple[str, str, str]:
        """The certificate's file, its private key's, and the password of that one."""
        self.expect("FILE", "=")
        file = self.string()
        self.expect("WITH", "PRIVATE", "KEY", "(", "FILE", "=")
        key_file = self.string()
        self.expect(",", purpose, "BY", "PASSWORD", "=")
        password = self.string()
        self.expect(")")
        return file, key_file, password

    def _add_signature(self, place: Place) -> Statement:
        self.expect("TO")
        self.accept("OBJECT", "::")
        module: Name = self.dotted_name(most=2)
        self.expect("BY", "CERTIFICATE")
        certificate = self.name()
        self.expect("WITH", "PASSWORD", "=")
        return statements.AddSignature(place=place, module=module, certificate=certificate, password=self.string())
