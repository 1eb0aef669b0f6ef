"""AWS errors as exceptions of the same name, since Step Functions retries and catches by the exception's name."""

from botocore.exceptions import ClientError


def code_of(error: ClientError) -> str:
    """AWS's own code of an error."""
    return error.response.get("Error", {}).get("Code", "Unknown")


def was_repeated(error: ClientError) -> bool:
    """Whether botocore repeated the call by itself: an earlier try may have been taken, its answer lost."""
    metadata = error.response.get("ResponseMetadata")
    return metadata is None or metadata.get("RetryAttempts") != 0


def named(error: ClientError) -> Exception:
    """An exception whose class is called as AWS calls the error (Lambda reports the class name as errorType)."""
    code = code_of(error)
    identifier = code.replace(".", "_").replace(":", "_")
    if not identifier.isidentifier():
        identifier = "AwsError"
    message = error.response.get("Error", {}).get("Message", str(error))
    failure: type[Exception] = type(identifier, (Exception,), {"__doc__": "An AWS error under its own code."})
    return failure(f"{code}: {message}")
