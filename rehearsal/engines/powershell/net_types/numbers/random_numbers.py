"""System.Random: with a seed .NET Framework's own sequence (Knuth's subtractive generator), without one the host's."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import net_constructor, net_method
from rehearsal.engines.powershell.objects.type_table import net_type
from rehearsal.engines.powershell.objects.values import NetObject, PSArray

_BIG = 2**31 - 1
_SEED = 161803398


class _Subtractive:
    """.NET Framework's Random(seed): 55 numbers, each new one a difference of two."""

    def __init__(self, seed: int) -> None:
        start = _BIG if seed == -(2**31) else abs(seed)
        mj = _SEED - start
        mk = 1
        state = [0] * 56
        state[55] = mj
        for index in range(1, 55):
            place = 21 * index % 55
            state[place] = mk
            mk = mj - mk
            if mk < 0:
                mk += _BIG
            mj = state[place]
        for _ in range(4):
            for index in range(1, 56):
                difference = state[index] - state[1 + (index + 30) % 55]
                # .NET's Int32 wraps around here
                difference = (difference + 2**31) % 2**32 - 2**31
                state[index] = difference + _BIG if difference < 0 else difference
        self.state = state
        self.one, self.other = 0, 21

    def number(self) -> int:
        """0 up to 2**31 - 2."""
        self.one = 1 if self.one >= 55 else self.one + 1
        self.other = 1 if self.other >= 55 else self.other + 1
        made = self.state[self.one] - self.state[self.other]
        if made == _BIG:
            made -= 1
        if made < 0:
            made += _BIG
        self.state[self.one] = made
        return made


class _FromHost:
    """The host's random source."""

    def __init__(self, run: Any) -> None:
        self.run = run

    def number(self) -> int:
        """0 up to 2**31 - 2."""
        return int(self.run.host.random.randrange(_BIG))


@net_type("System.Random")
class Random(NetObject):
    """A generator of its own."""

    def __init__(self, source: _Subtractive | _FromHost) -> None:
        self.source = source

    @net_constructor(context=True)
    def _make(run: Any) -> Random:
        return Random(_FromHost(run))

    @net_constructor("int")
    def _seeded(seed: int) -> Random:
        return Random(_Subtractive(seed))

    def _sample(self) -> float:
        return self.source.number() * (1.0 / _BIG)

    @net_method("Next", returns="int")
    def next(self) -> int:
        return self.source.number()

    @net_method("Next", "int", returns="int")
    def next_below(self, high: int) -> int:
        if high < 0:
            raise PSException(
                "System.ArgumentOutOfRangeException",
                "'maxValue' must be greater than zero.\r\nParameter name: maxValue",
            )
        return int(self._sample() * high)

    @net_method("Next", "int", "int", returns="int")
    def next_between(self, low: int, high: int) -> int:
        if low > high:
            raise PSException(
                "System.ArgumentOutOfRangeException",
                "'minValue' cannot be greater than maxValue.\r\nParameter name: minValue",
            )
        if high - low > _BIG:
            from rehearsal.engines.powershell.objects.errors import Unsupported

            raise Unsupported("[Random].Next() over more than Int32.MaxValue numbers")
        return int(self._sample() * (high - low)) + low

    @net_method("NextDouble", returns="double")
    def next_double(self) -> float:
        return self._sample()

    @net_method("NextBytes", "byte[]", returns="void")
    def next_bytes(self, target: PSArray) -> None:
        from rehearsal.engines.powershell.objects.numbers import Byte

        target.items[:] = [Byte(self.source.number() % 256) for _ in target.items]
