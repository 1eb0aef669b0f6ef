"""Logger, Metrics and Tracer, made at the first call: a handler's import reads no environment."""

import logging
from collections.abc import Callable
from functools import cache, wraps
from typing import Any, TypeAlias

from aws_lambda_powertools import Logger, Metrics, Tracer
from aws_lambda_powertools.metrics import MetricUnit
from aws_lambda_powertools.utilities.typing import LambdaContext

from adapters.short_names import short_names

Handler: TypeAlias = Callable[[dict[str, Any], LambdaContext], dict[str, Any]]


@cache
def logger() -> Logger:
    """Structured log; service and level come from the POWERTOOLS_* variables.

    Where the owner wants ids in the place of names its lines name no people; other names whoever logs them shortens.
    """
    made = Logger()
    made.addFilter(_without_people)
    return made


def _without_people(record: logging.LogRecord) -> bool:
    short = short_names()
    if short.key is not None:
        record.msg, record.args = short.text(record.getMessage()), ()
    return True


@cache
def metrics() -> Metrics:
    """Metrics in CloudWatch's embedded format."""
    return Metrics()


@cache
def tracer() -> Tracer:
    """X-Ray segments; silent outside Lambda and where POWERTOOLS_TRACE_DISABLED says so."""
    return Tracer()


def count(name: str, value: int = 1) -> None:
    """Adds to a metric that counts."""
    metrics().add_metric(name=name, unit=MetricUnit.Count, value=value)


def instrumented(handle: Handler) -> Handler:
    """The handler with request id in each log line, a trace segment, and its metrics flushed whatever happens."""

    @wraps(handle)
    def call(event: dict[str, Any], context: LambdaContext) -> dict[str, Any]:
        log = logger()
        log.append_keys(function_request_id=getattr(context, "aws_request_id", None))
        try:
            if tracer().disabled:
                return handle(event, context)
            with tracer().provider.in_subsegment(name=f"## {handle.__module__}"):
                return handle(event, context)
        except Exception:
            log.exception("the handler failed")
            count("HandlerFailed")
            raise
        finally:
            if metrics().metric_set:
                metrics().flush_metrics()

    return call
