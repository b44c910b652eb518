"""The generator behind choochoo's recorded seeds: RC4 keyed with the text of a seed, doubles from its bytes."""

from __future__ import annotations

WIDTH = 256
_CHUNKS, _SIGNIFICANT, _OVERFLOW = 6, 2**52, 2**53


class SeedRandom:
    """A fresh generator for one seed."""

    def __init__(self, seed: str) -> None:
        key: dict[int, int] = {}
        smear = 0
        for position, character in enumerate(seed):
            slot = position % WIDTH
            smear ^= key.get(slot, 0) * 19
            key[slot] = (smear + ord(character)) % WIDTH
        text = [key[slot] for slot in range(len(key))] or [0]
        state = list(range(WIDTH))
        j = 0
        for i in range(WIDTH):
            j = (j + text[i % len(text)] + state[i]) % WIDTH
            state[i], state[j] = state[j], state[i]
        self._state, self._i, self._j = state, 0, 0
        for _ in range(WIDTH):
            self._byte()

    def _byte(self) -> int:
        state = self._state
        self._i = (self._i + 1) % WIDTH
        self._j = (self._j + state[self._i]) % WIDTH
        state[self._i], state[self._j] = state[self._j], state[self._i]
        return state[(state[self._i] + state[self._j]) % WIDTH]

    def double(self) -> float:
        """Give the next double in [0, 1)."""
        number, scale, extra = 0, WIDTH**_CHUNKS, 0
        for _ in range(_CHUNKS):
            number = number * WIDTH + self._byte()
        while number < _SIGNIFICANT:
            number, scale, extra = (number + extra) * WIDTH, scale * WIDTH, self._byte()
        while number >= _OVERFLOW:
            number, scale, extra = number // 2, scale // 2, extra >> 1
        return float((number + extra) / scale)

    def below(self, bound: int) -> int:
        """Give a whole number from 0 to `bound` - 1."""
        return int(self.double() * bound)
