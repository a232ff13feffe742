"""Where things are: in the picture, and beside each other.

Questions are asked only where the answer is clear, not where a pixel more or less would change it.
"""

from dataclasses import dataclass
from random import Random

from ..canvas import Box, Canvas
from ..names import with_article
from .example import Turn

# In shares of the picture's width and height.
FIRST_THIRD, LAST_THIRD = 0.36, 0.64
CLEAR_MARGIN = 0.04
CLEARLY_BESIDE = 0.14
CLEARLY_IN_ORDER = 0.07


@dataclass(frozen=True)
class Placed:
    noun: str
    x: float  # centre, 0 at the left edge to 1 at the right
    y: float
    size: float


def placed(canvas: Canvas, noun: str, box: Box) -> Placed:
    return Placed(noun, *canvas.place(box), box.width)


def is_in_clear_order(things: list[Placed]) -> bool:
    """Whether anybody would list them from left to right in the same order."""
    ordered = sorted(thing.x for thing in things)
    return all(right - left > CLEARLY_IN_ORDER for left, right in zip(ordered, ordered[1:]))


def zone(thing: Placed) -> str | None:
    """ "top left", "bottom", "middle" …; None near the line between two of them."""
    for value in (thing.x, thing.y):
        if any(abs(value - line) < CLEAR_MARGIN for line in (FIRST_THIRD, LAST_THIRD)):
            return None
    row = "top" if thing.y < FIRST_THIRD else "bottom" if thing.y > LAST_THIRD else ""
    column = "left" if thing.x < FIRST_THIRD else "right" if thing.x > LAST_THIRD else ""
    return f"{row} {column}".strip() or "middle"


def zone_question(rng: Random, thing: Placed) -> list[Turn]:
    where = zone(thing)
    if where is None:
        return []
    question = rng.choice([f"Where is the {thing.noun}?", f"In which part is the {thing.noun}?"])
    return [(question, f"The {thing.noun} is in the {where}.")]


def neighbour_questions(rng: Random, ordered: list[Placed]) -> list[Turn]:
    """ "What is to the left of the dog?" where only one thing is; the things in order from left to right."""
    side, of, answer = ("left", *ordered[1::-1]) if rng.random() < 0.5 else ("right", *ordered[-2:])
    if abs(answer.x - of.x) < CLEARLY_BESIDE:
        return []
    question = f"What is to the {side} of the {of.noun}?"
    return [(question, f"To the {side} of the {of.noun} there is {with_article(answer.noun)}.")]


def side_questions(rng: Random, ordered: list[Placed]) -> list[Turn]:
    """ "Is the dog to the left of the car?", answered yes or no equally often."""
    one, other = rng.sample(ordered, 2)
    if abs(one.x - other.x) < CLEARLY_BESIDE:
        return []
    actual, opposite = ("left", "right") if one.x < other.x else ("right", "left")
    if rng.random() < 0.5:
        return [(f"Is the {one.noun} to the {actual} of the {other.noun}?", "Yes, it is.")]
    return [(f"Is the {one.noun} to the {opposite} of the {other.noun}?", f"No, it is to the {actual}.")]


def height_question(rng: Random, things: list[Placed]) -> list[Turn]:
    ordered = sorted(things, key=lambda thing: thing.y)
    top, bottom = ordered[0], ordered[-1]
    if rng.random() < 0.5:
        clear = ordered[1].y - top.y > CLEARLY_BESIDE
        return [("What is at the top?", f"At the top there is {with_article(top.noun)}.")] if clear else []
    clear = bottom.y - ordered[-2].y > CLEARLY_BESIDE
    return [("What is at the bottom?", f"At the bottom there is {with_article(bottom.noun)}.")] if clear else []
