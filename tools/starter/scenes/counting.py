"""The same thing several times."""

from random import Random

from ..canvas import Canvas, some_aspect
from ..glyphs import any_thing
from ..names import NUMBERS, THING_CLASS, plural, with_article
from .example import Example, background_question, caption, presence

MOST = 6


def draw(rng: Random, count: int | None = None) -> Example:
    count = count or rng.randint(1, MOST)
    thing = any_thing(rng)
    size = rng.uniform(34, 56)
    while True:
        canvas = Canvas(rng, some_aspect(rng, extreme=1.6))
        glyph = rng.choice(thing.glyphs)
        label = THING_CLASS[thing.name]
        boxes = [canvas.draw_glyph(glyph, size * rng.uniform(0.9, 1.1), label) for _ in range(count)]
        if all(boxes):
            break
    counted = with_article(thing.name) if count == 1 else f"{NUMBERS[count]} {plural(thing.name)}"
    turns = [
        caption(rng, canvas, [counted]),
        count_question(rng, thing.name, count),
        ("What animal or object is it?", f"It is {with_article(thing.name)}."),
    ]
    other = any_thing(rng).name
    turns.append(presence(thing.name, True) if rng.random() < 0.5 else presence(other, other == thing.name))
    return Example(canvas, turns + background_question(rng, canvas), [thing.name])


def count_question(rng: Random, noun: str, count: int) -> tuple[str, str]:
    question = rng.choice([f"How many {plural(noun)} are there?", f"Count the {plural(noun)}."])
    return question, f"There is one {noun}." if count == 1 else f"There are {NUMBERS[count]} {plural(noun)}."
