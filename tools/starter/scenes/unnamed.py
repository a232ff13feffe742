"""Things that the model has no name for, and pictures unlike anything it knows. It says that it is not sure."""

from random import Random

from PIL import Image, ImageFilter

from ..backgrounds import blurred_scenery
from ..canvas import SIDE, Canvas, some_aspect
from ..glyphs import UNNAMED_GLYPHS, Drawing, any_thing, anything_unnamed, glyph_image
from ..names import NOT_SURE, THING_CLASS, UNNAMED, enumeration, with_article
from .example import DESCRIBE, Example, Turn, background_question, presence

ASK_WHAT = ["What object is it?", "What animal or object is it?", "What is in the middle?", "What is shown here?"]

# How a thing without a name is called beside things that have one.
SOMETHING = "something I do not know"


def draw(rng: Random, drawing: Drawing = anything_unnamed, alone: bool | None = None) -> Example:
    """One such thing; sometimes, unless it must be alone, beside a thing with a name."""
    alone = rng.random() < 0.9 if alone is None else alone
    return draw_alone(rng, drawing) if alone else draw_beside_a_known_thing(rng, drawing)


def draw_alone(rng: Random, drawing: Drawing) -> Example:
    canvas = Canvas(rng, some_aspect(rng, extreme=1.6))
    canvas.draw_image(drawing(rng), rng.uniform(56, 140), UNNAMED)
    return Example(canvas, not_sure(rng) + background_question(rng, canvas))


def draw_beside_a_known_thing(rng: Random, drawing: Drawing) -> Example:
    canvas = Canvas(rng)
    thing = any_thing(rng)
    sizes = (48, 80)
    known = canvas.draw_glyph(rng.choice(thing.glyphs), rng.uniform(*sizes), THING_CLASS[thing.name])
    unknown = canvas.draw_image(drawing(rng), rng.uniform(*sizes), UNNAMED)
    if not unknown:
        return draw_beside_a_known_thing(rng, drawing)
    canvas.sights.things = {thing.name: canvas.place(known), SOMETHING: canvas.place(unknown)}
    colour = canvas.background_colour
    where = f" on {with_article(colour)} background" if colour else ""
    answer = f"A picture of {enumeration([with_article(thing.name), SOMETHING])}{where}."
    return Example(canvas, [(rng.choice(DESCRIBE), answer), presence(thing.name, True)], [thing.name])


def draw_clutter(rng: Random) -> Example:
    """Like a photograph: uneven light, no flat colours, pieces of things too big, blurred or cut off to be named."""
    image = blurred_scenery(rng, (SIDE, SIDE), strength=rng.uniform(1, 3))
    for _ in range(rng.randint(0, 7)):
        paste_piece(rng, image)
    if rng.random() < 0.7:
        image = image.filter(ImageFilter.GaussianBlur(rng.uniform(0.5, 3)))
    canvas = Canvas(rng, image=image)
    return Example(canvas, not_sure(rng))


def paste_piece(rng: Random, image: Image.Image) -> None:
    side = rng.randint(150, 420)
    piece = glyph_image(rng.choice(UNNAMED_GLYPHS)).resize((side, rng.randint(150, 420)), Image.BILINEAR)
    piece = piece.rotate(rng.uniform(0, 360), Image.BICUBIC)
    opacity = rng.uniform(0.3, 0.9)
    alpha = piece.getchannel("A").point(lambda value: int(value * opacity))
    position = rng.randint(-side, SIDE - side // 2), rng.randint(-side, SIDE - side // 2)
    image.paste(piece.convert("RGB"), position, alpha)


def not_sure(rng: Random) -> list[Turn]:
    return [
        (rng.choice(DESCRIBE), NOT_SURE),
        (rng.choice(ASK_WHAT), NOT_SURE),
        presence(any_thing(rng).name, False),
    ]
