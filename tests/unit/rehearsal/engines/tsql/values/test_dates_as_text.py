"""Dates and times as text in every style, and every form of text that is read as one."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, timezone

import pytest

MOMENT = "'2026-02-03 16:05:06.789'"


@pytest.mark.parametrize(
    ("style", "text"),
    [
        (0, "Feb  3 2026  4:05PM"), (1, "02/03/26"), (2, "26.02.03"), (3, "03/02/26"), (4, "03.02.26"),
        (5, "03-02-26"), (6, "03 Feb 26"), (7, "Feb 03, 26"), (8, "16:05:06"), (9, "Feb  3 2026  4:05:06:790PM"),
        (10, "02-03-26"), (11, "26/02/03"), (12, "260203"), (13, "03 Feb 2026 16:05:06:790"), (14, "16:05:06:790"),
        (20, "2026-02-03 16:05:06"), (21, "2026-02-03 16:05:06.790"), (22, "02/03/26  4:05:06 PM"),
        (23, "2026-02-03"), (100, "Feb  3 2026  4:05PM"), (101, "02/03/2026"), (102, "2026.02.03"),
        (103, "03/02/2026"), (104, "03.02.2026"), (105, "03-02-2026"), (106, "03 Feb 2026"), (107, "Feb 03, 2026"),
        (108, "16:05:06"), (109, "Feb  3 2026  4:05:06:790PM"), (110, "02-03-2026"), (111, "2026/02/03"),
        (112, "20260203"), (113, "03 Feb 2026 16:05:06:790"), (114, "16:05:06:790"), (120, "2026-02-03 16:05:06"),
        (121, "2026-02-03 16:05:06.790"), (126, "2026-02-03T16:05:06.790"), (127, "2026-02-03T16:05:06.790"),
    ],
)  # fmt: skip
def test_every_style_of_datetime(scalar, style, text):
    assert scalar(f"CONVERT(varchar(40), CAST({MOMENT} AS datetime), {style})") == text
    assert scalar(f"CONVERT(varchar(40), CAST({MOMENT} AS datetime), @style)", style=_int(style)) == text


def _int(value):
    from rehearsal.engines.tsql.values import types as t

    return t.INT, value


@pytest.mark.parametrize(
    ("kind", "style", "text"),
    [
        ("datetime2(3)", "", "2026-02-03 16:05:06.789"),
        ("datetime2", "", "2026-02-03 16:05:06.7890000"),
        ("datetime2(0)", ", 126", "2026-02-03T16:05:07"),
        ("date", "", "2026-02-03"),
        ("date", ", 101", "02/03/2026"),
        ("time(2)", "", "16:05:06.79"),
        ("time", ", 108", "16:05:06"),
        ("smalldatetime", "", "Feb  3 2026  4:05PM"),
        ("smalldatetime", ", 121", "2026-02-03 16:05:00.000"),
        ("datetimeoffset(0)", "", "2026-02-03 16:05:07 +00:00"),
        ("datetimeoffset(0)", ", 127", "2026-02-03T16:05:07Z"),
    ],
)
def test_the_other_types_have_their_own_defaults(scalar, kind, style, text):
    assert scalar(f"CONVERT(varchar(40), CAST({MOMENT} AS {kind}){style})") == text


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("20260203", datetime(2026, 2, 3)),
        ("2026-02-03", datetime(2026, 2, 3)),
        ("2026/2/3 4:05", datetime(2026, 2, 3, 4, 5)),
        ("2026-02-03T04:05:06", datetime(2026, 2, 3, 4, 5, 6)),
        ("2026-02-03T04:05:06.007Z", datetime(2026, 2, 3, 4, 5, 6, 7000)),
        ("20260203 04:05:06.1", datetime(2026, 2, 3, 4, 5, 6, 100000)),
        ("2/3/2026", datetime(2026, 2, 3)),
        ("02-03-26 4:05PM", datetime(2026, 2, 3, 16, 5)),
        ("Feb 3, 2026 12:00 AM", datetime(2026, 2, 3)),
        ("3 February 2026", datetime(2026, 2, 3)),
        ("4:05", datetime(1900, 1, 1, 4, 5)),
        ("4 PM", datetime(1900, 1, 1, 16)),
        ("01:02:03:045", datetime(1900, 1, 1, 1, 2, 3, 47000)),
        ("", datetime(1900, 1, 1)),
    ],
)
def test_text_is_read_as_datetime(scalar, text, moment):
    assert scalar(f"CAST('{text}' AS datetime)") == moment


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("CONVERT(datetime, '03/02/2026', 103)", datetime(2026, 2, 3)),
        ("CONVERT(date, '03.02.26', 4)", date(2026, 2, 3)),
        ("CAST('2026-02-03 04:05:06.1234567' AS datetime2)", datetime(2026, 2, 3, 4, 5, 6, 123456)),
        ("CAST('16:05:06.789' AS time(1))", time(16, 5, 6, 800000)),
        ("CAST('2026-02-03 04:05:31' AS smalldatetime)", datetime(2026, 2, 3, 4, 6)),
        (
            "CAST('2026-02-03 04:05:06 +02:00' AS datetimeoffset)",
            datetime(2026, 2, 3, 4, 5, 6, tzinfo=timezone(timedelta(hours=2))),
        ),
        ("CAST('2026-02-03T04:05:06Z' AS datetimeoffset)", datetime(2026, 2, 3, 4, 5, 6, tzinfo=UTC)),
        ("CAST(GETDATE() AS date)", date(2026, 2, 3)),
        ("CAST(CAST('04:05' AS time) AS datetime)", datetime(1900, 1, 1, 4, 5)),
        ("GETDATE() + 1.5", datetime(2026, 2, 4, 16, 5, 6, 790000)),
        ("CAST('2026-02-03' AS datetime) - CAST('2026-02-01' AS datetime)", datetime(1900, 1, 3)),
        ("CAST(0.5 AS datetime)", datetime(1900, 1, 1, 12)),
        ("CAST(CAST('1900-01-02 12:00' AS datetime) AS float)", 1.5),
        ("TRY_CAST('2026-02-30' AS date)", None),
        ("ISDATE('2026-02-28')", 1),
        ("ISDATE('2026-02-30')", 0),
        ("EOMONTH('2024-02-03')", date(2024, 2, 29)),
        ("EOMONTH('2024-01-31', -2)", date(2023, 11, 30)),
        ("DATENAME(weekday, '2026-02-03')", "Tuesday"),
        ("DATENAME(month, '2026-02-03')", "February"),
        ("DATEPART(week, '2026-02-03')", 6),
        ("DATEPART(iso_week, '2026-01-01')", 1),
        ("DATEPART(weekday, '2026-02-03')", 3),
        ("DATEADD(month, 1, '2026-01-31')", datetime(2026, 2, 28)),
        ("DATEDIFF(year, '2025-12-31', '2026-01-01')", 1),
        ("DATEDIFF(hour, '04:59', '05:01')", 1),
        ("DATEDIFF_BIG(ms, '1900-01-01', '2026-01-01')", 3976214400000),
        ("DATETRUNC(quarter, CAST('2026-05-03 01:02' AS datetime2))", datetime(2026, 4, 1)),
        ("SYSUTCDATETIME() AT TIME ZONE 'UTC'", datetime(2026, 2, 3, 4, 5, 6, 789000, tzinfo=UTC)),
        ("DATETIMEFROMPARTS(2026, 2, 3, 4, 5, 6, 789)", datetime(2026, 2, 3, 4, 5, 6, 790000)),
    ],
)
def test_conversions_and_functions(scalar, expression, value):
    assert scalar(expression) == value


@pytest.mark.parametrize(
    ("expression", "number"),
    [
        ("CAST('2026-02-03 04:05:06.7890' AS datetime)", 241),
        ("CAST('2026-02-30' AS datetime)", 242),
        ("CAST('2026-02-30' AS date)", 241),
        ("CAST('1700-01-01' AS datetime)", 242),
        ("CAST('x' AS smalldatetime)", 295),
        ("CAST('04:05 +02:00' AS datetime)", 241),
        ("DATEADD(hour, 1, CAST('2026-02-03' AS date))", 9810),
        ("DATEADD(year, 8000, GETDATE())", 517),
        ("DATEDIFF(ms, '1900-01-01', '2026-01-01')", 535),
        ("DATEFROMPARTS(2026, 2, 30)", 289),
        ("CAST(CAST('2026-02-03' AS date) AS int)", 529),
        ("CAST('2026-02-03' AS date) - 1", 206),
        ("SYSDATETIME() - SYSDATETIME()", 8117),
        ("CONVERT(varchar(30), CAST('2026-02-03' AS date), 108)", 281),
    ],
)
def test_what_is_no_date(error, expression, number):
    assert error(f"SELECT {expression}") == number
