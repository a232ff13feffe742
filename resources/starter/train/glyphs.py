"""Emoji glyphs as pictures with alpha: those with a name, those without, and those never drawn in training."""

from functools import cache, lru_cache
from random import Random

from PIL import Image, ImageDraw, ImageFont

from .fonts import EMOJI_FONT
from .names import TAUGHT, Thing, read_glyphs

FONT_SIZE = 109  # the only size of the font's bitmaps
SIDE = 112  # pixels of a glyph in memory

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


def any_thing(rng: Random) -> Thing:
    return rng.choice(TAUGHT)


def any_things(rng: Random, count: int) -> list[Thing]:
    """Different ones."""
    return rng.sample(TAUGHT, count)
