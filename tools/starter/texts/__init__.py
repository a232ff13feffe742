"""Conversations without a picture: questions about a passage, and small talk."""

from random import Random

from . import passages, talk
from .passages import Turn


def draw(rng: Random) -> list[Turn]:
    return passages.draw(rng) if rng.random() < 0.9 else talk.draw(rng)
