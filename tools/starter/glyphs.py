"""Emoji glyphs as pictures with alpha: those with a name, those without, and those never drawn in training."""

from collections.abc import Callable
from functools import cache, lru_cache
from random import Random

from PIL import Image, ImageDraw, ImageFont

from .fonts import EMOJI_FONT
from .names import TAUGHT, Thing, read_glyphs

FONT_SIZE = 109  # the only size of the font's bitmaps
SIDE = 112  # pixels of a glyph in memory

Drawing = Callable[[Random], Image.Image]  # a thing, SIDE x SIDE, with alpha

# Glyphs without a name. A Random of the caller's picks; the second list belongs to the evaluation.
UNNAMED_GLYPHS = read_glyphs("unnamed.txt")
UNSEEN_GLYPHS = read_glyphs("unseen.txt")


@lru_cache(maxsize=1)
def _font() -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(EMOJI_FONT), FONT_SIZE)


@cache
def glyph_image(character: str) -> Image.Image:
    """The glyph on a transparent square, SIDE x SIDE, without the font's margins."""
    drawn = Image.new("RGBA", (136, 128), (0, 0, 0, 0))
    ImageDraw.Draw(drawn).text((0, 0), character, font=_font(), embedded_color=True)
    drawn = drawn.crop(drawn.getbbox())
    side = max(drawn.size)
    square = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    square.paste(drawn, ((side - drawn.width) // 2, (side - drawn.height) // 2))
    return square.resize((SIDE, SIDE), Image.LANCZOS)


def one_of(glyphs: str) -> Drawing:
    return lambda rng: glyph_image(rng.choice(glyphs))


def anything_unnamed(rng: Random) -> Image.Image:
    """A glyph without a name, or halves of two, named or not, put together: nobody has a name for that either."""
    unnamed, named = one_of(UNNAMED_GLYPHS), lambda rng: glyph_image(rng.choice(any_thing(rng).glyphs))
    if rng.random() < 0.7:
        return unnamed(rng)
    one, other = (rng.choice([unnamed, named])(rng) for _ in range(2))
    half = (0, 0, SIDE // 2, SIDE) if rng.random() < 0.5 else (0, 0, SIDE, SIDE // 2)
    joined = other.copy()
    joined.paste(one.crop(half), half)
    return joined


def any_thing(rng: Random) -> Thing:
    return rng.choice(TAUGHT)


def any_things(rng: Random, count: int) -> list[Thing]:
    """Different ones."""
    return rng.sample(TAUGHT, count)
