"""Every kind of picture, each drawn with true questions and answers about it."""

from random import Random

from . import charts, counting, objects, plates, receipts, shapes, signs, unnamed, windows
from .example import Example

# What is drawn how often. A new kind is a file with a function and a row here.
KINDS = [
    (objects.draw, 38),
    (counting.draw, 28),
    (shapes.draw, 40),
    (signs.draw, 30),
    (unnamed.draw, 12),
    (unnamed.draw_clutter, 2),
    (charts.draw, 2),
    (windows.draw, 2),
    (receipts.draw, 1),
    (plates.draw, 1),
]


def draw(rng: Random) -> Example:
    (kind,) = rng.choices([kind for kind, _ in KINDS], [weight for _, weight in KINDS])
    return kind(rng)
