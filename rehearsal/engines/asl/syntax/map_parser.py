"""A Map's definition: inline, or distributed over child executions.

Source: pages "Using Map state in Distributed mode", "ItemReader", "ItemBatcher" and "ResultWriter".
"""

from rehearsal.engines.asl.errors import InvalidDefinitionError, UnsupportedDefinitionError
from rehearsal.engines.asl.syntax.fields import Fields
from rehearsal.engines.asl.syntax.state_fields import (
    FLOWING,
    HANDLED,
    NOTHING,
    RESULT,
    ParseFlow,
    allow,
    next_state,
    parse_assign,
    parse_catch,
    parse_retry,
)
from rehearsal.engines.asl.syntax.states import (
    SECONDS_MAX,
    Distribution,
    InputType,
    ItemBatcher,
    ItemReader,
    MapState,
    ResultWriter,
)
from rehearsal.engines.asl.syntax.template import Literal

CONCURRENCY_MAX = 10_000
LABEL_MAX = 40
ITEMS_MAX = 100_000_000
BATCH_BYTES_MAX = 256 * 1024

_DISTRIBUTED_ONLY = ("ItemReader", "ItemBatcher", "ResultWriter", "Label")
_DELIMITERS = {"COMMA": ",", "PIPE": "|", "SEMICOLON": ";", "SPACE": " ", "TAB": "\t"}


def parse_map(name: str, fields: Fields, parse_flow: ParseFlow) -> MapState:
    """Raises InvalidDefinitionError for what AWS refuses, UnsupportedDefinitionError for what isn't covered here."""
    own = {"Items", "ItemSelector", "ItemProcessor", "MaxConcurrency", "Iterator"}
    tolerated = {"ToleratedFailureCount", "ToleratedFailurePercentage"}
    allow(fields, FLOWING | HANDLED | own | tolerated | set(_DISTRIBUTED_ONLY))
    items = fields.template("Items", "Items", NOTHING)
    if isinstance(items, Literal) and not isinstance(items.value, list):
        raise InvalidDefinitionError("The field 'Items' must be an array or an expression", fields.at("Items"))
    # Iterator is ItemProcessor's name of before there were distributed Maps.
    states = "Iterator" if "Iterator" in fields else "ItemProcessor"
    if states == "Iterator" and "ItemProcessor" in fields:
        raise InvalidDefinitionError("A Map takes exactly one of [ItemProcessor, Iterator]", fields.location)
    processor = dict(Fields(fields.require(states), fields.at(states)).raw)
    config = Fields(processor.pop("ProcessorConfig", {}), f"{fields.at(states)}/ProcessorConfig")
    config.allow({"Mode", "ExecutionType"})
    return MapState(
        name=name,
        next=next_state(fields),
        items=items,
        item_selector=fields.template("ItemSelector", "ItemSelector", NOTHING),
        max_concurrency=fields.seconds("MaxConcurrency", least=0, most=CONCURRENCY_MAX),
        tolerated_failure_count=fields.seconds("ToleratedFailureCount", least=0, most=SECONDS_MAX),
        tolerated_failure_percentage=fields.seconds("ToleratedFailurePercentage", least=0, most=100),
        processor=parse_flow(processor, fields.at(states)),
        distribution=_distribution(name, fields, config),
        output=fields.template("Output", "Output", RESULT),
        assign=parse_assign(fields, "Assign", RESULT),
        retry=parse_retry(fields),
        catch=parse_catch(fields),
    )


def _distribution(name: str, fields: Fields, config: Fields) -> Distribution | None:
    if config.choice("Mode", ("INLINE", "DISTRIBUTED"), "INLINE") == "INLINE":
        for field in _DISTRIBUTED_ONLY:
            if field in fields:
                raise InvalidDefinitionError(f"The field '{field}' takes the Mode DISTRIBUTED", fields.at(field))
        return None
    config.require("ExecutionType")
    config.choice("ExecutionType", ("STANDARD", "EXPRESS"), "STANDARD")
    if "ItemReader" in fields and "Items" in fields:
        raise InvalidDefinitionError("A Map takes at most one of [Items, ItemReader]", fields.location)
    label = fields.text("Label") if "Label" in fields else name.replace(" ", "")[:LABEL_MAX]
    if len(label) > LABEL_MAX:
        raise InvalidDefinitionError(f"A Label has at most {LABEL_MAX} characters", fields.at("Label"))
    return Distribution(
        label=label,
        reader=_reader(Fields(fields.raw["ItemReader"], fields.at("ItemReader"))) if "ItemReader" in fields else None,
        batcher=(
            _batcher(Fields(fields.raw["ItemBatcher"], fields.at("ItemBatcher"))) if "ItemBatcher" in fields else None
        ),
        writer=(
            _writer(Fields(fields.raw["ResultWriter"], fields.at("ResultWriter"))) if "ResultWriter" in fields else None
        ),
    )


def _reader(fields: Fields) -> ItemReader:
    fields.allow({"Resource", "Arguments", "ReaderConfig"}, jsonpath={"Parameters"})
    config = Fields(fields.raw.get("ReaderConfig", {}), fields.at("ReaderConfig"))
    config.allow(
        {"InputType", "CSVHeaderLocation", "CSVHeaders", "CSVDelimiter", "MaxItems", "ItemsPointer"},
        jsonpath={"MaxItemsPath"},
    )
    resource = fields.text("Resource")
    lists = resource.endswith(":s3:listObjectsV2")
    if not lists and not resource.endswith(":s3:getObject"):
        raise InvalidDefinitionError(f"An ItemReader can't read with {resource}", fields.at("Resource"))
    if lists == ("InputType" in config):
        raise InvalidDefinitionError("InputType goes with s3:getObject, and only with it", config.location)
    if config.raw.get("InputType") in ("MANIFEST", "PARQUET"):
        raise UnsupportedDefinitionError(f"InputType {config.raw['InputType']} isn't supported", config.at("InputType"))
    kind = InputType(config.choice("InputType", tuple(InputType), InputType.OBJECTS))
    header = None
    if kind is InputType.CSV:
        config.require("CSVHeaderLocation")
        if config.choice("CSVHeaderLocation", ("FIRST_ROW", "GIVEN"), "GIVEN") == "GIVEN":
            header = tuple(config.array("CSVHeaders"))
    return ItemReader(
        resource=resource,
        arguments=fields.template("Arguments", "ItemReader/Arguments", NOTHING),
        input_type=kind,
        csv_header=header,
        csv_delimiter=_DELIMITERS[config.choice("CSVDelimiter", tuple(_DELIMITERS), "COMMA")],
        items_pointer=config.optional_text("ItemsPointer"),
        max_items=config.seconds("MaxItems", least=0, most=ITEMS_MAX),
    )


def _batcher(fields: Fields) -> ItemBatcher:
    fields.allow({"MaxItemsPerBatch", "MaxInputBytesPerBatch", "BatchInput"})
    if not {"MaxItemsPerBatch", "MaxInputBytesPerBatch"} & fields.raw.keys():
        raise InvalidDefinitionError(
            "An ItemBatcher takes MaxItemsPerBatch, MaxInputBytesPerBatch or both", fields.location
        )
    return ItemBatcher(
        max_items=fields.seconds("MaxItemsPerBatch", least=1, most=ITEMS_MAX),
        max_bytes=fields.seconds("MaxInputBytesPerBatch", least=1, most=BATCH_BYTES_MAX),
        batch_input=fields.template("BatchInput", "ItemBatcher/BatchInput", NOTHING),
    )


def _writer(fields: Fields) -> ResultWriter:
    fields.allow({"Resource", "Arguments", "WriterConfig"}, jsonpath={"Parameters"})
    config = Fields(fields.raw.get("WriterConfig", {}), fields.at("WriterConfig"))
    config.allow({"Transformation", "OutputType"})
    resource = fields.optional_text("Resource")
    if resource is None and not config.raw:
        raise InvalidDefinitionError("A ResultWriter takes Resource, WriterConfig or both", fields.location)
    if resource is not None and not resource.endswith(":s3:putObject"):
        raise InvalidDefinitionError(f"A ResultWriter can't write with {resource}", fields.at("Resource"))
    if resource is not None:
        fields.require("Arguments")
    return ResultWriter(
        resource=resource,
        arguments=fields.template("Arguments", "ResultWriter/Arguments", NOTHING),
        transformation=config.choice("Transformation", ("NONE", "COMPACT", "FLATTEN"), "NONE"),
        lines=config.choice("OutputType", ("JSON", "JSONL"), "JSON") == "JSONL",
    )
