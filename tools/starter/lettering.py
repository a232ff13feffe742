"""Words on a canvas, with a label for every character."""

from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np
from PIL import Image, ImageFont

from .canvas import Box, Canvas
from .colours import Colour, varied
from .fonts import any_face, typeface

SMALLEST = 13  # pixels; below it nobody could read the squeezed picture

DARK_INKS = [(15, 15, 15), (120, 10, 10), (10, 20, 120), (10, 80, 20)]
LIGHT_INKS = [(250, 250, 250), (255, 240, 120), (200, 255, 220)]
PLATE_INKS = [(20, 20, 20), (150, 20, 20), (20, 30, 120)]


@dataclass(frozen=True)
class Block:
    """Text broken into lines that fit."""

    lines: list[str]
    font: ImageFont.FreeTypeFont
    line_height: int
    width: float

    @property
    def height(self) -> int:
        return self.line_height * len(self.lines)


def draw_line(canvas: Canvas, x: float, y: float, text: str, font: ImageFont.FreeTypeFont, ink: Colour) -> None:
    """One line with its upper left corner at (x, y)."""
    canvas.pen.text((x, y), text, font=font, fill=ink, anchor="lt")
    bottom = y + font.getbbox(text, anchor="lt")[3]
    edges = [x + font.getlength(text[:end]) for end in range(len(text) + 1)]
    for index, character in enumerate(text):
        if character != " ":
            canvas.label_character(character, edges[index], edges[index + 1], y, bottom)


def break_into_lines(text: str, font: ImageFont.FreeTypeFont, width: float) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if not lines[-1] or font.getlength(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def fit(text: str, face: Path, largest: int, width: float, height: float) -> Block | None:
    """The text at `largest` or the next smaller size that fits; None if it would be too small to read."""
    for size in range(largest, SMALLEST - 1, -2):
        font, line_height = typeface(face, size), int(size * 1.25)
        # Most sizes that are too big are found without a try.
        if font.getlength(text.replace(" ", "")) > width * (height // line_height):
            continue
        lines = break_into_lines(text, font, width)
        block = Block(lines, font, line_height, max(font.getlength(line) for line in lines))
        if block.width <= width and block.height <= height:
            return block
    return None


def write(
    canvas: Canvas, text: str, region: Box | None = None, size: int | None = None, plate: bool | None = None
) -> bool:
    """Writes the text somewhere free in the region, on a plate or on the bare background. False if it does not fit."""
    rng = canvas.rng
    region = region or canvas.whole
    block = fit(text, any_face(rng), size or rng.randint(16, 38), region.width - 8, region.height - 6)
    if block is None:
        return False
    box = canvas.find_place(block.width + 8, block.height + 6, region, tries=60)
    if box is None:
        return False
    plate = rng.random() < 0.6 if plate is None else plate
    ink = draw_plate(canvas, box) if plate else ink_against(canvas.image, box, rng)
    centred = rng.random() < 0.5
    for row, line in enumerate(block.lines):
        indent = (block.width - block.font.getlength(line)) / 2 if centred else 0
        draw_line(canvas, box.x + 4 + indent, box.y + 3 + row * block.line_height, line, block.font, ink)
    return True


def draw_plate(canvas: Canvas, box: Box) -> Colour:
    """A light or dark rectangle; returns the ink for it."""
    rng = canvas.rng
    dark = rng.random() < 0.35
    colour = varied((25, 30, 45) if dark else (240, 240, 235), rng, 14)
    canvas.pen.rectangle((box.x, box.y, box.right, box.bottom), fill=colour)
    return (245, 245, 240) if dark else rng.choice(PLATE_INKS)


def ink_against(image: Image.Image, box: Box, rng: Random) -> Colour:
    """Dark on a light place, light on a dark one."""
    place = image.crop((int(box.x), int(box.y), int(box.right) + 1, int(box.bottom) + 1))
    brightness = np.asarray(place.resize((1, 1))).mean()
    return rng.choice(DARK_INKS if brightness > 125 else LIGHT_INKS)
