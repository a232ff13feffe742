"""One to four different things, all with a name."""

from random import Random

from ..canvas import Canvas, some_aspect
from ..glyphs import any_thing, any_things
from ..names import NUMBERS, THING_CLASS, Thing, with_article
from .example import Example, Turn, background_question, caption, presence
from .places import (
    Placed,
    height_question,
    is_in_clear_order,
    neighbour_questions,
    placed,
    side_questions,
    zone_question,
)  # fmt: skip

# Pixels from edge to edge, by the number of things.
SIZES = {1: (56, 150), 2: (46, 92), 3: (40, 78), 4: (38, 64)}


def draw(rng: Random, count: int | None = None) -> Example:
    count = count or rng.choices([1, 2, 3, 4], [26, 32, 30, 12])[0]
    while True:
        canvas = Canvas(rng, some_aspect(rng, extreme=1.6))
        things = [draw_thing(canvas, thing, SIZES[count]) for thing in any_things(rng, count)]
        drawn = [thing for thing in things if thing]
        if len(drawn) == count and is_in_clear_order(drawn):
            ordered = sorted(drawn, key=lambda thing: thing.x)
            canvas.sights.things = {thing.noun: (thing.x, thing.y) for thing in ordered}
            return Example(canvas, questions(rng, canvas, ordered), [thing.noun for thing in ordered])


def draw_thing(canvas: Canvas, thing: Thing, sizes: tuple[float, float]) -> Placed | None:
    rng = canvas.rng
    box = canvas.draw_glyph(rng.choice(thing.glyphs), rng.uniform(*sizes), THING_CLASS[thing.name])
    return placed(canvas, thing.name, box) if box else None


def questions(rng: Random, canvas: Canvas, ordered: list[Placed]) -> list[Turn]:
    nouns = [thing.noun for thing in ordered]
    turns = [caption(rng, canvas, [with_article(noun) for noun in nouns])]
    if rng.random() < 0.4:
        turns += background_question(rng, canvas)
    if rng.random() < 0.5:
        turns.append(count_question(rng, len(ordered)))
    if rng.random() < 0.6:
        present = rng.random() < 0.5
        noun = rng.choice(nouns) if present else any_thing(rng).name
        turns.append(presence(noun, noun in nouns))
    for thing in rng.sample(ordered, min(2, len(ordered))):
        turns += zone_question(rng, thing)
    if len(ordered) > 1:
        turns += neighbour_questions(rng, ordered) + side_questions(rng, ordered) + side_questions(rng, ordered)
        if rng.random() < 0.3:
            turns += height_question(rng, ordered)
    return list(dict(turns).items())


def count_question(rng: Random, count: int) -> Turn:
    question = rng.choice(["How many objects are there?", "How many things are in the picture?"])
    return question, "There is one object." if count == 1 else f"There are {NUMBERS[count]} objects."
