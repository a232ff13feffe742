"""Words to read, on a plate or on the bare background."""

from random import Random

from ..canvas import Canvas, some_aspect
from ..fonts import phrase, words
from ..glyphs import any_thing
from ..lettering import write
from ..names import THING_CLASS, with_article
from .example import DESCRIBE, READ, Example, Turn

LONGEST = 8  # words; every picture with many of them is a lesson in many characters


def draw(rng: Random, count: int | None = None) -> Example:
    """`count` words, or by chance up to LONGEST words, a number or a price."""
    while True:
        text = words(rng, count) if count else phrase(rng, LONGEST)
        canvas = Canvas(rng, some_aspect(rng, extreme=1.4))
        if write(canvas, text):
            break
    turns = [
        (rng.choice(READ), f'It says "{text}".'),
        (rng.choice(DESCRIBE), f'A picture of a sign that says "{text}".'),
    ]
    first, *_, last = [*text.split(), text.split()[-1]]
    if " " in text:
        turns.append(("What is the first word?", f'The first word is "{first}".'))
        turns.append(("What is the last word?", f'The last word is "{last}".'))
    return Example(canvas, turns + thing_beside(rng, canvas), [text])


def thing_beside(rng: Random, canvas: Canvas) -> list[Turn]:
    if rng.random() < 0.7:
        return []
    thing = any_thing(rng)
    box = canvas.draw_glyph(rng.choice(thing.glyphs), rng.uniform(36, 60), THING_CLASS[thing.name])
    if not box:
        return []
    canvas.sights.things = {thing.name: canvas.place(box)}
    question = rng.choice(["What object is next to the text?", "What else is in the picture?"])
    return [(question, f"There is {with_article(thing.name)}.")]
