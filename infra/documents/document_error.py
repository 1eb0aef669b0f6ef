"""What is raised when a document can't be built."""


class DocumentError(Exception):
    """A document can't be built; the text names the file and what is wrong."""
