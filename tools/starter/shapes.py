"""Ten shapes in one colour each."""

import math
from collections.abc import Callable

from PIL.ImageDraw import ImageDraw

from .canvas import Box, Canvas
from .colours import COLOUR_CLASS, Colour, shade
from .names import SHAPE_CLASS

Painter = Callable[[ImageDraw, Box, Colour], None]


def corners(box: Box, count: int, start: float, inner: float = 1.0) -> list[tuple[float, float]]:
    """`count` points on the box's circle, from `start` degrees; every second one at `inner` of the radius."""
    centre_x, centre_y = box.centre
    points = []
    for index in range(count):
        radius = box.width / 2 * (inner if index % 2 else 1.0)
        angle = math.radians(start + 360 * index / count)
        points.append((centre_x + radius * math.cos(angle), centre_y + radius * math.sin(angle)))
    return points


def polygon(count: int, start: float = -90, inner: float = 1.0) -> Painter:
    return lambda pen, box, colour: pen.polygon(corners(box, count, start, inner), fill=colour)


def paint_circle(pen: ImageDraw, box: Box, colour: Colour) -> None:
    pen.ellipse((box.x, box.y, box.right, box.bottom), fill=colour)


def paint_rectangle(pen: ImageDraw, box: Box, colour: Colour) -> None:
    pen.rectangle((box.x, box.y, box.right, box.bottom), fill=colour)


def paint_ring(pen: ImageDraw, box: Box, colour: Colour) -> None:
    pen.ellipse((box.x, box.y, box.right, box.bottom), outline=colour, width=max(3, int(box.width * 0.16)))


def paint_cross(pen: ImageDraw, box: Box, colour: Colour) -> None:
    half_arm = box.width * 0.17
    centre_x, centre_y = box.centre
    pen.rectangle((centre_x - half_arm, box.y, centre_x + half_arm, box.bottom), fill=colour)
    pen.rectangle((box.x, centre_y - half_arm, box.right, centre_y + half_arm), fill=colour)


PAINTERS: dict[str, Painter] = {
    "circle": paint_circle,
    "square": paint_rectangle,
    "rectangle": paint_rectangle,
    "triangle": polygon(3),
    "pentagon": polygon(5),
    "hexagon": polygon(6, start=0),
    "diamond": polygon(4),
    "star": polygon(10, inner=0.42),
    "ring": paint_ring,
    "cross": paint_cross,
}


def draw_shape(canvas: Canvas, kind: str, colour_name: str, size: float) -> Box | None:
    """The shape somewhere free. A rectangle is about twice as wide as high."""
    height = size * canvas.rng.uniform(0.45, 0.6) if kind == "rectangle" else size
    box = canvas.find_place(size, height)
    if box is None:
        return None
    PAINTERS[kind](canvas.pen, box, shade(colour_name, canvas.rng))
    canvas.label(box, SHAPE_CLASS[kind], COLOUR_CLASS[colour_name])
    return box
