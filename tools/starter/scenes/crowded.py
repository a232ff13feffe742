"""Pictures full of things or text. Nothing is asked about them: they carry many patch labels for the vision tower."""

from random import Random

from ..canvas import Box, Canvas
from ..colours import COLOUR_NAMES
from ..fonts import any_face, phrase, typeface
from ..glyphs import any_thing, anything_unnamed
from ..lettering import draw_line, draw_plate, ink_against, write
from ..names import SHAPES, THING_CLASS, UNNAMED
from ..shapes import draw_shape


def draw(rng: Random) -> Canvas:
    return page(rng) if rng.random() < 0.5 else mosaic(rng)


def mosaic(rng: Random) -> Canvas:
    """Three to twelve things, some without a name, a few shapes and words between them."""
    canvas = Canvas(rng)
    for _ in range(rng.randint(3, 12)):
        size = rng.uniform(30, 84)
        if rng.random() < 0.2:
            canvas.draw_image(anything_unnamed(rng), size, UNNAMED)
        else:
            thing = any_thing(rng)
            canvas.draw_glyph(rng.choice(thing.glyphs), size, THING_CLASS[thing.name])
    for _ in range(rng.randint(0, 4)):
        draw_shape(canvas, rng.choice(SHAPES), rng.choice(COLOUR_NAMES), rng.uniform(24, 60))
    for _ in range(rng.randint(0, 3)):
        write(canvas, phrase(rng, 2), size=rng.randint(14, 28))
    return canvas


def page(rng: Random) -> Canvas:
    """Lines of text from top to bottom, about a hundred characters."""
    canvas = Canvas(rng)
    y = rng.randint(2, 14)
    while y < canvas.height - 18:
        font = typeface(any_face(rng), rng.randint(14, 34))
        x = rng.randint(2, 14)
        text = line_of(rng, font, canvas.width - x - 4)
        line = Box(x - 3, y - 3, font.getlength(text) + 6, font.size * 1.25)
        if line.bottom > canvas.height:
            break
        ink = draw_plate(canvas, line) if rng.random() < 0.4 else ink_against(canvas.image, line, rng)
        draw_line(canvas, x, y, text, font, ink)
        y += int(line.height) + rng.randint(1, 10)
    return canvas


def line_of(rng: Random, font, width: float) -> str:
    """Words up to `width` pixels."""
    text = ""
    while True:
        longer = f"{text} {phrase(rng, 2)}".strip()
        if font.getlength(longer) > width:
            break
        text = longer
    while not text or font.getlength(text) > width:
        text = longer = longer[:-1]
    return text
