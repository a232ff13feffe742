"""Dialog windows: a title, a message, a button."""

from random import Random

from PIL import Image

from ..canvas import SIDE, Box, Canvas
from ..colours import shade, varied
from ..fonts import any_face, phrase, typeface
from ..lettering import draw_line, write
from .example import DESCRIBE, Example

TITLES = (
    "Settings;Login;Save file;Warning;Error;New message;Search;Update;Welcome;Print;Open file;Contacts;Calendar;"
    "Music player;Downloads;Battery low;Print job;Account;Disk full;Sign out"
).split(";")
BUTTONS = "OK;Cancel;Save;Close;Send;Next;Yes;No;Retry;Delete;Sign in;Apply;Open;Install;Later".split(";")
WHITE = (255, 255, 255)


def draw(rng: Random) -> Example:
    desk = Image.new("RGB", (SIDE, SIDE), varied((225, 228, 232), rng, 10))
    canvas = Canvas(rng, image=desk, background_colour="grey")
    left, top = rng.randint(4, 14), rng.randint(4, 20)
    frame = Box(left, top, SIDE - left - rng.randint(4, 14), SIDE - top - rng.randint(4, 30))
    title = draw_frame(canvas, frame)
    message = phrase(rng, 3)
    inside = Box(frame.x + 4, frame.y + 26, frame.width - 8, frame.height - 66)
    written = write(canvas, message, inside, size=rng.randint(14, 20), plate=False)
    label, colour = draw_button(canvas, frame)

    turns = [
        (rng.choice(DESCRIBE), f'A window titled "{title}" with a {colour} button that says "{label}".'),
        ("What is the title of the window?", f'The title is "{title}".'),
        (rng.choice(["What does the button say?", "What is on the button?"]), f'The button says "{label}".'),
        (f"What {rng.choice(['colour', 'color'])} is the button?", f"The button is {colour}."),
    ]
    if written:
        turns.append(("What is the message?", f'The message is "{message}".'))
    return Example(canvas, turns)


def draw_frame(canvas: Canvas, frame: Box) -> str:
    """The window with its title bar; returns the title."""
    rng = canvas.rng
    canvas.pen.rectangle((frame.x, frame.y, frame.right, frame.bottom), fill=(252, 252, 252), outline=(120, 120, 120))
    bar = shade(rng.choice(["blue", "grey", "purple", "black", "green"]), rng)
    canvas.pen.rectangle((frame.x, frame.y, frame.right, frame.y + 22), fill=bar)
    title = rng.choice(TITLES) if rng.random() < 0.6 else phrase(rng, 2).title()
    draw_line(canvas, frame.x + 6, frame.y + 4, title, typeface(any_face(rng), 14), WHITE)
    return title


def draw_button(canvas: Canvas, frame: Box) -> tuple[str, str]:
    """Returns what is on the button, and its colour."""
    rng = canvas.rng
    label, colour = rng.choice(BUTTONS), rng.choice(["blue", "green", "red", "grey"])
    font = typeface(any_face(rng), 14)
    width = font.getlength(label) + 20
    x, y = rng.uniform(frame.x + 6, frame.right - width - 6), frame.bottom - 34
    canvas.pen.rounded_rectangle((x, y, x + width, y + 24), 5, fill=shade(colour, rng))
    draw_line(canvas, x + 10, y + 5, label, font, WHITE)
    return label, colour
