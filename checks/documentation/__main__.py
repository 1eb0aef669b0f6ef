"""`python -m checks.documentation`: renews the pages of docs/ that are written from the code."""

from checks.documentation.pages import write

write()
