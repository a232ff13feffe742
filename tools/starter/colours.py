"""The eleven colours that the model knows by name."""

from random import Random

Colour = tuple[int, int, int]

COLOURS: dict[str, Colour] = {
    "red": (214, 40, 40), "green": (46, 160, 67), "blue": (36, 92, 214), "yellow": (245, 214, 40),
    "orange": (245, 134, 30), "purple": (130, 60, 180), "pink": (245, 150, 190), "brown": (125, 80, 45),
    "black": (20, 20, 20), "white": (248, 248, 248), "grey": (140, 140, 145),
}  # fmt: skip
COLOUR_NAMES = list(COLOURS)

# Labels a patch: 0 is "no colour of its own".
COLOUR_CLASS = {name: index + 1 for index, name in enumerate(COLOUR_NAMES)}
COLOUR_CLASSES = len(COLOUR_NAMES) + 1


def varied(colour: Colour, rng: Random, amount: int = 18) -> Colour:
    """The colour with every channel moved by at most `amount`."""
    red, green, blue = (max(0, min(255, channel + rng.randint(-amount, amount))) for channel in colour)
    return red, green, blue


def shade(name: str, rng: Random, amount: int = 18) -> Colour:
    return varied(COLOURS[name], rng, amount)
